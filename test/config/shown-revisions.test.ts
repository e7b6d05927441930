import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createShownRevisions } from '../../src/config/own-memory.ts'
import { makeFolder } from '../helpers/make-folder.ts'

// Corrupt, newer and locked files are tested in owners-file.test.ts.
let path: string
beforeEach(() => {
  path = join(makeFolder(), 'state', 'last-looks.json')
})

const open = (owner = 'acme', at = 1_000) => createShownRevisions({ path, owner, now: () => at })

test('the next run of the same owner reads the last visit and the highest revision', () => {
  const first = open()
  expect(first.last()).toBeUndefined()
  for (const revision of [6, 9, 3]) first.recordShown(revision)
  const next = open('acme', 2_000)
  next.recordShown(3)
  // The last visit stays the same during a run.
  expect(next.last()).toEqual({ revision: 9, at: 1_000 })
  expect([open().last(), open('other').last()]).toEqual([{ revision: 9, at: 2_000 }, undefined])
})
