import { AppError } from '../../base/errors.ts'
import { pagesOf } from '../../client/pages.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { LIST_FRESH_MS, type Loaded, loaded } from './kit/loaded.ts'
import { NOT_CACHED } from './kit/offline.ts'
import type { LoadDeps } from './kit/organisation.ts'

type Report = Lenient<ReadinessReport>

/** Reports per page. The contract specifies no maximum. */
const REPORTS_PAGE = 100

/** See {@link Source.loadReports}. */
export const loadReports = async (
  { client, ledger, organisation }: LoadDeps,
  { isForced = false, signal, onRetry }: LoadOptions = {},
): Promise<Loaded<Report[]>> => {
  const cached = ledger.readReports()
  if (!client) return cachedOnly(cached)
  const known = new Set(isForced ? [] : cached.rows.map(({ reportId }) => reportId).filter((id) => id !== undefined))
  const rows: Report[] = []
  let problems = 0
  let incomplete: string | undefined
  let fetchedAt = organisation.now()
  let isCaughtUp = false
  const pages = pagesOf(client, 'readinessReports', { query: { limit: REPORTS_PAGE } }, { signal, onRetry })
  for await (const page of pages) {
    rows.push(...page.rows)
    problems += page.reply.problemCount
    incomplete = page.incomplete
    fetchedAt = organisation.timeOf(page.reply)
    // Pages are newest first. Once a cached report appears, all following ones are cached too.
    isCaughtUp = rows.some(({ reportId }) => reportId !== undefined && known.has(reportId)) && isNewestFirst(rows)
    if (isCaughtUp) {
      incomplete = undefined
      break
    }
  }
  // Write only complete lists, because a cached list counts as all reports. If the whole list was loaded, reports
  // missing from it were deleted.
  const isAll = !isCaughtUp
  if (incomplete === undefined) organisation.keepList('reports', () => ledger.writeReports(rows, fetchedAt, { isAll }))
  const fetched = new Set(rows.map(({ reportId }) => reportId))
  const older = isCaughtUp ? cached.rows.filter(({ reportId }) => !fetched.has(reportId)) : []
  return {
    ...loaded([...rows, ...older], fetchedAt, 'server', { freshMs: LIST_FRESH_MS, problems }),
    ...(incomplete !== undefined && { incomplete }),
  }
}

const isNewestFirst = (rows: readonly Report[]): boolean =>
  rows.every(({ createdAt }, at) => createdAt !== undefined && createdAt <= (rows[at - 1]?.createdAt ?? createdAt))

const cachedOnly = <Row>({ rows, fetchedAt }: { rows: Row[]; fetchedAt: number | undefined }): Loaded<Row[]> => {
  if (fetchedAt === undefined) throw new AppError('incomplete', NOT_CACHED)
  return loaded(rows, fetchedAt, 'ledger', { freshMs: LIST_FRESH_MS })
}
