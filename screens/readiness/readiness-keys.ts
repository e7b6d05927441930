import { CRITERION_SORTS } from '../../src/domain/readiness/criterion-rows.ts'
import { REPOSITORY_SORTS } from '../../src/domain/readiness/repository-rows.ts'
import {
  COMPARED,
  type Compared,
  SIDE_BY_SIDE_SORTS,
  sideBySideSortBy,
} from '../../src/domain/readiness/side-by-side.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { type SparklineScale, sparklineKeys } from '../kit/charts/chart-text.ts'
import { detailKeys } from '../kit/detail/use-detail.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { backHint, filterKey, quickKey } from '../kit/list/list-screen-keys.ts'
import { filter, rowKey, sortKey } from '../kit/list/list-state.ts'
import { atFirstRow, listKeys } from '../kit/list/use-list.ts'
import { markKeys, noMarks } from '../kit/list/use-marks.ts'
import type { ScreenLink } from '../kit/screen/screen.ts'
import { anyText, markedIds, oneOf, order, yesOrNo } from '../kit/screen/screen-link.ts'
import { keyFor, linkedKey, localKey, type ScreenState, type StateKey } from '../kit/screen/screen-state.ts'
import { quickFilter } from './quick-filters.ts'

const filterBinding = filterKey('filter by names and texts')
const failing = [
  {
    keys: ['n'],
    action: 'nextFailing',
    inside: 'next failing or found row',
    group: 'Find',
    hint: 'failing',
    hintKey: 'n/N',
  },
  { keys: ['N'], action: 'previousFailing', inside: 'previous failing or found row', group: 'Find' },
] as const satisfies readonly Binding[]
const quickBinding = quickKey({ inside: 'failing, regressed or skipped' }, 'show')
const copies = [
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the URL or id', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy as JSON', group: 'Act' },
] as const satisfies readonly Binding[]
const copyIssue = {
  keys: ['y m'],
  action: 'copyIssue',
  inside: 'copy as an issue',
  group: 'Act',
} as const

const marking = markKeys('repository', 'repositories')

const viewKeys = [
  { keys: ['Tab'], action: 'nextView', help: 'repositories or criteria', group: 'Move', hint: 'view' },
  { keys: ['S-Tab'], action: 'previousView', help: 'previous view', group: 'Move' },
] as const satisfies readonly Binding[]

