import { usageError } from '../../base/errors.ts'
import { clearLedger } from '../../cache/ledger/clear-ledger.ts'
import { type LedgerStatus, ledgerStatus, type PartitionStatus } from '../../cache/ledger/ledger-status.ts'
import { countEntered } from '../../config/entered-file.ts'
import { foldersOf } from '../../config/folders.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { outputOf } from '../../domain/output/csv.ts'
import { type TextColumn, toTextTable } from '../../domain/output/output.ts'
import { bytes, counted, fullNumber, moment, rangeLabel } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { withAsciiSigns } from '../../domain/text/signs.ts'
import { command, type Deps } from '../kit/command.ts'
import { cacheProblem } from '../kit/load-options.ts'
import { printDone, printRows } from '../output/print-rows.ts'
import { columnsOf, type RawRow, type RowLayout } from '../output/row-layout.ts'

/** Ids and export paths that users entered. They are stored outside the cache. */
type EnteredCounts = { path: string; ids: number; exports: number }

const enteredText = ({ path, ids, exports }: EnteredCounts): string =>
  ids + exports === 0
    ? ''
    : `\nnot part of the cache, in ${safeText(path)}: added ids ${fullNumber(ids)}, paths of exports ${fullNumber(exports)}\n`

const statusJson = (status: LedgerStatus, entered: EnteredCounts): unknown => ({
  path: status.path,
  sizeBytes: status.sizeBytes,
  state: status.is,
  ...(status.is === 'ready' && { organisations: status.partitions.map(partitionJson) }),
  entered,
  ...(cacheProblem(status) !== undefined && { notice: cacheProblem(status) }),
})

const isoOf = (ms: number): string => new Date(ms).toISOString()

const partitionJson = ({ orgId, tables, unfinishedWalks, reports, revisions, knownIds }: PartitionStatus): unknown => ({
  orgId: orgId === '' ? null : orgId,
  tables: tables.map(({ oldestFetchedAt, newestFetchedAt, ...table }) => ({
    ...table,
    oldestFetchedAt: isoOf(oldestFetchedAt),
    newestFetchedAt: isoOf(newestFetchedAt),
  })),
  unfinishedWalks: unfinishedWalks.map(({ span, startedAt, ...walk }) => ({
    ...span,
    ...walk,
    startedAt: isoOf(startedAt),
  })),
  reports,
  revisions,
  knownIds: {
    computers: knownIds.computers,
    serviceAccounts: knownIds.serviceAccounts,
    wikiRuns: knownIds.wikiRuns,
  },
})

const { columns: members, rowOf: cachedRow } = outputOf<[orgId: string, table: PartitionStatus['tables'][number]]>({
  orgId: (orgId) => orgId || null,
  table: (_, { table }) => table,
  days: (_, { days }) => days,
  rows: (_, { rows }) => rows,
  firstDay: (_, { spans }) => spans[0]?.from,
  lastDay: (_, { spans }) => spans.at(-1)?.to,
  oldestFetchedAt: (_, { oldestFetchedAt }) => isoOf(oldestFetchedAt),
  newestFetchedAt: (_, { newestFetchedAt }) => isoOf(newestFetchedAt),
})

const cachedLayout: RowLayout = {
  columns: [
    ...columnsOf('text', { orgId: 'ORGANISATION', table: 'CACHED' }),
    ...columnsOf('count', { days: 'DAYS', rows: 'ROWS' }),
    ...columnsOf('day', { firstDay: 'FIRST DAY', lastDay: 'LAST DAY', newestFetchedAt: 'LAST FETCHED' }),
  ],
  members,
}

const cachedRows = ({ orgId, tables }: PartitionStatus): RawRow[] => tables.map((table) => cachedRow(orgId, table))

const statusText = (status: LedgerStatus, { columns, globals }: Deps): string => {
  const head = `${safeText(status.path)}  ${status.is === 'none' ? 'does not exist yet' : bytes(status.sizeBytes)}\n`
  const problem = cacheProblem(status)
  const partitions = status.is === 'ready' ? status.partitions : []
  const parts = partitions.map((partition) => partitionText(partition, columns, globals.isAscii))
  const nothing = status.is === 'ready' && partitions.length === 0 ? 'no data\n' : ''
  return `${head}${problem === undefined ? '' : `${safeText(problem)}\n`}${nothing}${parts.join('')}`
}

