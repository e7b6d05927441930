import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteExplorerState } from '../../src/config/own-memory.ts'
import { createVisits } from '../../src/config/own-visits.ts'
import { makeFolder } from '../helpers/make-folder.ts'

const salt = Buffer.from('salt of a machine')
const fileIn = (folder: string) => join(folder, 'quarterdeck', 'visits.json')

test('the next run reads the open screens and bookmarks of its organisation from a private file', () => {
  const folder = makeFolder()
  const path = fileIn(folder)
  const open = (owner: string, now = 1_000) => createVisits({ path, owner, salt, now: () => now })
  const first = open('acme')
  expect([first.last(), [...first.bookmarks()], first.seenAt('keys')]).toEqual([[], [], undefined])
  first.mark('a', 'qd:///usage')
  first.mark('b', 'qd:///keys')
  first.mark('b', undefined)
  expect([...first.bookmarks().keys()]).toEqual(['a'])
  first.recordShown('keys')
  first.recordItems(['risk:1', 'stopped'])
  first.leave(['qd:///people', 'qd:///usage/tools'])
  expect(first.seenAt('keys')).toBeUndefined()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  // Marks contain names, so only hashes are stored.
  expect(readFileSync(path, 'utf8')).not.toContain('risk')

  const next = open('acme', 2_000)
  expect(next.last()).toEqual(['qd:///people', 'qd:///usage/tools'])
  expect([...next.bookmarks()]).toEqual([['a', 'qd:///usage']])
  expect(next.seenAt('keys')).toBe(1_000)
  // On a first visit no item is new, and an item that recurs is not new either.
  expect(['risk:1', 'risk:2'].map(first.isNewItem)).toEqual([false, false])
  expect(['risk:1', 'risk:2'].map(next.isNewItem)).toEqual([false, true])
  next.recordItems(['risk:2'])
  next.leave(next.last())
  expect(['risk:1', 'risk:2', 'risk:3'].map(open('acme').isNewItem)).toEqual([false, false, true])
  const other = open('other')
  expect([other.last(), [...other.bookmarks()]]).toEqual([[], []])
  other.leave(['qd:///wiki'])

  deleteExplorerState({ XDG_STATE_HOME: folder }, 'acme')
  expect(readFileSync(path, 'utf8')).not.toContain('usage')
  expect(open('acme').last()).toEqual([])
  expect(open('other').last()).toEqual(['qd:///wiki'])
})

test('two runs at the same time keep both bookmarks', () => {
  const path = fileIn(makeFolder())
  const [one, two] = [1, 2].map(() => createVisits({ path, owner: 'acme', salt, now: () => 5 }))
  one?.mark('a', 'qd:///usage')
  two?.mark('b', 'qd:///keys')
  two?.leave([])
  expect([
    ...createVisits({ path, owner: 'acme', salt, now: () => 6 })
      .bookmarks()
      .keys(),
  ]).toEqual(['a', 'b'])
})

test('an entry without a list of links is ignored', () => {
  const path = fileIn(makeFolder())
  createVisits({ path, owner: 'other', salt, now: () => 1 }).leave([])
  writeFileSync(path, '{"version":1,"visits":{"acme":{"at":1,"links":{}}}}')
  expect(createVisits({ path, owner: 'acme', salt, now: () => 1 }).last()).toEqual([])
})
