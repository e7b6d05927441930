import { expect, test } from 'vitest'
import { openWidenings } from '../../../src/domain/revisions/open-widenings.ts'
import { riskSentence } from '../../../src/domain/risk/finding-text.ts'

/** What is open after these settings, of which the first is revision 1. */
const open = (...settings: object[]) => {
  const revisions = settings.map((one, at) => ({
    revision: at + 1,
    updatedAt: `2026-11-0${at + 1}T12:00:00Z`,
    user: { id: `u${at}`, email: `u${at}@example.com`, name: `Person ${at}` },
    settings: one as Record<string, unknown>,
  }))
  return openWidenings(revisions.toReversed())
}
const told = (...settings: object[]): string[] =>
  open(...settings).map(
    ({ revision, finding, today }) => `${revision} ${riskSentence(finding)}, today ${JSON.stringify(today)}`,
  )

const sandbox = (enabled: boolean) => ({ sandbox: { enabled } })
const allowed = (...commandAllowlist: string[]) => ({ commandAllowlist })

test('what was widened and never taken back is open, with who did it and when', () => {
  expect(open(sandbox(true), sandbox(false), { ...sandbox(false), env: { A: 'a' } })).toMatchObject([
    { revision: 2, updatedAt: '2026-11-02T12:00:00Z', who: 'Person 1', today: false, finding: { isGrave: true } },
  ])
})

test('the first revision widened nothing', () => {
  expect(told(allowed('*'))).toEqual([])
  expect(told()).toEqual([])
})

test('what was taken back is open no more, and where it is widened again the later revision has it', () => {
  expect(told(sandbox(true), sandbox(false), sandbox(true))).toEqual([])
  expect(told(sandbox(true), sandbox(false), sandbox(true), sandbox(false))).toEqual([
    '4 sandbox.enabled switched off, today false',
  ])
  expect(told({ maxAutonomyLevel: 'low' }, {}, { maxAutonomyLevel: 'low' }, { maxAutonomyLevel: 'medium' })).toEqual([
    '4 maxAutonomyLevel lets agents do more on their own, today "medium"',
  ])
})

test('of entries that came those are open that are still there, each of the revision that brought it last', () => {
  expect(told(allowed('a'), allowed('a', 'b', 'c'), allowed('a', 'c'))).toEqual([
    '2 commandAllowlist allows 1 more, today ["a","c"]',
  ])
  expect(told(allowed('a'), allowed('a', 'b', 'c'), allowed('a', 'c'), allowed('a', 'b', 'c'))).toEqual([
    '4 commandAllowlist allows 1 more, today ["a","b","c"]',
    '2 commandAllowlist allows 1 more, today ["a","b","c"]',
  ])
})

test('what a wildcard let in and the list after it still names is open', () => {
  expect(told(allowed('a'), allowed('*'), allowed('a', 'b'))).toEqual([
    '2 commandAllowlist allows 1 more, today ["a","b"]',
  ])
})

test('a renamed member stays as open as it was', () => {
  const session = (members: object) => ({ sessionDefaultSettings: members })
  expect(
    told(session({ autonomyLevel: 'low' }), session({ autonomyLevel: 'high' }), session({ autonomyMode: 'auto-high' })),
  ).toEqual(['2 sessionDefaultSettings.autonomyLevel lets agents do more on their own, today "auto-high"'])
  expect(
    told(session({ autonomyLevel: 'low' }), session({ autonomyLevel: 'high' }), session({ autonomyMode: 'auto-low' })),
  ).toEqual([])
})

test('the gravest comes first, and of these the newest', () => {
  expect(
    told(
      { ...sandbox(true), ...allowed('a'), maxAutonomyLevel: 'low' },
      { ...sandbox(false), ...allowed('a'), maxAutonomyLevel: 'low' },
      { ...sandbox(false), ...allowed('a', 'b'), maxAutonomyLevel: 'low' },
      { ...sandbox(false), ...allowed('a', 'b') },
    ).map((line) => line.split(' ').slice(0, 2).join(' ')),
  ).toEqual(['4 maxAutonomyLevel', '2 sandbox.enabled', '3 commandAllowlist'])
})
