import { auditTable } from '../../../../src/domain/audit/audit-list.ts'
import { jobTable } from '../../../../src/domain/ci/ci-jobs.ts'
import { computerTable } from '../../../../src/domain/computers/computer-list.ts'
import { type FilterSyntax, parseFilter } from '../../../../src/domain/filter/where-terms.ts'
import { channelTable } from '../../../../src/domain/hooks/channel-row.ts'
import { decisionTable } from '../../../../src/domain/hooks/decisions.ts'
import { ruleTable } from '../../../../src/domain/hooks/rule-row.ts'
import { keyTable } from '../../../../src/domain/keys/key-list.ts'
import { PEOPLE_WORDS } from '../../../../src/domain/people/people-where.ts'
import { criterionRowTable, repositoryTable } from '../../../../src/domain/readiness/report-filter.ts'
import { revisionTable } from '../../../../src/domain/revisions/revision-filter.ts'
import { usageRowTable } from '../../../../src/domain/usage/views/usage-row-table.ts'
import { views } from '../../../../src/domain/usage/views/usage-views.ts'
import { VIEW_NAMES } from '../../../../src/domain/usage/views/view.ts'
import { runTable } from '../../../../src/domain/wiki/run-name.ts'
import { auditState, controlsView } from '../../../controls/shared/controls-state.ts'
import type { HookView } from '../../../hooks/hook-entries.ts'
import { hooksState } from '../../../hooks/hooks-keys.ts'
import { filter } from '../../../kit/list/list-state.ts'
import type { ScreenName } from '../../../kit/screen/names.ts'
import { ScreenState } from '../../../kit/screen/screen-state.ts'
import type { Target } from '../../../kit/screen/target.ts'
import { criteriaState, readinessView } from '../../../readiness/readiness-keys.ts'
import { usageState } from '../../../usage/views/usage-state.ts'

/** A list that can be opened with a filter. */
export type FilterView = {
  screen: ScreenName
  /** What its rows are. */
  title: string
  syntax: FilterSyntax
  target?: Target
  stateOf: (text: string) => ScreenState
}

const filteredBy = (text: string): ScreenState => new ScreenState().set(filter, text)

const list = (screen: ScreenName, title: string, syntax: FilterSyntax): FilterView => ({
  screen,
  title,
  syntax,
  stateOf: filteredBy,
})

const hooks = (view: HookView, syntax: FilterSyntax): FilterView => ({
  screen: 'hooks',
  title: view,
  syntax,
  stateOf: (text) => new ScreenState().set(hooksState.view, view).set(hooksState.filter.at(view), text),
})

const criteria: FilterView = {
  screen: 'readiness',
  title: 'criteria',
  syntax: criterionRowTable,
  stateOf: (text) => new ScreenState().set(readinessView, 'criteria').set(criteriaState.filter, text),
}

const audit: FilterView = {
  screen: 'controls',
  title: 'audit log',
  syntax: auditTable(0),
  stateOf: (text) => new ScreenState().set(controlsView, 'audit').set(auditState.filter, text),
}

const breakdowns = VIEW_NAMES.map((view): FilterView => {
  const [group] = views[view].groups
  return {
    screen: 'usage',
    title: `${view} by ${group.title}`,
    syntax: usageRowTable(group),
    target: { view },
    stateOf: (text) => new ScreenState().set(usageState.inner.at(view), filteredBy(text)),
  }
})

// Only the fields of the tables are used, so their functions never get a row and their time does not matter.
const noRow = <Row>(): Row => {
  throw new Error('a list of fields has no rows')
}

/** All lists with fields, in the order of the screens. Their first list has the fields that most people mean. */
export const filterViews: readonly FilterView[] = [
  list('people', 'users', PEOPLE_WORDS.people),
  ...breakdowns,
  list('readiness', 'repositories', repositoryTable(0)),
  criteria,
  audit,
  list('controls', 'revisions', revisionTable(0, noRow)),
  list('computers', 'computers', computerTable(0, noRow)),
  list('keys', 'keys', keyTable(0, noRow)),
  list('wiki', 'wiki runs', runTable(0, noRow)),
  list('ci', 'jobs', jobTable(0)),
  hooks('decisions', decisionTable(0, noRow)),
  hooks('channels', channelTable(0, noRow)),
  hooks('rules', ruleTable(noRow)),
]

/** The first list of a screen that has the fields of a filter, otherwise its first list. */
export const filterViewFor = (screen: ScreenName, typed: string): FilterView | undefined => {
  const own = filterViews.filter((view) => view.screen === screen)
  return own.find(({ syntax }) => parseFilter(typed, syntax).wrong === undefined) ?? own[0]
}
