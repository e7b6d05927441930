import { addDays, type Day } from '../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { measureOfKey } from '../../src/domain/usage/views/create-view.ts'
import type { SortId } from '../../src/domain/usage/views/usage-rows.ts'
import { VIEW_NAMES, type View, type ViewName } from '../../src/domain/usage/views/view.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { useCourseScale } from '../kit/charts/chart-text.ts'
import { useOpenDialog } from '../kit/dialogs/use-change.ts'
import { useExports } from '../kit/export/exports.ts'
import type { Filter } from '../kit/filter/use-filter.ts'
import { atTheEnd, type List, listHandlers, NO_ROW, nextIn, useLeaving } from '../kit/list/use-list.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import type { Breakdown, ViewChoice } from './breakdown/use-breakdown.ts'
import { type Charted, chartedSentence } from './chart/charted.ts'
import type { SharedState } from './chart/shared-state.ts'
import type { ViewChart } from './chart/use-chart.ts'
import type { DayRevisions } from './chart/use-day-revisions.ts'
import { usageExports } from './usage-exports.ts'
import { keys } from './usage-keys.ts'
import { nextUnusual } from './views/unusual-days.ts'

export type ViewKeys = {
  courses: ReturnType<typeof useCourseScale>
  view: View
  choice: ViewChoice
  breakdown: Breakdown
  /** The selected row in the list of figures. */
  figure: string | undefined
  /** Undefined until there is data. */
  charted: Charted | undefined
  revisions: DayRevisions
  chart: ViewChart
  filter: Filter
  list: List
  listHeight: number
  shared: SharedState
  showView: (name: ViewName) => void
  open: ScreenProps['open']
  /** Whether what is shown is what the screen was opened at, so that going back leaves the screen. */
  isLeftByBack: boolean
}

