import { addDays } from '../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { measureOfKey } from '../../src/domain/usage/views/create-view.ts'
import type { SortId } from '../../src/domain/usage/views/usage-rows.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { useOpenDialog } from '../kit/dialogs/use-change.ts'
import { useExports } from '../kit/export/exports.ts'
import { endNotice, listHandlers, NO_ROW, nextIn } from '../kit/list/use-list.ts'
import { changesLabel, personLabel } from '../kit/screen/enter-hint.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { chartedSentence } from './chart/chart-content.ts'
import { usageExports } from './usage-exports.ts'
import { keys } from './usage-keys.ts'
import type { ShownView, UsageViewProps } from './use-shown-view.ts'
import { nextUnusual } from './views/unusual-days.ts'
import { USAGE_TABS } from './views/usage-state.ts'

export const useViewKeys = (shown: ShownView, props: UsageViewProps): void => {
  const { choice, breakdown, sparklines, list, listHeight } = shown
  const { view, shared, showView } = props
  const openDialog = useOpenDialog()
  const { plan } = useSession()
  const { group } = choice
  const exporting = useExports(() => usageExports(breakdown, plan?.creditPrice))
  const sortBy = (id: SortId) => () => {
    if (id === 'delta' && !breakdown.compared) return 'Not compared. Press d to compare with the previous period.'
    if ((id === 'input' || id === 'output') && !group.hasTokens) return 'These rows have no tokens.'
    return choice.sortBy(id)
  }
  /** After a move in the list, Enter applies to the row again. */
  const moving = listHandlers(list, listHeight, breakdown.rows.length, (move) => {
    shared.setDayFocused(false)
    return move()
  })
  useKeys(keys, {
    ...exporting,
    ...useDayHandlers(shown, props),
    enter: () => enterAction(shown, props).run(),
    ...chartHandlers(shown, props),
    ...moving,
    nextView: () => showView(nextIn(USAGE_TABS, view.name, 1)),
    previousView: () => showView(nextIn(USAGE_TABS, view.name, -1)),
    chooseGroup: () => {
      shared.setDayFocused(false)
      openDialog(loadBreakdownDialog, { groups: view.groups, shown: choice.outer.id, show: choice.showGroup })
    },
    filter: breakdown.filtered.filter.open,
    sortValue: sortBy('value'),
    sortName: sortBy('name'),
    sortDelta: sortBy('delta'),
    sortInput: sortBy('input'),
    sortOutput: sortBy('output'),
    caseSensitive: () => (group.foldsCase ? choice.toggleCaseSensitive() : 'These names already have one row each.'),
    sparklineScale: sparklines.toggle,
  })
}

const loadBreakdownDialog = async () => (await import('./breakdown/breakdown-dialog.tsx')).BreakdownDialog

const useDayHandlers = ({ breakdown, charted, revisions, chart }: ShownView, { shared, open }: UsageViewProps) => {
  const { showNotice, copy } = useLastRow()
  const { range, isLoading } = breakdown
  const { day } = chart
  const showDay = (by: 1 | -1) => () => {
    const next = addDays(day, by)
    if (next < range.from || next > range.to) return `${endNotice('day', by)} Press t to change the range.`
    return shared.focusDay(next)
  }
  const showUnusual = (direction: 1 | -1) => () => {
    const next = nextUnusual(chart.unusual, day, direction)
    if (next !== undefined) return next === day ? 'This is the only unusual day.' : shared.focusDay(next)
    if (breakdown.hasHistory) return 'No unusual day in this range.'
    return isLoading ? 'The weeks before are still loading.' : 'The weeks before could not be loaded.'
  }
  return {
    earlier: showDay(-1),
    later: showDay(1),
    nextUnusual: showUnusual(1),
    previousUnusual: showUnusual(-1),
    showRevision: () => {
      const [newest] = revisions.on(day)
      if (newest) open('controls', { revision: newest.revision })
      else showNotice(`The controls did not change on ${dayLabel(day)}.`)
    },
    copySentence: () => {
      const text = charted && chartedSentence(charted, day)
      if (text !== undefined) copy(text, 'the day as a sentence.')
      else showNotice(isLoading ? 'Days are still loading.' : `No data for ${dayLabel(day)}.`)
    },
  }
}

/**
 * What Enter does on the chosen day or the selected row. `word` is its hint, untrusted text; undefined if Enter does
 * nothing.
 */
export const enterAction = (
  { choice, breakdown, revisions, chart, list }: ShownView,
  { shared, open }: UsageViewProps,
): { word: string | undefined; run: () => unknown } => {
  const { day } = chart
  const [newest] = revisions.on(day)
  if (shared.isDayFocused && !shared.isBrokenDown) {
    const run = () => {
      shared.breakDown(choice.charted !== undefined)
      // A second press opens the revision of the controls from that day, if there is one.
      shared.setDayFocused(newest !== undefined)
    }
    return { word: dayLabel(day).slice(0, 6), run }
  }
  if (shared.isDayFocused && newest)
    return {
      word: changesLabel(newest.revision, true),
      run: () => open('controls', { revision: newest.revision }),
    }
  const noAction = (why: string) => ({ word: undefined, run: () => why })
  const row = breakdown.rows[list.selected]
  if (!row) return noAction(breakdown.isLoading ? 'Rows are still loading.' : NO_ROW)
  const { enter } = choice.group
  const openRow = (open: (id: string) => void) => () => {
    // A row that is opened over a day is left before the day.
    if (choice.charted === undefined) shared.setDayLast(false)
    open(row.id)
  }
  if (enter === 'its people') return { word: 'its users', run: openRow(choice.showPeopleOf) }
  if (enter === 'chart')
    return { word: choice.charted === row.id ? 'all rows' : 'its days', run: openRow(choice.toggleRowChart) }
  if (enter === 'none') return noAction('A figure has no details.')
  if (row.id === '') return noAction('This row has no known user.')
  const target = { person: row.id, ...(shared.day !== undefined && { day }) }
  return { word: personLabel(row.name), run: () => open('people', target) }
}

const chartHandlers = ({ choice, breakdown, figure, chart, list }: ShownView, { view, shared }: UsageViewProps) => {
  const { extraRows, setExtraRows } = shared
  const showMeasure = (by: 1 | -1) => () => {
    if (!choice.isFigures) return view.measures.length > 1 ? choice.showMeasure(by) : NO_MEASURE
    const next = nextMeasureRow(breakdown.ids, figure, by)
    return next === undefined ? NO_MEASURE : list.moveTo(next)
  }
  return {
    nextMeasure: showMeasure(1),
    previousMeasure: showMeasure(-1),
    nextForm: chart.showNextForm,
    taller: () => (chart.canGrow(2) ? setExtraRows(extraRows + 2) : 'No room for a taller chart.'),
    shorter: () => (chart.canGrow(-2) ? setExtraRows(extraRows - 2) : 'The chart has its minimum height.'),
    usualHeight: () => (extraRows === 0 ? 'Chart height reset.' : setExtraRows(0)),
  }
}

const NO_MEASURE = 'No other measure here.'

/** Index of the next row with another measure, wrapping around; undefined if there is none. */
const nextMeasureRow = (ids: readonly string[], from: string | undefined, by: 1 | -1): number | undefined => {
  const [at, own] = from === undefined ? [-1, ''] : [ids.indexOf(from), measureOfKey(from)]
  for (let distance = 1; distance <= ids.length; distance++) {
    const index = (at + by * distance + ids.length * 2) % ids.length
    if (measureOfKey(ids[index] ?? '') !== own) return index
  }
  return undefined
}
