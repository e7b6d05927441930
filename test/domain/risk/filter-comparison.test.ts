import { expect, test } from 'vitest'
import { filterComparison, pickedOf, pickedParts, type Wanted } from '../../../src/domain/risk/change-filter.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'

const before = { mcpPolicy: { enabled: true }, sandbox: { enabled: true, network: { allowedDomains: ['a'] } }, x: 1 }
const after = {
  mcpPolicy: { enabled: false },
  sandbox: { enabled: true, network: { allowedDomains: ['a', 'b'] } },
  x: 2,
}
const comparison = compareSettings(before, after)

/** The settings before and after as far as they are wanted. */
const picked = (wanted: Wanted) => {
  const parts = pickedParts(filterComparison(comparison, wanted), wanted)
  return [before, after].map((settings) => pickedOf(settings, parts))
}

test('a pattern leaves the changes that match it, and the findings about these', () => {
  const { changes, findings } = filterComparison(comparison, { glob: parsePathGlob('*allowed*'), verdict: undefined })
  expect([changes.length, findings.map(({ rule }) => rule)]).toEqual([1, ['sandbox-allow']])
})

test('a verdict leaves the changes with that verdict; no filter leaves all', () => {
  expect(filterComparison(comparison, { glob: undefined, verdict: 'widened' }).changes).toHaveLength(2)
  expect(filterComparison(comparison, { glob: undefined, verdict: 'narrowed' }).changes).toHaveLength(0)
  expect(filterComparison(comparison, { glob: undefined, verdict: undefined })).toBe(comparison)
})

test('the changed parts of both settings are picked with their parents', () => {
  expect(picked({ glob: undefined, verdict: 'widened' })).toEqual([
    { mcpPolicy: { enabled: true }, sandbox: { network: { allowedDomains: [] } } },
    { mcpPolicy: { enabled: false }, sandbox: { network: { allowedDomains: ['b'] } } },
  ])
  expect(picked({ glob: parsePathGlob('allowedDomains'), verdict: 'widened' })).toEqual([
    { sandbox: { network: { allowedDomains: [] } } },
    { sandbox: { network: { allowedDomains: ['b'] } } },
  ])
  expect(picked({ glob: parsePathGlob('x'), verdict: undefined })).toEqual([{ x: 1 }, { x: 2 }])
  expect(picked({ glob: undefined, verdict: undefined })).toEqual([before, after])
})