/** What the keys of Usage do in the view that is shown. */
export const useViewKeys = (options: ViewKeys): void => {
  const {
    view,
    courses,
    choice,
    breakdown,
    figure,
    charted,
    revisions,
    chart,
    filter,
    list,
    listHeight,
    shared,
    showView,
    open,
    isLeftByBack,
  } = options
  const openDialog = useOpenDialog()
  const { tell, copy } = useLastRow()
  const { group } = choice
  const { range, rows, ids, compared } = breakdown
  const isLoading = breakdown.states.some(({ is }) => is === 'loading')

  const takeDay = (day: Day): void => {
    shared.setDay(day)
    shared.setDayInHand(true)
  }
  const showDay = (by: 1 | -1) => () => {
    const next = addDays(chart.day, by)
    if (next < range.from || next > range.to) return `${atTheEnd('day', by === 1 ? 1 : -1)} t chooses other days.`
    return takeDay(next)
  }
  const showUnusual = (direction: 1 | -1) => () => {
    const next = nextUnusual(chart.unusual, chart.day, direction)
    if (next !== undefined) return next === chart.day ? 'This is the only unusual day.' : takeDay(next)
    if (breakdown.hasHistory) return 'No day of these is unusual for its weekday.'
    return isLoading ? 'The weeks before are still loading.' : 'The weeks before are not known.'
  }
  const showMeasure = (by: 1 | -1) => () => {
    if (!choice.isFigures) return view.measures.length > 1 ? choice.showMeasure(by) : NO_MEASURE
    const next = nextMeasureRow(ids, figure, by)
    return next === undefined ? NO_MEASURE : list.moveTo(next)
  }
  const showRevision = () => {
    const [newest] = revisions.on(chart.day)
    if (newest) open('controls', { revision: newest.revision })
    else tell(`The controls did not change on ${dayLabel(chart.day)}.`)
  }
  const enter = () => {
    if (shared.isDayInHand && !shared.isBrokenDown) {
      shared.setBrokenDown(true)
      // Pressed again on a day on which the controls changed, it opens what they were changed by.
      return shared.setDayInHand(revisions.on(chart.day).length > 0)
    }
    if (shared.isDayInHand && revisions.on(chart.day).length > 0) return showRevision()
    const row = rows[list.selected]
    if (!row) return isLoading ? 'The rows are still loading.' : NO_ROW
    if (group.enter === 'people of model') return choice.showPeopleOf(row.id)
    if (group.enter === 'course') return choice.toggleCourse(row.id)
    if (group.enter === 'none') return 'There is nothing to look into in a figure.'
    if (row.id === '') return 'Nobody is known behind this row.'
    return open('people', { person: row.id, ...(shared.day !== undefined && { day: chart.day }) })
  }
  const copySentence = () => {
    const text = charted && chartedSentence(charted, chart.day)
    if (text === undefined)
      tell(isLoading ? 'The days are still loading.' : `There is no data for ${dayLabel(chart.day)}.`)
    else copy(text, 'the day as a sentence.')
  }
  const sortBy = (id: SortId) => () => {
    if (id === 'delta' && compared === undefined) return 'Nothing is compared: d compares with the period before.'
    if ((id === 'input' || id === 'output') && !group.hasTokens) return 'These rows have no tokens to sort by.'
    return choice.sortBy(id)
  }

  const exporting = useExports(() =>
    usageExports({
      view: view.name,
      group,
      rows,
      range,
      isCompared: compared !== undefined,
      brokenDay: breakdown.brokenDay,
    }),
  )
  useKeys(keys, {
    ...exporting,
    ...withRowInHand(listHandlers(list, listHeight, rows.length), shared),
    earlier: showDay(-1),
    later: showDay(1),
    nextView: () => showView(nextIn(VIEW_NAMES, view.name, 1)),
    previousView: () => showView(nextIn(VIEW_NAMES, view.name, -1)),
    chooseGroup: () => {
      shared.setDayInHand(false)
      openDialog(loadBreakdownDialog, { groups: view.groups, shown: choice.outer.id, show: choice.showGroup })
    },
    enter,
    nextMeasure: showMeasure(1),
    previousMeasure: showMeasure(-1),
    nextForm: chart.showNextForm,
    showRevision,
    copySentence,
    nextUnusual: showUnusual(1),
    previousUnusual: showUnusual(-1),
    filter: filter.open,
    sortValue: sortBy('value'),
    sortName: sortBy('name'),
    sortDelta: sortBy('delta'),
    sortInput: sortBy('input'),
    sortOutput: sortBy('output'),
    apart: () => (group.foldsCase ? choice.toggleApart() : 'These names are one row each already.'),
    courseScale: courses.toggle,
    taller: () => (chart.grows(2) ? shared.setExtraRows(shared.extraRows + 2) : 'There is no room for a taller chart.'),
    shorter: () => (chart.grows(-2) ? shared.setExtraRows(shared.extraRows - 2) : 'The chart is as low as it gets.'),
    usualHeight: () => (shared.extraRows === 0 ? 'The chart is as tall as usual.' : shared.setExtraRows(0)),
  })
  const isInside = (choice.charted !== undefined || shared.isBrokenDown) && !isLeftByBack
  const leave = () => (choice.charted === undefined ? shared.setBrokenDown(false) : choice.leave())
  useLeaving(isInside, leave)
}

/** What moves in the list takes the day out of the hand: Enter looks into the row again. */
const withRowInHand = (handlers: ReturnType<typeof listHandlers>, { setDayInHand }: SharedState): typeof handlers => {
  const moving =
    <Answer>(move: (times?: number, row?: number) => Answer) =>
    (...counted: [times?: number, row?: number]): Answer => {
      setDayInHand(false)
      return move(...counted)
    }
  const { down, up, pageDown, pageUp, top, bottom } = handlers
  return {
    down: moving(down),
    up: moving(up),
    pageDown: moving(pageDown),
    pageUp: moving(pageUp),
    top: moving(top),
    bottom: moving(bottom),
  }
}

const NO_MEASURE = 'There is no other measure here.'

const loadBreakdownDialog = async () => (await import('./breakdown/breakdown-dialog.tsx')).BreakdownDialog

/** Where in the list of figures the next row of another measure is, round the ends; undefined where there is none. */
const nextMeasureRow = (ids: readonly string[], from: string | undefined, by: 1 | -1): number | undefined => {
  const [at, own] = from === undefined ? [-1, ''] : [ids.indexOf(from), measureOfKey(from)]
  for (let distance = 1; distance <= ids.length; distance++) {
    const index = (at + by * distance + ids.length * 2) % ids.length
    if (measureOfKey(ids[index] ?? '') !== own) return index
  }
  return undefined
}
