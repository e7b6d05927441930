import { expect, test } from 'vitest'
import {
  filterComparison,
  isPlainPattern,
  parseChangeWhere,
  pickedOf,
  pickedParts,
  type Wanted,
} from '../../../src/domain/risk/change-filter.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'

const comparison = compareSettings(
  { sandbox: { enabled: true }, sessionRetentionDays: 30, commandDenylist: ['rm'] },
  { sandbox: { enabled: false }, sessionRetentionDays: 90, commandDenylist: ['rm', 'dd'], env: { A: 'x' } },
)
const found = (text: string): string[] => {
  const where = parseChangeWhere(text)
  const { changes } = filterComparison(comparison, { glob: undefined, verdict: undefined, where })
  return changes.map(({ path }) => pathText(path)).toSorted()
}
const all = found('')

test.each([
  ['member=sandbox verdict=loosened', ['sandbox.enabled']],
  ['kind=changed', ['sandbox.enabled', 'sessionRetentionDays']],
  ['path~retention', ['sessionRetentionDays']],
  ['kind=changed !retention', ['sandbox.enabled']],
  ['sandbox.** !verdict=tightened', ['sandbox.enabled']],
  ['sandbox verdict=tightened', []],
])('the filter %s selects the matching changes', (text, paths) => {
  expect(found(text)).toEqual(paths)
})

test('a negated pattern matches all other paths', () => {
  expect(all.length).toBeGreaterThan(3)
  expect(found('!sandbox')).toEqual(all.filter((path) => !path.startsWith('sandbox')))
})

test.each([
  ['', true],
  ['sandbox.**', true],
  ['customModels[*].apiKey', true],
  ['!sandbox', false],
  ['verdict=loosened', false],
  ['sandbox kind=added', false],
  ['knd=added', false],
])('the filter %j is only a path pattern: %j', (text, isPlain) => {
  expect(isPlainPattern(parseChangeWhere(text))).toBe(isPlain)
})

const before = { mcpPolicy: { enabled: true }, sandbox: { enabled: true, network: { allowedDomains: ['a'] } }, x: 1 }
const after = {
  mcpPolicy: { enabled: false },
  sandbox: { enabled: true, network: { allowedDomains: ['a', 'b'] } },
  x: 2,
}
const compared = compareSettings(before, after)

/** The picked parts of the settings before and after. */
const picked = (wanted: Wanted) => {
  const parts = pickedParts(filterComparison(compared, wanted), wanted)
  return [before, after].map((settings) => pickedOf(settings, parts))
}

test('a pattern keeps the matching changes and their findings', () => {
  const { changes, findings } = filterComparison(compared, { glob: parsePathGlob('*allowed*'), verdict: undefined })
  expect([changes.length, findings.map(({ rule }) => rule)]).toEqual([1, ['sandbox-allow']])
  expect(filterComparison(compared, { glob: undefined, verdict: 'tightened' }).changes).toEqual([])
  expect(filterComparison(compared, { glob: undefined, verdict: undefined })).toEqual(compared)
})

test('the changed parts of both settings are picked with their parents', () => {
  expect(picked({ glob: undefined, verdict: 'loosened' })).toEqual([
    { mcpPolicy: { enabled: true }, sandbox: { network: { allowedDomains: [] } } },
    { mcpPolicy: { enabled: false }, sandbox: { network: { allowedDomains: ['b'] } } },
  ])
  expect(picked({ glob: parsePathGlob('allowedDomains'), verdict: 'loosened' })).toEqual([
    { sandbox: { network: { allowedDomains: [] } } },
    { sandbox: { network: { allowedDomains: ['b'] } } },
  ])
  expect(picked({ glob: parsePathGlob('x'), verdict: undefined })).toEqual([{ x: 1 }, { x: 2 }])
  expect(picked({ glob: undefined, verdict: undefined })).toEqual([before, after])
})
