import { expect, test } from 'vitest'
import { nearestWord } from '../../../src/domain/text/nearest-word.ts'

const words = ['credits', 'commits', 'created', 'mcp', 'mode', 'model']

test.each([
  ['credit', 'credits'],
  ['Cred', 'credits'],
  ['crdeits', 'credits'],
  ['comits', 'commits'],
  ['modle', 'mode'],
  ['mdoel', 'model'],
  ['mpc', 'mcp'],
  ['xyzzy', undefined],
  ['q', undefined],
  ['', undefined],
])('%j means %j', (typed, word) => {
  expect(nearestWord(typed, words)).toBe(word)
})
