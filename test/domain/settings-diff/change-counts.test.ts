import { expect, test } from 'vitest'
import { countChanges, countsInSigns, countsInWords } from '../../../src/domain/settings-diff/change-counts.ts'

test('changes are counted by kind, and kinds without any are not told', () => {
  const counts = countChanges([{ kind: 'added' }, { kind: 'changed' }, { kind: 'added' }, { kind: 'reordered' }])
  expect(counts).toEqual({ changed: 1, added: 2, removed: 0, reordered: 1 })
  expect(countsInWords(counts)).toBe('1 changed  2 added  1 reordered')
  expect(countsInSigns(counts)).toBe('~1 +2 ^1')
})

test('thousands are told apart, and nothing is told of no changes', () => {
  expect(countsInWords({ ...countChanges([]), removed: 1234 })).toBe('1,234 removed')
  expect(countsInSigns({ ...countChanges([]), removed: 1234 })).toBe('-1,234')
  expect([countsInWords(countChanges([])), countsInSigns(countChanges([]))]).toEqual(['', ''])
})
