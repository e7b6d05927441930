import { views } from '../../src/domain/usage/views/usage-views.ts'
import { VIEW_NAMES } from '../../src/domain/usage/views/view.ts'
import { anyText, filter, type Member, oneOf, order, selectedRow, yesOrNo } from '../kit/links/members.ts'
import { innerState, type Members, type ScreenLink } from '../kit/links/screen-link.ts'
import type { Target } from '../kit/screen/screen.ts'
import type { ScreenState } from '../kit/screen/screen-state.ts'
import { CHART_FORMS } from './chart/usage-chart.ts'

const shared: Members = {
  // What was opened at a day begins with its breakdown.
  breakdown: {
    ...yesOrNo,
    key: 'brokenDown',
    absent: (target, shown) => (shown?.day === undefined ? undefined : target?.day !== undefined),
  },
  chart: { ...oneOf(CHART_FORMS), key: 'form' },
}

const sort: Member = { ...order('id', ['name', 'value', 'delta', 'input', 'output']), key: 'sort' }
const ofView: Members = {
  group: { ...anyText, key: 'group' },
  measure: { ...anyText, key: 'measure' },
  course: { ...anyText, key: 'course', isPersonal: true },
  apart: { ...yesOrNo, key: 'apart' },
  scale: { ...oneOf(['column', 'row']), key: 'courseScale' },
  sort,
  'figure-sort': { ...sort, key: 'figureSort' },
  filter,
}

const viewOf = (target: Target | undefined) => VIEW_NAMES.find((one) => one === target?.view) ?? 'credits'

const kept = (state: ScreenState, target: Target | undefined, isPut: boolean) =>
  innerState(state, `view:${viewOf(target)}`, isPut)

/** The selected row, which is kept for each breakdown. */
const rowOf = (target: Target | undefined): Members => ({
  row: {
    ...selectedRow,
    key: (state) => `row:${state.get('group') ?? views[viewOf(target)].groups[0].id}`,
    isPersonal: true,
  },
})

export const usageLink: ScreenLink = {
  path: 'view',
  targetOf: (target, state) => {
    const view = viewOf({ view: String(state.get('view') ?? target?.view) })
    const inner = kept(state, { view }, false)
    const model = inner.has('model') ? inner.get('model') : target?.model
    const day = (state.get('day') ?? target?.day) as string | undefined
    return { view, ...(day !== undefined && { day }), ...(typeof model === 'string' && { model }) }
  },
  statesOf: (target, state, isPut) => [
    { state, members: shared },
    { state: kept(state, target, isPut), members: { ...ofView, ...rowOf(target) } },
  ],
}
