import { REPOSITORY_SORTS } from '../../src/domain/readiness/repository-rows.ts'
import type { SparklineScale } from '../kit/charts/chart-text.ts'
import { filter, rowKey, sortKey } from '../kit/list/list-state.ts'
import { atFirstRow } from '../kit/list/use-list.ts'
import { noMarks } from '../kit/list/use-marks.ts'
import type { ScreenLink } from '../kit/screen/screen.ts'
import { anyText, markedIds, yesOrNo } from '../kit/screen/screen-link.ts'
import { linkedKey, localKey } from '../kit/screen/screen-state.ts'
import { quickFilter } from './quick-filters.ts'

/** Criteria by level, the way to the next level, or the differences from an older report. */
export const REPORT_MODES = ['levels', 'way', 'compare'] as const
export type ReportMode = (typeof REPORT_MODES)[number]

const noFolds: ReadonlyMap<string, boolean> = new Map()

export const repositoriesState = {
  sort: sortKey(REPOSITORY_SORTS),
  filter,
  preview: linkedKey('preview', true, yesOrNo),
  row: rowKey('row'),
  marks: linkedKey('marks', noMarks, markedIds),
  compared: linkedKey('compared', false, yesOrNo),
  courseScale: localKey<SparklineScale>('scale', 'column', 'not in links so far'),
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
  mode: localKey<ReportMode>('mode', 'levels', 'the target has it as its view'),
  row: localKey('row', atFirstRow, 'the target has the criterion'),
  folds: localKey('folds', noFolds, 'how the user folded it'),
  started: localKey('started', false, 'whether a row was selected at the start'),
}

export const criterionState = { quick: quickFilter, filter, row: rowKey('row') }

export const readinessLink: ScreenLink = {
  isInside: ({ repository, criterion }) => repository !== undefined || criterion !== undefined,
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
    return [{ state, keys: target?.criterion === undefined ? repositoriesState : criterionState }]
  },
}
