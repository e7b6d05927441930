import { useMemo } from 'react'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { filterComparison, type Picked, pickedParts } from '../../../src/domain/risk/filter-comparison.ts'
import { useScreenState } from '../../kit/screen-state.ts'
import { patternOf } from '../../kit/tree/pattern-of.ts'
import { type Filter, useFilter } from '../../kit/use-filter.ts'
import { type QuickFilter, wantedOf } from '../shared/diff-filter.ts'

export type WantedChanges = {
  filter: Filter
  /** What is typed as a pattern of paths; empty: all of them. */
  pattern: string
  quick: QuickFilter
  setQuick: (quick: QuickFilter) => void
  /** What the filters leave of the comparison; undefined while there is none. */
  shown: Comparison | undefined
  /** What they leave of the settings; undefined: all. */
  picked: Picked | undefined
}

/** The changes that are wanted by their paths and by what they mean. */
export const useWantedChanges = (comparison: Comparison | undefined): WantedChanges => {
  const [quick, setQuick] = useScreenState<QuickFilter>('quick', 'all')
  const filter = useFilter()
  const pattern = patternOf(filter.text)
  const wanted = useMemo(() => wantedOf(pattern, quick), [pattern, quick])
  const shown = useMemo(() => comparison && filterComparison(comparison, wanted), [comparison, wanted])
  const picked = useMemo(() => shown && pickedParts(shown, wanted), [shown, wanted])
  return { filter, pattern, quick, setQuick, shown, picked }
}
