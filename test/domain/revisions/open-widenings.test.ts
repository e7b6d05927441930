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

test('what is left of a cap that was raised is told by the cap of today', () => {
  const caps = (...levels: string[]) => told(...levels.map((maxAutonomyLevel) => ({ maxAutonomyLevel })))
  expect(caps('low', 'high', 'medium')).toEqual(['2 maxAutonomyLevel lets agents do more on their own, today "medium"'])
  expect(caps('low', 'high')).toEqual(['2 maxAutonomyLevel lets agents do all on their own, today "high"'])
  // What a later revision raised again is its own.
  expect(caps('low', 'high', 'medium', 'high')).toEqual([
    '4 maxAutonomyLevel lets agents do all on their own, today "high"',
    '2 maxAutonomyLevel lets agents do more on their own, today "high"',
  ])
})

test('a list that grew while its policy was off is open once the policy is on, and only while it is', () => {
  const policy = (enabled: boolean, ...allowlist: string[]) => ({ mcpPolicy: { enabled, allowlist } })
  const grown = [policy(false, 'a'), policy(false, 'a', 'b')]
  expect(told(...grown)).toEqual([])
  expect(told(...grown, policy(true, 'a', 'b'))).toEqual(['2 mcpPolicy.allowlist allows 1 more, today ["a","b"]'])
  expect(told(...grown, policy(true, 'a', 'b'), policy(false, 'a', 'b'))).toEqual([
    '4 mcpPolicy.enabled switched off, today false',
  ])
  // What was taken back while it was off never counted, and what came again is of the revision that brought it last.
  expect(told(...grown, policy(false, 'a'), policy(true, 'a'))).toEqual([])
  expect(told(...grown, policy(false, 'a'), policy(false, 'a', 'b'), policy(true, 'a', 'b'))).toEqual([
    '4 mcpPolicy.allowlist allows 1 more, today ["a","b"]',
  ])
  // It grew in the revision that switched the policy off.
  expect(told(policy(true, 'a'), policy(false, 'a', 'b'), policy(true, 'a', 'b'))).toEqual([
    '2 mcpPolicy.allowlist allows 1 more, today ["a","b"]',
  ])
})

test('parts of the sandbox are open only while the sandbox is on', () => {
  const part = (enabled: boolean, mode: string, allowedDomains: string[]) => ({
    sandbox: { enabled, mode, network: { allowedDomains } },
  })
  const grown = [part(true, 'off', ['a']), part(true, 'off', ['a', '*'])]
  expect(told(...grown)).toEqual([])
  expect(told(...grown, part(true, 'per-command', ['a', '*']))).toEqual([
    '2 sandbox.network.allowedDomains allows everything now, today ["a","*"]',
  ])
})

test('an allowed command that another list holds back since is open no more', () => {
  const grown = [allowed('a'), allowed('a', 'b')]
  expect(told(...grown, { ...allowed('a', 'b'), commandBlocklist: ['b'] })).toEqual([])
  expect(told(...grown, { ...allowed('a', 'b'), commandBlocklist: ['b'] }, allowed('a', 'b'))).toEqual(
    ['4 commandBlocklist denies 1 fewer'].map((line) => `${line}, today undefined`),
  )
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
