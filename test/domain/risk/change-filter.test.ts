import { expect, test } from 'vitest'
import { filterComparison, isPlainPattern, parseChangeWhere } from '../../../src/domain/risk/change-filter.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
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
  ['member=sandbox verdict=widened', ['sandbox.enabled']],
  ['kind=changed', ['sandbox.enabled', 'sessionRetentionDays']],
  ['member=sandbox', ['sandbox.enabled']],
  ['path~retention', ['sessionRetentionDays']],
  ['kind=changed !retention', ['sandbox.enabled']],
  ['sandbox.** !verdict=narrowed', ['sandbox.enabled']],
  ['sandbox verdict=narrowed', []],
])('%s leaves the changes it should', (text, paths) => {
  expect(found(text)).toEqual(paths)
})

test('a negated pattern leaves all others', () => {
  expect(all.length).toBeGreaterThan(3)
  expect(found('!sandbox')).toEqual(all.filter((path) => !path.startsWith('sandbox')))
})

test.each([
  ['', true],
  ['sandbox.**', true],
  ['customModels[*].apiKey', true],
  ['retention days', true],
  ['!sandbox', false],
  ['verdict=widened', false],
  ['sandbox kind=added', false],
  ['knd=added', false],
])('%j is a pattern of paths alone: %j', (text, isPlain) => {
  expect(isPlainPattern(parseChangeWhere(text))).toBe(isPlain)
})
