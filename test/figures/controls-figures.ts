import { type DocumentedVerdict, documentedVerdicts } from './documented-risk.ts'
import { madeUpSettings, serveHistory } from './made-up-controls.ts'
import { csvRows, type Raw, type Server } from './server.ts'
import type { Tally } from './tally.ts'

/** Revisions of a server, members that changed, and what documented members widened and narrowed. */
export const controlsFigures = async (server: Server, most: number, tally: Tally): Promise<void> => {
  const newestFirst = await historyOf(server.get)
  const rows = csvRows(await server.print('controls', 'history', '--all', '--format', 'csv'))
  tally.same('revisions', 'revisions', rows.length, newestFirst.length)
  for (const [at, { revision, settings, updatedAt, user }] of newestFirst.entries()) {
    const row = rows[at]
    tally.same('revisions', `${revision}`, Number(row?.revision), revision)
    tally.same('revisions', `${revision} time`, row?.updatedAt, updatedAt)
    tally.same('revisions', `${revision} who`, row?.who, user.name)
    const before = newestFirst[at + 1]?.settings
    if (before) tally.same('changed members', `${revision}`, row?.changed, changedMembers(before, settings).join(', '))
  }
  for (const [at, { revision, settings }] of newestFirst.slice(0, most).entries()) {
    const before = newestFirst[at + 1]
    if (before) await compareDiff(server, before, { revision, settings }, 'verdicts of revisions', tally)
  }
}

/** Verdicts on a history in which each revision changes one documented member. @param beside - A server that is printed by the same. */
export const madeUpFigures = async (beside: Server, count: number, diffs: number, tally: Tally): Promise<void> => {
  const all = madeUpSettings(count, 7)
  const { url, close } = await serveHistory(all)
  const server = beside.another({ url, key: 'figures-key' })
  try {
    const rows = csvRows(await server.print('controls', 'history', '--all', '--format', 'csv')).toReversed()
    for (const [at, after] of all.entries()) {
      const before = all[at - 1]
      if (!before) continue
      const verdicts = [...documentedVerdicts(before, after).values()].flat()
      const count = (of: DocumentedVerdict) => verdicts.filter((one) => one === of).length
      const what = `made up ${at} → ${at + 1} ${JSON.stringify(differing(before, after))}`
      tally.same('verdicts, made up', `${what} widened`, Number(rows[at]?.widened), count('widened'))
      tally.same('verdicts, made up', `${what} narrowed`, Number(rows[at]?.narrowed), count('narrowed'))
    }
    for (let at = 1; at <= diffs && at < all.length; at++) {
      const [before, after] = [all[at - 1], all[at]]
      await compareDiff(
        server,
        { revision: at, settings: before },
        { revision: at + 1, settings: after },
        'verdicts by path, made up',
        tally,
      )
    }
  } finally {
    server.close()
    close()
  }
}

/** A history in which some is taken back, in whole or in part, and some has no effect until its switch is on. */
const OPEN_HISTORY: readonly Raw[] = [
  { maxAutonomyLevel: 'low', mcpPolicy: { enabled: false, allowlist: ['a.example'] }, commandAllowlist: ['ls'] },
  {
    maxAutonomyLevel: 'high',
    mcpPolicy: { enabled: false, allowlist: ['a.example', 'b.example'] },
    commandAllowlist: ['ls'],
  },
  {
    maxAutonomyLevel: 'medium',
    mcpPolicy: { enabled: true, allowlist: ['a.example', 'b.example'] },
    commandAllowlist: ['ls', 'rm *'],
  },
  {
    maxAutonomyLevel: 'medium',
    mcpPolicy: { enabled: true, allowlist: ['a.example', 'b.example'] },
    commandAllowlist: ['ls', 'rm *'],
    commandBlocklist: ['rm *'],
    sandbox: { enabled: false, network: { allowedDomains: ['*'] } },
  },
]

/** What is left of each loosening by the settings of the newest revision, as `revision path`; `!!` where all is allowed. */
const OPEN_TODAY = [
  // A cap of medium is more than low, and less than everything.
  '2 maxAutonomyLevel',
  // It grew while the policy was off, which is on today.
  '2 mcpPolicy.allowlist',
  // `rm *` is blocked, and the sandbox is off: neither allows anything more.
]

/** What `controls open` lists on {@link OPEN_HISTORY}. */
export const openFigures = async (beside: Server, tally: Tally): Promise<void> => {
  const { url, close } = await serveHistory(OPEN_HISTORY)
  const server = beside.another({ url, key: 'figures-key' })
  try {
    const { widenings } = JSON.parse(await server.print('controls', 'open', '--json'))
    const told = widenings.map((one: Raw) => `${one.is_grave ? '!! ' : ''}${one.revision} ${one.path}`).toSorted()
    tally.same('open loosenings', 'made up', told.join(', '), OPEN_TODAY.join(', '))
  } finally {
    server.close()
    close()
  }
}

const compareDiff = async ({ print }: Server, before: Raw, after: Raw, kind: string, tally: Tally): Promise<void> => {
  const { changes } = JSON.parse(
    await print('controls', 'diff', String(before.revision), String(after.revision), '--json'),
  )
  for (const [path, verdicts] of documentedVerdicts(before.settings, after.settings)) {
    // Of the overrides by address the order is a change of its own, beside those of single overrides.
    const isOwn =
      path === 'mcpAutonomyUrlOverrides'
        ? (own: string) => own === path
        : // An object that comes or goes as a whole is one change, at its own path.
          (own: string) => own.startsWith(path) || path.startsWith(`${own}.`)
    const own: Raw[] = changes.filter((change: Raw) => isOwn(change.path))
    const told = new Set(own.map((change) => change.verdict))
    const printed = ['widened', 'narrowed', 'neutral'].filter((one) => told.has(one))
    // An entry without effect is told as neutral only where the whole list is.
    const isDecided = verdicts.includes('widened') || verdicts.includes('narrowed')
    const compared = isDecided ? printed.filter((one) => one !== 'neutral') : printed
    tally.same(kind, `${before.revision} → ${after.revision} ${path}`, compared.join(), verdicts.join())
    if (!verdicts.includes('widened')) continue
    const widening = own.filter((change) => change.verdict === 'widened')
    const expected = isGrave(path, before.settings, after.settings)
    const isTold = widening.some((change) => change.is_grave)
    if (expected !== undefined)
      tally.same(`${kind}, severity`, `${before.revision} → ${after.revision} ${path}`, isTold, expected)
  }
}

/** Everything allowed, and a sandbox off, are grave; one more command is not. Of others no document says. */
const isGrave = (path: string, before: Raw, after: Raw): boolean | undefined => {
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
