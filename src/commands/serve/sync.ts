import { AppError, usageError } from '../../base/errors.ts'
import { patientLimits } from '../../client/limits.ts'
import { toTextTable } from '../../domain/output/output.ts'
import { age, counted, fullNumber } from '../../domain/text/format.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import { duration, timeText } from '../../domain/text/time-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { createStatusLine, noteTo } from '../kit/notes.ts'
import { parseDuration, parseWhole } from '../kit/option-values.ts'
import { type MirrorStatus, withServerData } from '../kit/server-data.ts'
import type { SyncedEndpoint, SyncReport, SyncSettings } from '../kit/world.ts'
import { printRows } from '../output/print-rows.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = {
  columns: [
    ...columnsOf('text', { name: 'ENDPOINT', firstDay: 'FIRST DAY', lastDay: 'LAST DAY' }),
    ...columnsOf('count', { written: 'WRITTEN', changed: 'CHANGED', removed: 'REMOVED', skipped: 'SKIPPED' }),
    ...columnsOf('text', { failure: 'FAILURE' }),
  ],
  members: ['name', 'firstDay', 'lastDay', 'written', 'changed', 'removed', 'skipped', 'failure'],
}

const statusLayout: RowLayout = {
  columns: [
    ...columnsOf('text', { name: 'ENDPOINT', firstDay: 'FIRST DAY', lastDay: 'LAST DAY', settledTo: 'SETTLED TO' }),
    ...columnsOf('text', { completeAt: 'READ', failure: 'FAILURE' }),
  ],
  members: ['name', 'firstDay', 'lastDay', 'settledTo', 'completeAt', 'walk', 'failure'],
}

const columns = [{ title: '' }, { title: '' }, { title: '' }]

const daysOf = ({ firstDay, lastDay }: { firstDay?: string | undefined; lastDay?: string | undefined }): SafeText =>
  safeText(firstDay === undefined ? '' : `${firstDay}..${lastDay}`)

const countsOf = ({ written, changed, removed, skipped, failure }: SyncedEndpoint): string =>
  [
    `${fullNumber(written)} rows written, ${fullNumber(changed)} changed`,
    removed > 0 ? `, ${fullNumber(removed)} removed` : '',
    skipped > 0 ? `, ${fullNumber(skipped)} skipped (no usable id or day)` : '',
    failure === undefined ? '' : `, failed: ${failure}`,
  ].join('')

export const sync = command({
  name: 'sync',
  summary: "Copy an organisation's data to a team's database",
  description:
    'Reads all days and lists from the server of the profile: everything at first, then only what may have changed. An interrupted run resumes where it stopped. Secrets in settings are masked before they are written. Of several instances that use one database, one synchronises. Exits with 3 if another instance is at work, and with 7 if an endpoint failed.',
  pipeFormat: 'table',
  members: layout.members,
  options: [
    { flags: '--to <place>', help: 'SQLite file or postgres:// URL', completes: 'file' },
    { flags: '--every <time>', help: 'repeat at this interval, from 1m to 7d' },
    { flags: '--status', help: 'show progress and failures; send nothing' },
    { flags: '--lease <seconds>', help: 'silence before another instance takes over', isHidden: true },
  ],
  globals: { '--read-only': false },
  examples: [
    'sync --profile acme --to acme.db',
    'sync --to postgres://qd@localhost/acme --every 1h',
    'sync --status --to acme.db',
  ],
  parse: ({ options, globals: { format = 'table' } }) => {
    if (options.every !== undefined && (format === 'csv' || format === 'md'))
      throw usageError(`--format ${format} prints one table: remove --every, or use --format ndjson.`)
    if (!options.to) throw usageError('qd sync needs a database: add --to FILE or --to postgres://….')
    if (options.status && options.every !== undefined) throw usageError('--status and --every cannot be used together.')
    const lease = parseWhole(options.lease, '--lease', { min: 1, max: 3_600 })
    return {
      to: options.to,
      isStatus: options.status,
      everyMs: options.every === undefined ? undefined : parseDuration(options.every, '--every'),
      leaseMs: lease === undefined ? undefined : lease * 1000,
    }
  },
  run: async ({ isStatus, ...settings }, deps) => {
    if (isStatus) return printStatus(settings.to, deps)
    // A mirror reads the vendor, not another mirror.
    const credentials = { ...(await deps.credentials()), history: undefined }
    const client = await deps.connect(credentials, { limits: patientLimits })
    try {
      const host = new URL(credentials.baseUrl).host
      const last = await synchronise({ ...settings, client, host }, deps)
      if (settings.everyMs === undefined) assertComplete(last)
      return 0
    } finally {
      await client.close()
    }
  },
})

