import { AppError } from '../../base/errors.ts'
import type { Loaded } from '../../cache/load/kit/loaded.ts'
import { queries } from '../../cache/load/queries.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { attentionSpan } from '../../domain/overview/attention/attention.ts'
import { type OverviewInput, overviewSpan } from '../../domain/overview/overview-figures.ts'
import type { CreditDays } from '../../domain/usage/credit-days.ts'
import { missingReason } from '../kit/cache-use.ts'
import type { MissingPart } from './missing.ts'

const PARTS = ['credits', 'activity', 'tools', 'productivity', 'revisions', 'reports'] as const
type Part = (typeof PARTS)[number]

type OverviewParts = Pick<OverviewInput, Exclude<Part, 'credits'>> & { credits: CreditDays | undefined }

export type LoadedOverview = {
  parts: OverviewParts
  missing: MissingPart[]
  /** When the oldest of it was fetched, Unix ms; undefined when nothing is there. */
  at: number | undefined
}

/** Enough for what is shown, and for what the revisions of a range widened. */
const REVISIONS_LOADED = 50

/**
 * Loads the parts of the overview side by side, days with the history they are judged by. One that fails leaves the others
 * alone.
 *
 * @throws AppError when nothing at all could be loaded: what the first part failed with.
 */
export const loadOverview = async (
  source: Source,
  range: Range,
  previous: Range | undefined,
  options: LoadOptions,
): Promise<LoadedOverview> => {
  const span = historyOf(range, previous)
  const missing: MissingPart[] = []
  const times: number[] = []
  const attempt = async <Data>(part: Part, load: () => Promise<Loaded<Data>>): Promise<Data | undefined> => {
    try {
      const { data, at, incomplete } = await load()
      times.push(at)
      if (incomplete !== undefined) missing.push({ part, error: new AppError('incomplete', incomplete) })
      return data
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
      missing.push({ part, error })
      return undefined
    }
  }
  const days = async <Data>(load: Promise<Loaded<Data>>): Promise<Loaded<Data>> => {
    const { incomplete: _, ...loaded } = await load
    const reason = missingReason(source, loaded.missing ?? [])
    return reason === undefined ? loaded : { ...loaded, incomplete: reason }
  }
  const params = { range: span }
  const { creditDays, activityDays, toolDays, productivityDays } = queries
  const [credits, activity, tools, productivity, revisions, reports] = await Promise.all([
    attempt('credits', () => days(creditDays.load(source, params, options))),
    attempt('activity', () => days(activityDays.load(source, params, options))),
    attempt('tools', () => days(toolDays.load(source, params, options))),
    attempt('productivity', () => days(productivityDays.load(source, params, options))),
    attempt('revisions', () => source.loadRevisions(REVISIONS_LOADED, options)),
    attempt('reports', () => source.loadReports(options)),
  ])
  const parts = { credits, activity, tools, productivity, revisions, reports }
  const order: readonly string[] = PARTS
  const [first] = missing.toSorted((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
  if (first !== undefined && Object.values(parts).every((part) => part === undefined)) throw first.error
  return { parts, missing, at: times.length === 0 ? undefined : Math.min(...times) }
}

const historyOf = (range: Range, previous: Range | undefined): Range => {
  const [from = range.from] = [overviewSpan(range, previous).from, attentionSpan(range).from].sort()
  return { from, to: range.to }
}