const cachedColumns: TextColumn[] = [
  { title: 'CACHED', shrinks: false },
  { title: 'DAYS', align: 'right' },
  { title: 'ROWS', align: 'right' },
  { title: 'SPANS' },
  { title: 'LAST FETCHED', shrinks: false },
]

const partitionText = (partition: PartitionStatus, columns: number | undefined, isAscii: boolean): string => {
  const { orgId, tables, unfinishedWalks, reports, revisions, knownIds } = partition
  const spansText = (spans: readonly Range[]): string => {
    const text = spans.map(rangeLabel).join(', ')
    return isAscii ? withAsciiSigns(text) : text
  }
  const rows = tables.map(({ table, days, rows: count, spans, newestFetchedAt }) =>
    [table, fullNumber(days), fullNumber(count), spansText(spans), moment(newestFetchedAt)].map((cell) =>
      safeText(cell),
    ),
  )
  const table = toTextTable(cachedColumns, rows, columns)
  const walks = unfinishedWalks
    .map(({ span, pages, rows: count }) => {
      const done = `${counted(pages, 'page')}, ${counted(count, 'row')} so far`
      return `unfinished load of users, ${spansText([span])}: ${done}\n`
    })
    .join('')
  const lists = `readiness reports ${fullNumber(reports)}, revisions of the controls ${fullNumber(revisions)}\n`
  const { computers, serviceAccounts, wikiRuns } = knownIds
  const ids = `ids from responses: computers ${fullNumber(computers)}, service accounts ${fullNumber(serviceAccounts)}, wiki runs ${fullNumber(wikiRuns)}\n`
  return `\nORGANISATION ${orgId === '' ? '(unnamed)' : safeText(orgId)}\n${tables.length === 0 ? '' : table}${walks}${lists}${ids}`
}

const cacheStatus = command({
  name: 'cache status',
  summary: 'Show what is cached on disk, by organisation',
  reads: true,
  description:
    'Organisations are shown by their API id. No key, and nothing derived from one, is shown. csv, md and ndjson have a row for each cached table.',
  isLocal: true,
  members: cachedLayout.members,
  examples: ['cache status', 'cache status --json', 'cache status --format csv'],
  run: async (_options, deps) => {
    const { cacheFile, enteredFile } = foldersOf(deps.env)
    const status = ledgerStatus(cacheFile)
    const entered = { path: enteredFile, ...countEntered(enteredFile) }
    const partitions = status.is === 'ready' ? status.partitions : []
    const table = () => statusText(status, deps) + enteredText(entered)
    const rows = partitions.flatMap(cachedRows)
    printRows({ rows, envelope: statusJson(status, entered), layout: cachedLayout, table }, deps)
  },
})

const cacheClear = command({
  name: 'cache clear',
  summary: 'Delete all cached server data',
  description:
    'Applies to all organisations. Deleted data is loaded again when needed. Keeps the ids that you added and the remembered paths of exports; qd logout deletes those of a profile.',
  formats: ['table', 'json'],
  isLocal: true,
  examples: ['cache clear'],
  run: async (_options, deps) => {
    const { cacheFile: path, enteredFile } = foldersOf(deps.env)
    const { is } = ledgerStatus(path)
    const { profile } = deps.globals
    // The command clears all profiles, so a named profile is an error.
    if (profile !== undefined && profile !== DEMO_PROFILE)
      throw usageError(
        `qd cache clear clears the cache of all profiles: remove --profile, or use qd logout --profile ${profile}.`,
      )
    if (profile === DEMO_PROFILE)
      return printDone('The demo has no cache on disk.', { path, freedBytes: 0, keptIds: 0, keptExports: 0 }, deps)
    const freedBytes = clearLedger(path)
    const { ids, exports } = countEntered(enteredFile)
    const freed = is === 'none' ? `There is no cache at ${path}.` : `Cleared ${path}: ${bytes(freedBytes)} freed.`
    const kept =
      ids + exports > 0 ? ` Added ids (${ids}) and paths of exports (${exports}) remain in ${enteredFile}.` : ''
    printDone(freed + kept, { path, freedBytes: freedBytes, keptIds: ids, keptExports: exports }, deps)
  },
})

export const cacheCommands = [cacheStatus, cacheClear]
