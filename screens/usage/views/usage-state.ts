import { memoize } from '../../../src/base/memoize.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { largestFirst, type Sort } from '../../../src/domain/usage/views/usage-rows.ts'
import { views } from '../../../src/domain/usage/views/usage-views.ts'
import { VIEW_NAMES, type ViewName } from '../../../src/domain/usage/views/view.ts'
import { sparklineScale } from '../../kit/charts/chart-text.ts'
import { filter, rowKey } from '../../kit/list/list-state.ts'
import type { ScreenLink } from '../../kit/screen/screen.ts'
import { anyText, oneOf, order, yesOrNo } from '../../kit/screen/screen-link.ts'
import { innerState, keyFor, linkedKey, localKey, type ScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'

export const CHART_FORMS = ['bars', 'line', 'spark'] as const
export type ChartForm = (typeof CHART_FORMS)[number]

/** The views of Usage, and savings. */
export const USAGE_TABS = [...VIEW_NAMES, 'savings'] as const
export type UsageTab = (typeof USAGE_TABS)[number]

const view = localKey<UsageTab>('view', 'credits', 'the target of the link names the view')

/** State that all views share. */
export const usageState = {
  // A screen opened at a day starts with the breakdown of that day.
  brokenDown: linkedKey('breakdown', false, yesOrNo, {
    absent: (target, shown) => (shown?.day === undefined ? undefined : target?.day !== undefined),
  }),
  form: linkedKey<ChartForm>('chart', 'bars', oneOf(CHART_FORMS)),
  view,
  inner: keyFor(view, localKey<ScreenState | undefined>('view', undefined, 'links carry its members one by one')),
  day: localKey<Day | undefined>('day', undefined, 'the target of the link names the day'),
  dayLast: localKey('day last', false, 'links open the day first'),
  dayFocused: localKey('day focused', false, 'the focus is not part of a link'),
  extraRows: localKey('extra rows', 0, 'the height of the chart depends on the window'),
}

const sorts = order('id', ['name', 'value', 'delta', 'input', 'output'])

/** The keys of a view. Each view has its own state. */
export const viewState = memoize((view: ViewName) => {
  const [{ id, measure }] = views[view].groups
  const group = linkedKey('group', id, anyText)
  return {
    group,
    measure: linkedKey('measure', measure ?? views[view].measures[0].id, anyText),
    chartedRow: linkedKey<string | undefined>('course', undefined, anyText, { isPersonal: true }),
    apart: linkedKey('apart', false, yesOrNo),
    sparklineScale,
    sort: linkedKey<Sort | undefined>('sort', largestFirst, sorts),
    figureSort: linkedKey<Sort | undefined>('figure-sort', undefined, sorts),
    filter,
    row: keyFor(group, rowKey('row', true)),
    model: localKey<string | undefined>('model', undefined, 'the target of the link names the model'),
    // Overview starts with the same limit, so both share one request.
    revisions: localKey('revisions', 30, 'depends on how many revisions the chart has loaded'),
  }
})

export const savingsState = {
  filter,
  row: rowKey('row', true),
  /** The rule whose findings are listed below it. */
  open: localKey<string | undefined>('open rule', undefined, 'a link opens the list of rules'),
}

export const viewOf = (target: Target | undefined): UsageTab =>
  USAGE_TABS.find((one) => one === target?.view) ?? 'credits'

export const usageLink: ScreenLink = {
  path: 'view',
  cursors: ['day'],
  targetOf: (target, state) => {
    const view = state.get(usageState.view, viewOf(target))
    if (view === 'savings') return { view }
    const model = innerState(state, usageState.inner.at(view), false).get(viewState(view).model, target?.model)
    const day = state.get(usageState.day) ?? target?.day
    return { view, ...(day !== undefined && { day }), ...(model !== undefined && { model }) }
  },
  statesOf: (target, state, keep) => {
    const view = viewOf(target)
    const keys = view === 'savings' ? savingsState : viewState(view)
    return [
      { state, keys: usageState },
      { state: innerState(state, usageState.inner.at(view), keep), keys },
    ]
  },
}
