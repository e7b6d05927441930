import type { JudgedCriterion } from '../../src/domain/readiness/judged-criteria.ts'
import { isRegressed } from '../../src/domain/readiness/report-comparison.ts'
import type { SeenCriterion } from '../../src/domain/readiness/report-filter.ts'
import type { useLateDetail } from '../kit/detail/use-detail.ts'
import type { Filter } from '../kit/filter/use-filter.ts'
import { nextIn } from '../kit/list/use-list.ts'
import { oneOf } from '../kit/screen/screen-link.ts'
import { linkedKey, useScreenState } from '../kit/screen/screen-state.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'

/** What `f` goes through. */
const QUICK_FILTERS = ['all', 'failing', 'regressed', 'skipped'] as const
export type QuickFilter = (typeof QUICK_FILTERS)[number]
export const quickFilter = linkedKey<QuickFilter>('quick', 'all', oneOf(QUICK_FILTERS))

/** What each leaves, as a filter says it. */
export const QUICK_CONDITIONS: Record<QuickFilter, string> = {
  all: '',
  failing: 'verdict=failed',
  regressed: 'change=regressed',
  skipped: 'verdict=skipped',
}

/** Whether a criterion, seen beside the report before, passes a quick filter. */
export const isQuick = (filter: QuickFilter, { criterion, before }: SeenCriterion): boolean => {
  if (filter === 'all') return true
  if (filter === 'failing') return criterion.outcome === 'failed'
  return filter === 'skipped' ? criterion.outcome === 'skipped' : isRegressed(before, criterion)
}

/** The quick filter of a list, and its key. @param wordsOf - Shown when it changes. */
export const useQuickFilter = (wordsOf: (quick: QuickFilter) => string) => {
  const { tell } = useLastRow()
  const [quick, setQuick] = useScreenState(quickFilter)
  const change = () => {
    const next = nextIn(QUICK_FILTERS, quick)
    setQuick(next)
    tell(wordsOf(next))
  }
  return { quick, handlers: { quick: change } }
}

type Seek = {
  filter: Filter
  /** The detail that a search text may stand in further down. @default none */
  detailNow: ReturnType<typeof useLateDetail> | undefined
  /** Selects the next row that is wanted, or the one before (-1); false when there is none. */
  seek: (step: 1 | -1, isWanted: (criterion: JudgedCriterion) => boolean) => boolean
  /** What a row is, and how it is said that it fails. */
  words: [row: string, fails: string]
}

/** What n and N do: they go to the next place that holds the filter; without a filter to the next row that fails. */
export const useSeekHandlers = ({ filter, detailNow, seek, words: [row, fails] }: Seek) => {
  const { tell } = useLastRow()
  const find = (step: 1 | -1) => () => {
    const isLooking = filter.text.trim() !== ''
    if (isLooking && detailNow?.().scrollToFound(step)) return
    if (seek(step, ({ outcome }) => isLooking || outcome === 'failed')) return
    tell(`No ${row} ${isLooking ? 'holds it' : fails} ${step === 1 ? 'below' : 'above'} this one.`)
  }
  return { nextFailing: find(1), previousFailing: find(-1) }
}
