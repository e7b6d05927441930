import { expect, test } from 'vitest'
import { changeLines, changeText } from '../../../src/domain/risk/change-lines.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { riskSentence } from '../../../src/domain/risk/finding-text.ts'

const told = (before: object, after: object): string[] =>
  changeLines(compareSettings(before, after)).map((line) => `${line.level ?? 'none'} ${changeText(line)}`)

test('an entry that a pattern already covered is not marked as widened, only what is new is', () => {
  const [before, after] = [{ commandAllowlist: ['docker *'] }, { commandAllowlist: ['docker build', 'gh pr *'] }]
  expect(told(before, after)).toEqual([
    'widened + commandAllowlist{"gh pr *"}',
    'narrowed - commandAllowlist{"docker *"}',
    'none + commandAllowlist{"docker build"}',
  ])
  expect(compareSettings(before, after).findings.map(riskSentence)).toEqual([
    'commandAllowlist allows 1 more',
    'commandAllowlist allows 1 fewer',
  ])
})

test('a covered entry is not marked either where it is the only one that came or went', () => {
  const [pattern, both] = [{ commandAllowlist: ['docker *'] }, { commandAllowlist: ['docker *', 'docker build'] }]
  expect(told(pattern, both)).toEqual(['none + commandAllowlist{"docker build"}'])
  expect(told(both, pattern)).toEqual(['none - commandAllowlist{"docker build"}'])
  const [denied, deniedBoth] = [{ commandDenylist: ['rm *'] }, { commandDenylist: ['rm *', 'rm -rf'] }]
  expect(told(deniedBoth, denied)).toEqual(['none - commandDenylist{"rm -rf"}'])
})