/** Synchronises, and returns the last report. */
const synchronise = async (settings: SyncSettings, deps: Deps): Promise<SyncReport> => {
  const line = createStatusLine(deps)
  const note = (sentence: string): void => {
    line.clear()
    noteTo(deps.err, sentence)
  }
  let last: SyncReport = {}
  await deps.sync(settings, {
    onProgress: (endpoint, { written }, progress) =>
      line.show(`${endpoint}  ${progress}  ${counted(written, 'row')} written`),
    onWait: (waitMs) => note(`${settings.host} asked to wait ${duration(waitMs)}.`),
    onHeld: (holder) => note(`Waiting for ${holder}, which is synchronising this database.`),
    onRun: (report) => {
      line.clear()
      last = report
      printReport(report, deps)
    },
    onFailure: (error) => note(error instanceof Error ? error.message : String(error)),
  })
  line.clear()
  return last
}

/** @throws AppError of kind `incomplete` if an endpoint failed. */
const assertComplete = (report: SyncReport): void => {
  const failures = Object.values(report).flatMap(({ failure }) => failure ?? [])
  if (failures[0] === undefined) return
  const share = `${failures.length} of ${counted(Object.keys(report).length, 'endpoint')}`
  throw new AppError('incomplete', `${share} failed: ${failures[0]}`)
}

const printReport = (report: SyncReport, deps: Deps): void => {
  const rows = Object.entries(report).map(([name, result]) => ({ name, ...result }))
  const cells = () => rows.map((row) => [safeText(row.name), daysOf(row), safeText(countsOf(row))])
  printRows({ rows, envelope: { endpoints: rows }, layout, table: () => toTextTable(columns, cells()) }, deps)
}

const printStatus = async (to: string, deps: Deps): Promise<number> => {
  const status = await withServerData(to, deps, (server) => server.mirrorStatus())
  if (status === undefined)
    throw new AppError('notFound', 'This database is not a mirror yet: run qd sync --to with it.')
  const table = (): string => {
    const { vendor, lastSuccessAt, lagMs, lastFailure, lease } = status
    const lines = [
      `Mirror of ${vendor}, last synchronised ${lastSuccessAt === undefined ? 'never' : `${timeText(lastSuccessAt)} (${age(lagMs)} ago)`}.`,
      ...(lastFailure ? [`Last failed at ${timeText(lastFailure.at)}: ${lastFailure.message}`] : []),
      ...(lease ? [`${lease.holder} is synchronising.`] : []),
    ]
    const rows = status.endpoints.map((endpoint) => [
      safeText(endpoint.name),
      daysOf(endpoint),
      safeText(stateOf(endpoint)),
    ])
    return `${lines.map((text) => safeText(text)).join('\n')}\n${toTextTable(columns, rows)}`
  }
  const envelope = statusJson(status)
  printRows({ rows: envelope.endpoints, envelope, layout: statusLayout, table }, deps)
  return 0
}

const stateOf = ({ settledTo, completeAt, walk, failure, lastDay }: MirrorStatus['endpoints'][number]): string =>
  [
    settledTo === undefined ? [] : `settled to ${settledTo}`,
    completeAt === undefined ? [] : `read ${timeText(completeAt)}`,
    walk === undefined ? [] : `reading ${walk.from}..${walk.to}, at ${walk.cursor}`,
    failure === undefined ? [] : `failed: ${failure}`,
    lastDay === undefined && completeAt === undefined && walk === undefined ? 'not read yet' : [],
  ]
    .flat()
    .join(', ')

/** With times as ISO 8601. */
const statusJson = ({ endpoints, lastSuccessAt, lastFailure, lease, ...rest }: MirrorStatus) => ({
  ...rest,
  lastSuccessAt: timeText(lastSuccessAt),
  lastFailure: lastFailure && { ...lastFailure, at: timeText(lastFailure.at) },
  lease: lease && { ...lease, endsAt: timeText(lease.endsAt) },
  endpoints: endpoints.map(({ completeAt, walk, ...endpoint }) => ({
    ...endpoint,
    ...(completeAt !== undefined && { completeAt: timeText(completeAt) }),
    ...(walk && { walk: { ...walk, startedAt: timeText(walk.startedAt) } }),
  })),
})
