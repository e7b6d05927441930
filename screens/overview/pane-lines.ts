import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { MARK } from '../../src/ui/linear/linear-marks.ts'
import { listRows } from '../kit/list/list-rows.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'
import type { PaneList } from './use-overview-panes.ts'

/** The name of a pane, brighter where it has the keys. */
export const paneName = (title: string, isActive: boolean, theme: Theme): string =>
  theme.isLinear
    ? `${MARK.pane}${title.charAt(0)}${title.slice(1).toLowerCase()}`
    : ` ${isActive ? theme.accent(title) : theme.muted(title)}`

/** What stands in place of what has not come. */
export const waitingText = (state: QueryState<unknown>): string => (state.is === 'failed' ? NOT_KNOWN : 'loading')

/** Marks a sum over part of the rows as one. */
export const partialText = (state: QueryState<unknown>, theme: Theme): string =>
  shownOf(state)?.incomplete === undefined ? '' : theme.warn('  ! not all of them')

/** The rows of a pane's window; only where it has the keys one is selected. */
export const paneRows = <Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  { list, height, isActive }: PaneList,
  width: number,
  theme: Theme,
): string[] => listRows(rows, textOf, { list: isActive ? list : { ...list, selected: -1 }, height, width }, theme)
