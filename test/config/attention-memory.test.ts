import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createAttentionMemory } from '../../src/config/attention-memory.ts'
import { MUTED_MS } from '../../src/domain/overview/attention/attention.ts'
import { makeFolder } from '../helpers/make-folder.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
let path: string
beforeEach(() => {
  path = join(makeFolder(), 'state', 'quarterdeck', 'attention.json')
})

const open = (at = NOW, owner = 'acme') =>
  createAttentionMemory({ path, owner, salt: new Uint8Array(32).fill(7), now: () => at })

test('a mute lasts seven days, for its key alone, or until it is removed', () => {
  const first = open()
  expect([first.set('fell:r', true), first.set('risk:4', true), first.set('risk:4', false)]).toEqual([true, true, true])
  expect(first.until('fell:r')).toBe(NOW + MUTED_MS)
  expect(open(NOW + MUTED_MS - 1).until('fell:r')).toBe(NOW + MUTED_MS)
  expect(open(NOW + MUTED_MS).until('fell:r')).toBeUndefined()
  expect(open().until('risk:4')).toBeUndefined()
  expect(open(NOW, 'other').until('fell:r')).toBeUndefined()
  // The clock was set back.
  expect(open(NOW - 1).until('fell:r')).toBeUndefined()
  open(NOW + MUTED_MS).set('risk:5', true)
  expect(readFileSync(path, 'utf8').match(/\d{13}/g)).toHaveLength(2)
})

test('a mark can be claimed only once, even by several runs', () => {
  const [one, other] = [open(), open()]
  expect([...one.claim(['a', 'b'])]).toEqual(['a', 'b'])
  expect([...other.claim(['b', 'c'])]).toEqual(['c'])
  expect([...open(NOW + 400 * MUTED_MS).claim(['a', 'b', 'c'])]).toEqual([])
  expect([...open(NOW, 'other').claim(['a'])]).toEqual(['a'])
  other.release(['c'])
  expect([...one.claim(['a', 'c'])]).toEqual(['c'])
})

test('an outage is reported as new once, and so is its end', () => {
  expect([open().setOutage(false), open().setOutage(true), open().setOutage(true), open().setOutage(false)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('the file of mutes contains no names, and its size is bounded', () => {
  const memory = open()
  memory.set('fell:https://git.example/secret', true)
  memory.claim(Array.from({ length: 5_000 }, (_, index) => `keys:key-${index}`))
  memory.claim(['keys:new'])
  const text = readFileSync(path, 'utf8')
  expect(text).not.toMatch(/secret|key-|fell/)
  expect(text.length).toBeLessThan(50_000)
  expect([...open().claim(['keys:new'])]).toEqual([])
})

test('members of a wrong type are ignored', () => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, '{"version":1,"attention":{"acme":{"at":1,"muted":{"x":"y"},"told":null}}}')
  expect(open().until('a')).toBeUndefined()
  expect([...open().claim(['a'])]).toEqual(['a'])
})

test('a mute that cannot be stored lasts for this run', () => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, '{"version":2}')
  const memory = open()
  expect(memory.set('a', true)).toBe(false)
  expect(memory.until('a')).toBe(NOW + MUTED_MS)
  expect(() => memory.claim(['a'])).toThrow('its version 2 is unknown')
})
