import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createLooks } from '../../src/config/own-memory.ts'
import { makeFolder } from '../helpers/make-folder.ts'

// What a file of owners does when it is broken, newer or locked is in owners-file.test.ts.
let path: string
beforeEach(() => {
  path = join(makeFolder(), 'state', 'last-looks.json')
})

const open = (owner = 'acme', at = 1_000) => createLooks({ path, owner, now: () => at })

test('the first look finds nothing before it, and the next run finds this one', () => {
  const first = open()
  expect(first.last()).toBeUndefined()
  first.saw(418)
  expect(open('acme', 2_000).last()).toEqual({ revision: 418, at: 1_000 })
  expect(open('other').last()).toBeUndefined()
})

test('what was seen before stays the same for the whole run', () => {
  open().saw(5)
  const run = open('acme', 2_000)
  run.saw(6)
  run.saw(9)
  expect(run.last()).toEqual({ revision: 5, at: 1_000 })
  expect(open().last()).toEqual({ revision: 9, at: 2_000 })
})

test('a lower number is never remembered, but the look is', () => {
  open().saw(9)
  open('acme', 2_000).saw(3)
  expect(open().last()).toEqual({ revision: 9, at: 2_000 })
})
