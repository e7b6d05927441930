import { useMemo } from 'react'
import { rowColumns } from '../../../src/domain/filter/row-columns.ts'
import {
  changeTable,
  filterComparison,
  isPlainPattern,
  pickedParts,
  type Wanted,
} from '../../../src/domain/risk/change-filter.ts'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { parsePathGlob, patternOf } from '../../../src/domain/settings-diff/path-glob.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { useWhere, whereOption } from '../../kit/filter/use-where.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { QuickFilter } from '../shared/diff-filter.ts'

const nothing: Comparison = { changes: [], findings: [] }

/** The changes that are wanted by their paths and by what they mean. */
export const useWantedChanges = (comparison: Comparison | undefined) => {
  const [quick, setQuick] = useScreenState<QuickFilter>('quick', 'all')
  const filter = useFilter('filter', { completes: true })
  const { table, columns } = useMemo(() => {
    const { changes, findings } = comparison ?? nothing
    const table = changeTable(findingsByChange(findings))
    return { table, columns: rowColumns(changes, table) }
  }, [comparison])
  const { where, problem } = useWhere(filter, table, columns)
  // A pattern alone also shows what is below and above what it matches.
  const isPattern = isPlainPattern(where)
  const pattern = isPattern ? patternOf(filter.text) : ''
  const conditions = isPattern ? undefined : where
  const option = isPattern ? '' : whereOption(filter.text, table)
  const wanted = useMemo(
    (): Wanted => ({
      glob: pattern === '' ? undefined : parsePathGlob(pattern),
      verdict: quick === 'all' ? undefined : quick,
      where: conditions,
    }),
    [pattern, quick, conditions],
  )
  const shown = useMemo(() => comparison && filterComparison(comparison, wanted), [comparison, wanted])
  const picked = useMemo(() => shown && pickedParts(shown, wanted), [shown, wanted])
  return {
    filter,
    /** What is wrong with the filter, in one sentence. */
    problem,
    /** The filter as an option of the command, where it is more than a pattern; empty where not. */
    option,
    /** What is typed as a pattern of paths alone; empty: all of them. */
    pattern,
    quick,
    setQuick,
    /** What the filters leave of the comparison; undefined while there is none. */
    shown,
    /** What they leave of the settings; undefined: all. */
    picked,
  }
}
