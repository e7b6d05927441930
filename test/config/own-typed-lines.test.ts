import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPaletteHistory } from '../../src/config/own-memory.ts'
import { MAX_LINES, withLine } from '../../src/domain/history/typed-lines.ts'
import { makeFolder } from '../helpers/make-folder.ts'

const open = (path: string, owner = 'a', secrets: string[] = []) =>
  createPaletteHistory({ path, owner, secrets, now: () => 1 })

test('the next run reads the lines of its organisation, newest first, without duplicates', () => {
  const path = join(makeFolder(), 'state', 'history.json')
  const first = open(path)
  for (const line of ['range 30d', 'people a', 'range 30d']) first.add(line)
  open(path, 'b').add('quit')
  expect(first.list()).toEqual(['range 30d', 'people a'])
  expect(open(path).list()).toEqual(['range 30d', 'people a'])
  expect(open(path, 'b').list()).toEqual(['quit'])
})

test('two explorers that run at the same time keep the lines of both', () => {
  const path = join(makeFolder(), 'history.json')
  const [one, other] = [open(path), open(path)]
  one.list()
  other.list()
  one.add('range 7d')
  other.add('range 30d')
  expect(open(path).list()).toEqual(['range 30d', 'range 7d'])
})

test('no secret, no key and no very long line is stored, and the number of lines is limited', () => {
  const lines = open(join(makeFolder(), 'history.json'), 'a', ['the-key-itself'])
  for (const line of [
    'filter the-key-itself',
    'filter ghp_0123456789abcdefghijABCDEFGHIJ012345',
    'filter https://user:pass@host.example',
    'x'.repeat(301),
    '',
  ])
    lines.add(line)
  expect(lines.list()).toEqual([])
  const many = Array.from({ length: 300 }, (_, n) => `range ${n}d`).reduce<readonly string[]>(
    (kept, line) => withLine(kept, line),
    [],
  )
  expect(many).toHaveLength(MAX_LINES)
  expect(many[0]).toBe('range 299d')
})

test('lines that cannot be written stay available until the program exits', () => {
  const nowhere = open('/dev/null/nowhere/history.json')
  nowhere.add('quit')
  expect(nowhere.list()).toEqual(['quit'])
})
