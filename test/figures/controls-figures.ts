import { type DocumentedVerdict, documentedVerdicts } from './documented-risk.ts'
import { generatedSettings, historyListener } from './generated-controls.ts'
import type { Raw, Server } from './server.ts'
import type { Tally } from './tally.ts'

/** Revisions of a server: changed members, and loosened and tightened documented members. */
export const controlsFigures = async (server: Server, maxDiffs: number, tally: Tally): Promise<void> => {
  const newestFirst = await historyOf(server.get)
  const rows = await server.csv('controls', 'history', '--all')
  tally.same('revisions', 'revisions', rows.length, newestFirst.length)
  for (const [at, { revision, settings, updatedAt, user }] of newestFirst.entries()) {
    const row = rows[at]
    tally.same('revisions', `${revision}`, Number(row?.revision), revision)
    tally.same('revisions', `${revision} time`, row?.updatedAt, updatedAt)
    tally.same('revisions', `${revision} who`, row?.who, user.name)
    const before = newestFirst[at + 1]?.settings
    if (before) tally.same('changed members', `${revision}`, row?.changed, changedMembers(before, settings).join(', '))
  }
  for (const [at, { revision, settings }] of newestFirst.slice(0, maxDiffs).entries()) {
    const before = newestFirst[at + 1]
    if (before) await compareDiff(server, before, { revision, settings }, 'verdicts of revisions', tally)
  }
}

/** Verdicts on a history in which each revision changes one documented member. */
export const generatedFigures = async (host: Server, count: number, diffs: number, tally: Tally): Promise<void> => {
  const all = generatedSettings(count, 7)
  await host.withAnother(historyListener(all), async (server) => {
    const rows = (await server.csv('controls', 'history', '--all')).toReversed()
    for (const [at, after] of all.entries()) {
      const before = all[at - 1]
      if (!before) continue
      const verdicts = [...documentedVerdicts(before, after).values()].flat()
      const count = (of: DocumentedVerdict) => verdicts.filter((one) => one === of).length
      const what = `generated ${at} → ${at + 1} ${JSON.stringify(differing(before, after))}`
      tally.same('verdicts, generated', `${what} loosened`, Number(rows[at]?.loosened), count('loosened'))
      tally.same('verdicts, generated', `${what} tightened`, Number(rows[at]?.tightened), count('tightened'))
    }
    for (let at = 1; at <= diffs && at < all.length; at++) {
      const [before, after] = [at, at + 1].map((revision) => ({ revision, settings: all[revision - 1] }))
      await compareDiff(server, before, after, 'verdicts by path, generated', tally)
    }
  })
}

const HOSTS = ['a.example', 'b.example']
/** A history with loosenings that are reverted, in whole or in part, and some without an effect until their switch is on. */
const OPEN_HISTORY: readonly Raw[] = [
  { maxAutonomyLevel: 'low', mcpPolicy: { enabled: false, allowlist: ['a.example'] }, commandAllowlist: ['ls'] },
  { maxAutonomyLevel: 'high', mcpPolicy: { enabled: false, allowlist: HOSTS }, commandAllowlist: ['ls'] },
  { maxAutonomyLevel: 'medium', mcpPolicy: { enabled: true, allowlist: HOSTS }, commandAllowlist: ['ls', 'rm *'] },
  {
    maxAutonomyLevel: 'medium',
    mcpPolicy: { enabled: true, allowlist: HOSTS },
    commandAllowlist: ['ls', 'rm *'],
    commandBlocklist: ['rm *'],
    sandbox: { enabled: false, network: { allowedDomains: ['*'] } },
  },
]

/** The loosenings that are still in effect in the newest revision, as `revision path`; `!!` where everything is allowed. */
const OPEN_TODAY = [
  // A cap of medium is more than low, and less than everything.
  '2 maxAutonomyLevel',
  // The list grew while the policy was off; the policy is on today.
  '2 mcpPolicy.allowlist',
  // `rm *` is blocked, and the sandbox is off: neither allows anything more.
]

/** What `controls open` lists on {@link OPEN_HISTORY}. */
export const openFigures = (host: Server, tally: Tally): Promise<void> =>
  host.withAnother(historyListener(OPEN_HISTORY), async (server) => {
    const { loosenings } = await server.json('controls', 'open')
    const listed = loosenings.map((one: Raw) => `${one.isCritical ? '!! ' : ''}${one.revision} ${one.path}`).toSorted()
    tally.same('open loosenings', 'generated', listed.join(', '), OPEN_TODAY.join(', '))
  })

const compareDiff = async ({ json }: Server, before: Raw, after: Raw, kind: string, tally: Tally): Promise<void> => {
  const { changes } = await json('controls', 'diff', String(before.revision), String(after.revision))
  for (const [path, verdicts] of documentedVerdicts(before.settings, after.settings)) {
    // The order of the overrides by address is a separate change, in addition to those of single overrides.
    const isOwn =
      path === 'mcpAutonomyUrlOverrides'
        ? (own: string) => own === path
        : // An object that is added or removed as a whole is one change, at its own path.
          (own: string) => own.startsWith(path) || path.startsWith(`${own}.`)
    const own: Raw[] = changes.filter((change: Raw) => isOwn(change.path))
    const printed = ['loosened', 'tightened', 'neutral'].filter((one) => own.some(({ verdict }) => verdict === one))
    // An entry without effect is neutral only where the whole list is.
    const isDecided = verdicts.includes('loosened') || verdicts.includes('tightened')
    const compared = isDecided ? printed.filter((one) => one !== 'neutral') : printed
    tally.same(kind, `${before.revision} → ${after.revision} ${path}`, compared.join(), verdicts.join())
    if (!verdicts.includes('loosened')) continue
    const expected = isCritical(path, before.settings, after.settings)
    const isMarked = own.some((change) => change.verdict === 'loosened' && change.isCritical)
    if (expected !== undefined)
      tally.same(`${kind}, severity`, `${before.revision} → ${after.revision} ${path}`, isMarked, expected)
  }
}

/** Whether a loosening is critical: everything allowed and a sandbox off are, one more command is not. Others are undocumented. */
const isCritical = (path: string, before: Raw, after: Raw): boolean | undefined => {
  if (path === 'commandAllowlist')
    return (after.commandAllowlist ?? []).includes('*') && !(before.commandAllowlist ?? []).includes('*')
  if (path === 'sandbox.mode') return after.sandbox.mode === 'off'
  return undefined
}

const differing = (before: Raw, after: Raw): Raw =>
  Object.fromEntries(changedMembers(before, after).map((name) => [name, [before[name] ?? null, after[name] ?? null]]))

const changedMembers = (before: Raw, after: Raw): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => canonical(before[name]) !== canonical(after[name]))
    .toSorted()

/** The same text whatever the order of members. */
const canonical = (value: Raw): string =>
  JSON.stringify(value, (_, own) =>
    typeof own === 'object' && own !== null && !Array.isArray(own)
      ? Object.fromEntries(Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : own,
  ) ?? ''

const historyOf = async (get: Server['get']): Promise<Raw[]> => {
  const rows: Raw[] = []
  for (let cursor = ''; ; ) {
    const { changes, pagination } = await get(`/api/v0/organization/enterprise-controls/history?limit=100${cursor}`)
    rows.push(...changes)
    if (!pagination?.hasMore) return rows
    cursor = `&cursor=${encodeURIComponent(pagination.nextCursor)}`
  }
}
