import type { CallOptions, Client } from '../../client/client.ts'
import { type PagedEndpointName, pagesOf } from '../../client/pages.ts'
import type { RequestOf } from '../../contract/endpoints.ts'
import type { Range } from '../../domain/calendar.ts'
import { type OverviewInput, overviewSpan } from '../../domain/overview.ts'
import { AppError } from '../../errors.ts'

export const PARTS = ['credits', 'activity', 'tools', 'productivity', 'revisions', 'reports'] as const
export type Part = (typeof PARTS)[number]

/** A part that could not be loaded, or not all of it. */
export type MissingPart = { part: Part; error: AppError }

export type LoadedOverview = { parts: Pick<OverviewInput, Part>; missing: MissingPart[] }

/** Revisions that are shown, and one more to compare the oldest of them with. */
const REVISIONS_LOADED = 6
/** Reports asked for at once; the contract names no largest number. */
const REPORTS_PER_PAGE = 100

/**
 * Loads the parts of the overview side by side. One that fails leaves the others alone.
 *
 * @throws AppError when nothing at all could be loaded: what the first part failed with.
 */
export const loadOverview = async (
  client: Client,
  range: Range,
  previous: Range | undefined,
  options: CallOptions,
): Promise<LoadedOverview> => {
  const { from, to } = overviewSpan(range, previous)
  const days = { query: { startDate: from, endDate: to } }
  const missing: MissingPart[] = []
  const attempt = async <Rows>(part: Part, load: () => Promise<Rows>): Promise<Rows | undefined> => {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
      missing.push({ part, error })
      return undefined
    }
  }
  const rowsOf = async <Row>(reply: Promise<{ body: { data?: Row[] | undefined } }>): Promise<Row[]> =>
    (await reply).body.data ?? []
  const [credits, activity, tools, productivity, revisions, reports] = await Promise.all([
    attempt('credits', () => rowsOf(client.call('credits', days, options))),
    attempt('activity', () => rowsOf(client.call('activity', days, options))),
    attempt('tools', () => rowsOf(client.call('tools', days, options))),
    attempt('productivity', () => rowsOf(client.call('productivity', days, options))),
    attempt('revisions', async () => {
      const { body } = await client.call('controlsHistory', { query: { limit: REVISIONS_LOADED } }, options)
      return body.changes ?? []
    }),
    attempt('reports', () =>
      allRows(client, 'readinessReports', { query: { limit: REPORTS_PER_PAGE } }, options, (error) =>
        missing.push({ part: 'reports', error }),
      ),
    ),
  ])
  const parts = { credits, activity, tools, productivity, revisions, reports }
  const [first] = missing.toSorted((a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part))
  if (first !== undefined && Object.values(parts).every((part) => part === undefined)) throw first.error
  return { parts, missing }
}

const allRows = async <N extends PagedEndpointName>(
  client: Client,
  name: N,
  request: RequestOf<N>,
  options: CallOptions,
  onIncomplete: (error: AppError) => void,
) => {
  const pages = []
  for await (const page of pagesOf(client, name, request, options)) {
    pages.push(page.rows)
    if (page.incomplete !== undefined) onIncomplete(new AppError('incomplete', page.incomplete))
  }
  return pages.flat()
}