export const repositoryKeys = [
  ...listKeys,
  ...viewKeys,
  {
    keys: ['Enter'],
    action: 'open',
    help: 'open the row, or fold the level',
    group: 'Go',
    hint: 'criteria',
  },
  {
    keys: ['d'],
    action: 'compare',
    help: 'compare with the previous report',
    inside: 'toggle the comparison',
    group: 'Shape',
    hint: 'compare',
  },
  {
    keys: ['w'],
    action: 'wayUp',
    help: 'shortest way to the next level',
    inside: 'toggle the way up',
    group: 'Shape',
    hint: 'way up',
  },
  filterBinding,
  ...marking,
  { keys: ['s t'], action: 'sort:time', sortsBy: 'newest report', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s l'], action: 'sort:level', sortsBy: 'level', group: 'Shape' },
  { keys: ['s p'], action: 'sort:pass', sortsBy: 'pass rate', group: 'Shape' },
  { keys: ['s d'], action: 'sort:delta', sortsBy: 'change of the pass rate', group: 'Shape' },
  { keys: ['s n'], action: 'sort:name', sortsBy: 'name', group: 'Shape' },
  { keys: ['z p'], action: 'preview', help: 'show or hide the way up', group: 'Shape' },
  ...sparklineKeys,
  ...copies,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const criteriaKeys = [
  ...listKeys,
  ...viewKeys,
  { keys: ['Enter'], action: 'open', help: 'repositories that fail the criterion', group: 'Go', hint: 'repositories' },
  filterBinding,
  {
    keys: ['s f'],
    action: 'sort:failing',
    sortsBy: 'failing repositories',
    group: 'Shape',
    hint: 'sort',
    hintKey: 's',
  },
  { keys: ['s l'], action: 'sort:level', sortsBy: 'level', group: 'Shape' },
  { keys: ['s u'], action: 'sort:unlocks', sortsBy: 'unlocked levels', group: 'Shape' },
  { keys: ['s w'], action: 'sort:worst', sortsBy: 'worst result', group: 'Shape' },
  { keys: ['s p'], action: 'sort:passing', sortsBy: 'passing repositories', group: 'Shape' },
  { keys: ['s k'], action: 'sort:skipped', sortsBy: 'skipped repositories', group: 'Shape' },
  { keys: ['s n'], action: 'sort:name', sortsBy: 'name', group: 'Shape' },
  { keys: ['z p'], action: 'preview', help: 'show or hide failing repositories', group: 'Shape' },
  ...copies,
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The keys of one report. Actions shared with the list have the same names. */
export const reportKeys = [
  ...listKeys,
  {
    keys: ['Enter'],
    action: 'open',
    help: 'this criterion in all repositories',
    group: 'Go',
    hint: 'all repositories',
  },
  { keys: ['Tab'], action: 'reports', inside: 'list all reports', group: 'Go' },
  { keys: ['h', 'Left'], action: 'fold', inside: 'fold the level', group: 'Move' },
  { keys: ['l', 'Right'], action: 'unfold', inside: 'unfold the level', group: 'Move' },
  { keys: ['z a'], action: 'foldAll', inside: 'fold or unfold all levels', group: 'Shape' },
  ...detailKeys,
  ...failing,
  quickBinding,
  filterBinding,
  { keys: ['d'], action: 'compare', inside: 'toggle comparison with an older report', group: 'Shape', hint: 'compare' },
  {
    keys: ['w'],
    action: 'wayUp',
    inside: 'shortest way up, or all criteria',
    group: 'Shape',
    hint: 'way up',
  },
  {
    keys: ['i'],
    action: 'reportDetails',
    inside: 'report details',
    group: 'Shape',
    hint: 'report',
  },
  { keys: ['('], action: 'olderReport', inside: 'previous report', group: 'Shape' },
  { keys: [')'], action: 'newerReport', inside: 'next report', group: 'Shape' },
  { keys: ['<'], action: 'olderBase', inside: 'compare with an older report', group: 'Shape' },
  { keys: ['>'], action: 'newerBase', inside: 'compare with a newer report', group: 'Shape' },
  ...copies,
  copyIssue,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const reportsKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'open', help: 'show the report', group: 'Go', hint: 'show' },
  { keys: ['d'], action: 'compare', help: 'compare the current report with it', group: 'Shape', hint: 'compare' },
  filterBinding,
  ...copies,
  ...exportKeys,
  { keys: ['Tab'], action: 'list', inside: 'back from all reports', group: 'Go' },
] as const satisfies readonly Binding[]

export const criterionKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'open', help: 'the report of the repository', group: 'Go', hint: 'report' },
  ...detailKeys,
  ...failing,
  quickBinding,
  filterBinding,
  ...copies,
  copyIssue,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const markedRepositoryKeys = [
  ...listKeys,
  {
    keys: ['h', 'Left'],
    action: 'left',
    inside: 'previous repository',
    group: 'Move',
    hint: 'repository',
    hintKey: 'h/l',
  },
  { keys: ['l', 'Right'], action: 'right', inside: 'next repository', group: 'Move' },
  { keys: ['Enter'], action: 'open', help: 'its report, at the criterion', group: 'Go', hint: 'report' },
  quickKey({ inside: 'criteria that differ, or that fail' }, 'show'),
  {
    keys: ['s f'],
    action: 'sort:failing',
    sortsBy: 'failing repositories',
    group: 'Shape',
    hint: 'sort',
    hintKey: 's',
  },
  { keys: ['s l'], action: 'sort:level', sortsBy: 'level', group: 'Shape' },
  { ...marking[0], hint: 'unmark' },
  { keys: ['='], action: 'list', inside: 'back from comparing', group: 'Go' },
] as const satisfies readonly Binding[]

/** Hints of the global keys, for views that replace the default hints. */
export const backHints = [
  { keys: ['?'], action: 'help', help: 'this help', group: 'Go', hint: 'keys' },
  backHint,
] as const satisfies readonly Binding[]

/** Criteria by level, the way to the next level, or the differences from an older report. */
export const REPORT_MODES = ['levels', 'way', 'compare'] as const
export type ReportMode = (typeof REPORT_MODES)[number]

const noFolds: ReadonlyMap<string, boolean> = new Map()

export const READINESS_VIEWS = ['repositories', 'criteria'] as const
export type ReadinessView = (typeof READINESS_VIEWS)[number]
export const readinessView = linkedKey<ReadinessView>('list', 'repositories', oneOf(READINESS_VIEWS))

const criteriaKey = <T>(key: StateKey<T>): StateKey<T> => keyFor(readinessView, key).at('criteria')

export const criteriaState = {
  sort: criteriaKey(sortKey(CRITERION_SORTS)),
  filter: criteriaKey(filter),
  row: criteriaKey(rowKey('row')),
}

/** The comparison of the marked repositories. */
export const comparedState = {
  comparedCriteria: linkedKey<Compared>('compared-criteria', 'differing', oneOf(COMPARED)),
  comparedSort: linkedKey('compared-sort', sideBySideSortBy('level'), order('by', SIDE_BY_SIDE_SORTS)),
}

export const repositoriesState = {
  sort: sortKey(REPOSITORY_SORTS),
  filter,
  preview: linkedKey('preview', true, yesOrNo),
  row: rowKey('row'),
  marks: linkedKey('marks', noMarks, markedIds),
  compared: linkedKey('compared', false, yesOrNo),
  ...comparedState,
  sparklineScale: localKey<SparklineScale>('scale', 'column', 'links do not carry the scale'),
}

export const reportState = {
  quick: quickFilter,
  filter,
  report: linkedKey<string | undefined>('report', undefined, anyText),
  base: linkedKey<string | undefined>('older-report', undefined, anyText),
  about: linkedKey('about', false, yesOrNo),
  choosing: linkedKey('reports', false, yesOrNo),
  reportsFilter: linkedKey('reports-filter', '', anyText, { isPersonal: true }),
  reportsRow: rowKey('reports-row'),
  mode: localKey<ReportMode>('mode', 'levels', 'the target of the link names the view'),
  row: localKey('row', atFirstRow, 'the target of the link names the criterion'),
  folds: localKey('folds', noFolds, 'folding is not part of a link'),
  started: localKey('started', false, 'only true once the first row is selected'),
}

export const criterionState = { quick: quickFilter, filter, row: rowKey('row') }

const keyIn = <Own, Other>(repositories: StateKey<Own>, criteria: StateKey<Other>) => ({
  in: (state: ScreenState): StateKey<Own> | StateKey<Other> =>
    state.get(readinessView) === 'criteria' ? criteria : repositories,
})

/** The state of the shown list. Its keys depend on the view, which links carry first. */
const viewState = {
  view: readinessView,
  ...repositoriesState,
  sort: keyIn(repositoriesState.sort, criteriaState.sort),
  filter: keyIn(repositoriesState.filter, criteriaState.filter),
  row: keyIn(repositoriesState.row, criteriaState.row),
}

export const readinessLink: ScreenLink = {
  path: readinessView.name,
  isInside: ({ repository, criterion }) => repository !== undefined || criterion !== undefined,
  cursors: ['criterion'],
  targetOf: (target, state) => {
    if (target?.repository === undefined) return target
    const [, criterion] = /^criterion:(.*)$/s.exec(state.get(reportState.row).id ?? '') ?? []
    return {
      ...target,
      ...(state.has(reportState.mode) && { view: state.get(reportState.mode) }),
      ...(criterion !== undefined && { criterion }),
    }
  },
  statesOf: (target, state) => {
    if (target?.repository !== undefined) return [{ state, keys: reportState }]
    return [{ state, keys: target?.criterion === undefined ? viewState : criterionState }]
  },
}
