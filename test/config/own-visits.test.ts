import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forgetMemory } from '../../src/config/forget-memory.ts'
import { createVisits } from '../../src/config/own-visits.ts'
import { makeFolder } from '../helpers/make-folder.ts'

const fileIn = (folder: string) => join(folder, 'quarterdeck', 'visits.json')

test('what was open and marked is there in the next run, under its own organisation alone, in a private file', () => {
  const folder = makeFolder()
  const path = fileIn(folder)
  const open = (owner: string, now = 1_000) => createVisits({ path, owner, now: () => now })
  const first = open('acme')
  expect([first.last(), [...first.bookmarks()], first.seenAt('keys')]).toEqual([[], [], undefined])
  first.mark('a', 'qd:///usage')
  first.mark('b', 'qd:///keys')
  first.mark('b', undefined)
  first.saw('keys')
  first.leave(['qd:///people', 'qd:///usage/tools'])
  expect(first.seenAt('keys')).toBeUndefined()
  expect(statSync(path).mode & 0o777).toBe(0o600)

  const next = open('acme', 2_000)
  expect(next.last()).toEqual(['qd:///people', 'qd:///usage/tools'])
  expect([...next.bookmarks()]).toEqual([['a', 'qd:///usage']])
  expect(next.seenAt('keys')).toBe(1_000)
  const other = open('other')
  expect([other.last(), [...other.bookmarks()]]).toEqual([[], []])
  other.leave(['qd:///wiki'])

  forgetMemory({ XDG_STATE_HOME: folder }, 'acme')
  expect(readFileSync(path, 'utf8')).not.toContain('usage')
  expect(open('acme').last()).toEqual([])
  expect(open('other').last()).toEqual(['qd:///wiki'])
})

test('two runs that mark at the same time keep both bookmarks', () => {
  const path = fileIn(makeFolder())
  const [one, two] = [1, 2].map(() => createVisits({ path, owner: 'acme', now: () => 5 }))
  one?.mark('a', 'qd:///usage')
  two?.mark('b', 'qd:///keys')
  two?.leave([])
  expect([
    ...createVisits({ path, owner: 'acme', now: () => 6 })
      .bookmarks()
      .keys(),
  ]).toEqual(['a', 'b'])
})

test.each([
  '{',
  '[]',
  '{"version":2,"visits":{"acme":{"at":1,"links":["qd:///usage"]}}}',
  '{"version":1,"visits":{"acme":{"at":"x","links":["qd:///usage"]}}}',
  '{"version":1,"visits":{"acme":{"at":1,"links":{}}}}',
])('of %s nothing is remembered', (text) => {
  const path = fileIn(makeFolder())
  createVisits({ path, owner: 'other', now: () => 1 }).leave([])
  writeFileSync(path, text)
  expect(createVisits({ path, owner: 'acme', now: () => 1 }).last()).toEqual([])
})
