import type { CriterionResult } from '../../src/domain/readiness/criterion-results.ts'
import { isRegressed } from '../../src/domain/readiness/report-comparison.ts'
import type { ListedCriterion } from '../../src/domain/readiness/report-filter.ts'
import type { useLiveDetail } from '../kit/detail/use-detail.ts'
import type { Filter } from '../kit/filter/use-filter.ts'
import { nextIn } from '../kit/list/use-list.ts'
import { oneOf } from '../kit/screen/screen-link.ts'
import { linkedKey, useScreenState } from '../kit/screen/screen-state.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'

/** The key `f` cycles through these. */
const QUICK_FILTERS = ['all', 'failing', 'regressed', 'skipped'] as const
export type QuickFilter = (typeof QUICK_FILTERS)[number]
export const quickFilter = linkedKey<QuickFilter>('quick', 'all', oneOf(QUICK_FILTERS))

/** Each quick filter as a condition in the filter language. */
export const QUICK_CONDITIONS: Record<QuickFilter, string> = {
  all: '',
  failing: 'verdict=failed',
  regressed: 'change=regressed',
  skipped: 'verdict=skipped',
}

/** Whether a criterion matches a quick filter. `regressed` compares it with the previous report. */
export const isQuick = (filter: QuickFilter, { criterion, before }: ListedCriterion): boolean => {
  if (filter === 'all') return true
  if (filter === 'failing') return criterion.outcome === 'failed'
  return filter === 'skipped' ? criterion.outcome === 'skipped' : isRegressed(before, criterion)
}

/** The quick filter of a list, and the handler for its key. @param wordsOf - Message to show after a change. */
export const useQuickFilter = (wordsOf: (quick: QuickFilter) => string) => {
  const { showNotice } = useLastRow()
  const [quick, setQuick] = useScreenState(quickFilter)
  const change = () => {
    const next = nextIn(QUICK_FILTERS, quick)
    setQuick(next)
    showNotice(wordsOf(next))
  }
  return { quick, handlers: { quick: change } }
}

type Seek = {
  filter: Filter
  /** The detail, in which the searched text can occur further down. @default none */
  getDetail: ReturnType<typeof useLiveDetail> | undefined
  /** Selects the next (1) or previous (-1) matching row. Returns false if there is none. */
  seek: (step: 1 | -1, isWanted: (criterion: CriterionResult) => boolean) => boolean
  /** The words for a row, and for a row that fails, as used in messages. */
  words: [row: string, fails: string]
}

/** Handlers for n and N: they select the next match of the filter or, without a filter, the next failing row. */
export const useSeekHandlers = ({ filter, getDetail, seek, words: [row, fails] }: Seek) => {
  const { showNotice } = useLastRow()
  const find = (step: 1 | -1) => () => {
    const isSearching = filter.text.trim() !== ''
    if (isSearching && getDetail?.().scrollToFound(step)) return
    if (seek(step, ({ outcome }) => isSearching || outcome === 'failed')) return
    showNotice(`No ${row} ${isSearching ? 'matches' : fails} ${step === 1 ? 'below' : 'above'} this one.`)
  }
  return { nextFailing: find(1), previousFailing: find(-1) }
}
