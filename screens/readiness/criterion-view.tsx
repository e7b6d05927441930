import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { CRITERIA } from '../../src/domain/readiness/criteria.ts'
import { levelTitle } from '../../src/domain/readiness/levels.ts'
import { judgedTable } from '../../src/domain/readiness/report-filter.ts'
import { type JudgedRepository, judgedRepositories } from '../../src/domain/readiness/repository-rows.ts'
import { asManyAsFit } from '../../src/ui/layout/columns.ts'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { noLines } from '../kit/detail/found-words.ts'
import { joinPanes, paneSizes } from '../kit/detail/list-and-detail.ts'
import { MOST_DETAILS, useLateDetail } from '../kit/detail/use-detail.ts'
import { shellWord } from '../kit/export/shell-word.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows } from '../kit/list/list-rows.ts'
import { useQuietList } from '../kit/list/use-list.ts'
import { failureLines } from '../kit/query/states.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { criterionRowText } from './criterion-rows.ts'
import { criterionLines, tallyText } from './detail-lines.ts'
import { isQuick, QUICK_CONDITIONS, type QuickFilter } from './quick-filters.ts'
import { backHints, criterionKeys } from './readiness-keys.ts'
import { crumbText, shortName } from './report-lines.ts'
import { useCriterionKeys } from './use-criterion-keys.ts'
import type { LoadedReports } from './use-reports.ts'

export type CriterionViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedReports
  /** The id of the criterion. */
  id: string
}

/** Rows of the head and of the divider below it. */
const HEAD = 2

/** One criterion in all repositories, those first that fail it. */
export const CriterionView = ({ width, height, open, loaded, id }: CriterionViewProps) => {
  const { theme } = useSession()
  const { state, repositories, tallies } = loaded
  const [quick, setQuick] = useScreenState<QuickFilter>('quick', 'all')
  const all = useMemo(() => judgedRepositories(repositories, id), [repositories, id])
  const filtered = useFilteredRows(all, judgedTable, { also: QUICK_CONDITIONS[quick] })
  const { filter } = filtered
  const rows = useMemo(() => filtered.rows.filter((row) => isQuick(quick, row)), [filtered.rows, quick])
  const ids = useMemo(() => rows.map(({ repository }) => repository.repoUrl), [rows])

  const failures = failureLines([state], width, theme)
  const sizes = paneSizes(width, Math.max(1, height - HEAD - failures.length))
  const { listWidth, listHeight, detailWidth, detailHeight } = sizes
  const list = useQuietList('repository', ids, listHeight)
  useRowClicks(list, { top: 2 + failures.length, height: listHeight, width: listWidth, count: ids.length })
  const wanted = filtered.sought
  const rowNow = () => rows[list.selected]
  const detailsOf = useMemo(
    () =>
      memoize(
        (row: JudgedRepository) =>
          criterionLines({ ...row, older: row.repository.reports[1], tally: undefined, wanted }, detailWidth, theme),
        MOST_DETAILS,
      ),
    [wanted, detailWidth, theme],
  )
  const detailNow = useLateDetail(() => {
    const row = rowNow()
    return { id: `${row?.repository.repoUrl}\n${wanted}`, ...(row ? detailsOf(row) : noLines) }
  }, detailHeight)
  useCriterionKeys({ id, rows, list, height: listHeight, filter, quick, setQuick, detailNow, open })
  useReport('readiness', {
    crumbs: [crumbText(id)],
    enter: () => rowNow()?.repository.name,
    address: () => webAddress('the repository', rowNow()?.repository.repoUrl),
    command: `readiness list --criterion ${shellWord(id)}${filtered.option}`,
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const textOf = useMemo(
    () => memoize((one: JudgedRepository) => criterionRowText(one, listWidth - 1, theme)),
    [listWidth, theme],
  )
  const tally = tallies.get(id)
  const head = [
    theme.strong(shortName(id, width)),
    ...(tally ? [tallyText(tally)] : []),
    theme.muted(levelTitle(CRITERIA.get(id)?.level)),
  ]
  const isLoading = state.is === 'loading' && state.old === undefined
  const above = [` ${asManyAsFit(head, width - 2, '   ')}`, filtered.divider(all.length, width, theme), ...failures]
  const lines = () => {
    const listed =
      rows.length > 0
        ? listRows(rows, textOf, { list, height: listHeight, width: listWidth }, theme)
        : [` ${theme.muted(emptyText(isLoading, all.length > 0, quick))}`]
    const { shown, hidden } = detailNow()
    return [...above, ...joinPanes(listed, shown, hidden, width, sizes, theme)]
  }
  return <ListBody list={list} lines={lines} height={height} />
}

const hinted = [...criterionKeys, ...backHints]

const emptyText = (isLoading: boolean, hasAny: boolean, quick: QuickFilter): string => {
  if (isLoading) return 'loading readiness reports'
  if (!hasAny) return 'No repository is judged by this criterion.'
  return quick === 'all'
    ? 'No repository holds this: Esc shows all.'
    : `It is ${quick} in no repository: f shows others.`
}
