import { useMemo } from 'react'
import {
  CRITERION_SORTS,
  type CriterionRow,
  criterionRows,
  criterionSortBy,
  sortedCriteria,
} from '../../src/domain/readiness/criterion-rows.ts'
import { LEVELS, type Level } from '../../src/domain/readiness/levels.ts'
import { criterionRowOutput } from '../../src/domain/readiness/readiness-output.ts'
import { criterionRowTable } from '../../src/domain/readiness/report-filter.ts'
import { fullNumber } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { NO_ROOM_BELOW } from '../kit/detail/use-detail.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { criterionColumns, criterionText, failingLines } from './criterion-columns.ts'
import { levelBars } from './level-columns.ts'
import { criteriaExports } from './readiness-exports.ts'
import { criteriaKeys, criteriaState, repositoriesState } from './readiness-keys.ts'
import { hasPreviewRoom, previewLayout } from './repositories-view.tsx'
import type { LoadedReports, ReadinessViewProps } from './use-reports.ts'
import { barsLine, type SetView, tabsLine, useViewKeys } from './view-tabs.ts'

type CriteriaViewProps = ReadinessViewProps & { setView: SetView }

/** All criteria, with the number of repositories that fail each one in their newest report. */
export const CriteriaView = ({ width, height, open, loaded, setView }: CriteriaViewProps) => {
  const { theme } = useSession()
  const { state, repositories } = loaded
  const [hasPreview, setHasPreview] = useScreenState(repositoriesState.preview)
  const all = useMemo(() => criterionRows(repositories), [repositories])
  const [order] = useScreenState(criteriaState.sort)
  const sortedBy = order?.by ?? CRITERION_SORTS[0]
  const screen = useListScreen({
    name: 'readiness',
    keys: criteriaState,
    width,
    height,
    state,
    entries: all,
    idOf,
    table: criterionRowTable,
    sorts,
    columns: useMemo(() => criterionColumns(all, sortedBy, theme), [all, sortedBy, theme]),
    measured: all,
    detailOf: hasPreview && hasPreviewRoom(height) ? previewOf : undefined,
    layout: previewLayout,
    head: () => [
      tabsLine('criteria', headParts(loaded, all, theme), width, theme),
      barsLine(failingBars(all, width, theme), loaded.incomplete, width, theme),
    ],
    empty: (filter) => emptyText(loaded, all.length > 0, filter),
    enter: () => 'repositories',
    copies,
    exports: criteriaExports,
    command: { list: 'readiness criteria' },
    ownKeys: criteriaKeys,
  })
  useKeys(criteriaKeys, {
    ...screen.handlers,
    ...useViewKeys('criteria', setView, screen.head[0] ?? ''),
    open: screen.onRow(({ id }) => open('readiness', { criterion: id })),
    preview: () => (hasPreviewRoom(height) ? setHasPreview(!hasPreview) : NO_ROOM_BELOW),
  })
  return screen.body
}

const idOf = ({ id }: CriterionRow): string => id
const sorts = { names: CRITERION_SORTS, begin: criterionSortBy, sorted: sortedCriteria }
const previewOf = (row: CriterionRow, width: number, theme: Theme, height: number): string[] =>
  failingLines(row, { width, height }, theme)
const copies = {
  row: criterionText,
  id: idOf,
  idLabel: 'the id of the criterion.',
  json: criterionRowOutput,
  jsonLabel: 'the criterion as JSON.',
}

const headParts = ({ state, repositories }: LoadedReports, all: readonly CriterionRow[], theme: Theme): string[] => {
  const { length } = repositories
  if (length === 0) return [theme.muted(state.is === 'failed' ? `criteria ${NOT_KNOWN}` : '')]
  const failing = all.filter(({ tally }) => tally.failed > 0).length
  return [
    `${theme.strong(fullNumber(failing))} of ${fullNumber(all.length)} ${theme.muted('criteria fail somewhere')}`,
    theme.muted(`${fullNumber(length)} ${length === 1 ? 'repository' : 'repositories'}, newest report of each`),
  ]
}

/** The number of failing results at each level, as bars. */
const failingBars = (all: readonly CriterionRow[], width: number, theme: Theme): string => {
  if (all.length === 0) return ''
  const failedAt = (level: Level): number =>
    all.reduce((sum, row) => sum + (row.level === level ? row.tally.failed : 0), 0)
  const [l1, l2, l3, l4, l5] = LEVELS.map(failedAt) as [number, number, number, number, number]
  const label = ' failing '
  return (
    theme.muted(label) + levelBars({ perLevel: { 1: l1, 2: l2, 3: l3, 4: l4, 5: l5 } }, width - label.length, theme)
  )
}

const emptyText = ({ state }: LoadedReports, hasAny: boolean, filter: string): string => {
  if (state.is === 'failed') return ''
  if (state.is === 'loading' && state.old === undefined) return 'loading readiness reports'
  if (hasAny) return `No criterion matches ${safeText(filter.trim())}. Press Esc to show all.`
  return 'No readiness reports yet. The first evaluation of a repository creates one.'
}
