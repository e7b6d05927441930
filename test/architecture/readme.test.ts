import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMAND_NAMES } from '../../src/commands/index.ts'
import { keysTables } from '../helpers/keys-table.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test("the README's tables of keys are those of the bindings", () => {
  const [, tables] = /<!-- keys -->\n([\s\S]*?)\n<!-- \/keys -->/.exec(readme) ?? []
  expect(tables).toBe(keysTables())
})

test('the README names every command', () => {
  const words = readme.replaceAll('\\|', ' ')
  const missing = COMMAND_NAMES.filter((name) => !name.split(' ').every((word) => words.includes(word)))
  expect(missing).toEqual([])
})
