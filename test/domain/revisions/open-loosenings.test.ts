import { expect, test } from 'vitest'
import { openLoosenings } from '../../../src/domain/revisions/open-loosenings.ts'
import { riskSentence } from '../../../src/domain/risk/finding-text.ts'

/** The open loosenings after these settings, from revision 1 on. */
const open = (...settings: object[]) => {
  const revisions = settings.map((one, at) => ({
    revision: at + 1,
    updatedAt: `2026-11-0${at + 1}T12:00:00Z`,
    user: { id: `u${at}`, email: `u${at}@example.com`, name: `Person ${at}` },
    settings: one as Record<string, unknown>,
  }))
  return openLoosenings(revisions.toReversed())
}
const texts = (...settings: object[]): string[] =>
  open(...settings).map(
    ({ revision, finding, today }) => `${revision} ${riskSentence(finding)}, today ${JSON.stringify(today)}`,
  )

const sandbox = (enabled: boolean) => ({ sandbox: { enabled } })
const allowed = (...commandAllowlist: string[]) => ({ commandAllowlist })

test('a loosened setting that was never reverted is open, with its author and time', () => {
  expect(open(sandbox(true), sandbox(false), { ...sandbox(false), env: { A: 'a' } })).toMatchObject([
    { revision: 2, updatedAt: '2026-11-02T12:00:00Z', who: 'Person 1', today: false, finding: { isCritical: true } },
  ])
})

test('a reverted setting is not open; loosened again, it belongs to the later revision', () => {
  expect(texts(allowed('*'))).toEqual([])
  expect(texts(sandbox(true), sandbox(false), sandbox(true))).toEqual([])
  expect(texts(sandbox(true), sandbox(false), sandbox(true), sandbox(false))).toEqual([
    '4 sandbox.enabled switched off, today false',
  ])
  expect(texts({ maxAutonomyLevel: 'low' }, {}, { maxAutonomyLevel: 'low' }, { maxAutonomyLevel: 'medium' })).toEqual([
    '4 maxAutonomyLevel raises autonomy, today "medium"',
  ])
})

test('an added entry is open while it exists, and belongs to the revision that last added it', () => {
  expect(texts(allowed('a'), allowed('a', 'b', 'c'), allowed('a', 'c'))).toEqual([
    '2 commandAllowlist allows 1 more, today ["a","c"]',
  ])
  expect(texts(allowed('a'), allowed('a', 'b', 'c'), allowed('a', 'c'), allowed('a', 'b', 'c'))).toEqual([
    '4 commandAllowlist allows 1 more, today ["a","b","c"]',
    '2 commandAllowlist allows 1 more, today ["a","b","c"]',
  ])
})

test('an entry that a wildcard allowed and a later list contains is open', () => {
  expect(texts(allowed('a'), allowed('*'), allowed('a', 'b'))).toEqual([
    '2 commandAllowlist allows 1 more, today ["a","b"]',
  ])
})

test('a renamed member stays open', () => {
  const session = (members: object) => ({ sessionDefaultSettings: members })
  expect(texts(session({ autonomyLevel: 'low' }), session({ autonomyLevel: 'high' }))).toEqual([
    '2 sessionDefaultSettings.autonomyLevel raises autonomy, today "high"',
  ])
  expect(
    texts(
      session({ autonomyLevel: 'low' }),
      session({ autonomyLevel: 'high' }),
      session({ autonomyMode: 'auto-high' }),
    ),
  ).toEqual(['2 sessionDefaultSettings.autonomyLevel raises autonomy, today "auto-high"'])
  expect(
    texts(session({ autonomyLevel: 'low' }), session({ autonomyLevel: 'high' }), session({ autonomyMode: 'auto-low' })),
  ).toEqual([])
})

test('a removed setting has no value today', () => {
  expect(texts({ networkPolicy: { allowedIps: ['a'] } }, { networkPolicy: {} })).toEqual([
    '2 networkPolicy.allowedIps no longer limits anything, today undefined',
  ])
})

test('a raised cap is described by the current cap', () => {
  const caps = (...levels: string[]) => texts(...levels.map((maxAutonomyLevel) => ({ maxAutonomyLevel })))
  expect(caps('low', 'high', 'medium')).toEqual(['2 maxAutonomyLevel raises autonomy, today "medium"'])
  expect(caps('low', 'high')).toEqual(['2 maxAutonomyLevel removes the autonomy limit, today "high"'])
  // A later raise belongs to the later revision.
  expect(caps('low', 'high', 'medium', 'high')).toEqual([
    '4 maxAutonomyLevel removes the autonomy limit, today "high"',
    '2 maxAutonomyLevel raises autonomy, today "high"',
  ])
})

test('a list that grew while its policy was off is open while the policy is on', () => {
  const policy = (enabled: boolean, ...allowlist: string[]) => ({ mcpPolicy: { enabled, allowlist } })
  const grown = [policy(false, 'a'), policy(false, 'a', 'b')]
  expect(texts(...grown)).toEqual([])
  expect(texts(...grown, policy(true, 'a', 'b'))).toEqual(['2 mcpPolicy.allowlist allows 1 more, today ["a","b"]'])
  expect(texts(...grown, policy(true, 'a', 'b'), policy(false, 'a', 'b'))).toEqual([
    '4 mcpPolicy.enabled switched off, today false',
  ])
  // An entry removed while the policy was off does not count; an entry added again belongs to the last revision that added it.
  expect(texts(...grown, policy(false, 'a'), policy(true, 'a'))).toEqual([])
  expect(texts(...grown, policy(false, 'a'), policy(false, 'a', 'b'), policy(true, 'a', 'b'))).toEqual([
    '4 mcpPolicy.allowlist allows 1 more, today ["a","b"]',
  ])
  // The list grew in the revision that switched the policy off.
  expect(texts(policy(true, 'a'), policy(false, 'a', 'b'), policy(true, 'a', 'b'))).toEqual([
    '2 mcpPolicy.allowlist allows 1 more, today ["a","b"]',
  ])
})

test('parts of the sandbox are open only while the sandbox is on', () => {
  const part = (enabled: boolean, mode: string, allowedDomains: string[]) => ({
    sandbox: { enabled, mode, network: { allowedDomains } },
  })
  const grown = [part(true, 'off', ['a']), part(true, 'off', ['a', '*'])]
  expect(texts(...grown)).toEqual([])
  expect(texts(...grown, part(true, 'per-command', ['a', '*']))).toEqual([
    '2 sandbox.network.allowedDomains allows everything now, today ["a","*"]',
  ])
})

test('an allowed command that another list blocks later is not open', () => {
  const grown = [allowed('a'), allowed('a', 'b')]
  expect(texts(...grown, { ...allowed('a', 'b'), commandBlocklist: ['b'] })).toEqual([])
  expect(texts(...grown, { ...allowed('a', 'b'), commandBlocklist: ['b'] }, allowed('a', 'b'))).toEqual(
    ['4 commandBlocklist denies 1 fewer'].map((line) => `${line}, today undefined`),
  )
})

test('the most severe comes first, then the newest', () => {
  expect(
    texts(
      { ...sandbox(true), ...allowed('a'), maxAutonomyLevel: 'low' },
      { ...sandbox(false), ...allowed('a'), maxAutonomyLevel: 'low' },
      { ...sandbox(false), ...allowed('a', 'b'), maxAutonomyLevel: 'low' },
      { ...sandbox(false), ...allowed('a', 'b') },
    ).map((line) => line.split(' ').slice(0, 2).join(' ')),
  ).toEqual(['4 maxAutonomyLevel', '2 sandbox.enabled', '3 commandAllowlist'])
})
