import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createLooks } from '../../src/config/own-memory.ts'
import { makeFolder } from '../helpers/make-folder.ts'

// Broken, newer and locked files: owners-file.test.ts.
let path: string
beforeEach(() => {
  path = join(makeFolder(), 'state', 'last-looks.json')
})

const open = (owner = 'acme', at = 1_000) => createLooks({ path, owner, now: () => at })

test('the next run, and no other owner, has the last visit and the highest revision of a run', () => {
  const first = open()
  expect(first.last()).toBeUndefined()
  for (const revision of [6, 9, 3]) first.recordShown(revision)
  const next = open('acme', 2_000)
  next.recordShown(3)
  // The same for the whole run.
  expect(next.last()).toEqual({ revision: 9, at: 1_000 })
  expect([open().last(), open('other').last()]).toEqual([{ revision: 9, at: 2_000 }, undefined])
})
