import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { toJson } from '../../src/domain/output/output.ts'
import { CRITERIA } from '../../src/domain/readiness/criteria.ts'
import { levelTitle } from '../../src/domain/readiness/levels.ts'
import { judgedTable } from '../../src/domain/readiness/report-filter.ts'
import { type JudgedRepository, judgedRepositories } from '../../src/domain/readiness/repository-rows.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { asManyAsFit } from '../../src/ui/layout/columns.ts'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { joinPanes, paneSizes } from '../kit/detail/list-and-detail.ts'
import { MAX_DETAILS, noLines, useLateDetail } from '../kit/detail/use-detail.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { useExports } from '../kit/export/exports.ts'
import type { Filter } from '../kit/filter/use-filter.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows } from '../kit/list/list-rows.ts'
import { type List, listHandlers, NO_ROW, nextIn, useQuietList } from '../kit/list/use-list.ts'
import { failureLines } from '../kit/query/states.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { criterionRowText } from './criteria-rows.ts'
import { criterionLines, tallyText } from './detail-lines.ts'
import { isQuick, QUICK_CONDITIONS, QUICK_FILTERS, type QuickFilter } from './quick-filters.ts'
import { copiedRow, criterionExports, type IssueOf, issueText } from './readiness-exports.ts'
import { backHints, criterionKeys } from './readiness-keys.ts'
import { crumbText, shortName } from './report-lines.ts'
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
        MAX_DETAILS,
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

type CriterionKeysOptions = {
  /** The id of the criterion. */
  id: string
  rows: readonly JudgedRepository[]
  list: List
  /** Rows of the list. */
  height: number
  filter: Filter
  quick: QuickFilter
  setQuick: (quick: QuickFilter) => void
  detailNow: ReturnType<typeof useLateDetail>
  open: ScreenProps['open']
}

/** What the keys of a criterion do. */
const useCriterionKeys = (options: CriterionKeysOptions): void => {
  const { tell, copy } = useLastRow()
  const { id, rows, list, height, filter, quick, setQuick, detailNow, open } = options
  const rowNow = () => rows[list.selected]
  const findNext = (step: 1 | -1) => () => {
    const isLooking = filter.text.trim() !== ''
    if (isLooking && detailNow().scrollToFound(step)) return
    const isWanted = (one: JudgedRepository) => isLooking || one.criterion.outcome === 'failed'
    const found =
      step === 1
        ? rows.findIndex((one, index) => index > list.selected && isWanted(one))
        : rows.findLastIndex((one, index) => index < list.selected && isWanted(one))
    if (found >= 0) list.moveTo(found)
    else tell(`No repository ${isLooking ? 'holds it' : 'fails it'} ${step === 1 ? 'below' : 'above'} this one.`)
  }
  useKeys(criterionKeys, {
    ...listHandlers(list, height, rows.length),
    open: () => {
      const row = rowNow()
      return row ? open('readiness', { repository: row.repository.repoUrl, criterion: id }) : NO_ROW
    },
    scrollDown: () => detailNow().scrollDown(),
    scrollUp: () => detailNow().scrollUp(),
    nextFailing: findNext(1),
    previousFailing: findNext(-1),
    quick: () => {
      const next = nextIn(QUICK_FILTERS, quick)
      setQuick(next)
      tell(next === 'all' ? 'All repositories.' : `Only where it is ${next}: f shows others.`)
    },
    filter: filter.open,
    copyRow() {
      const row = rowNow()
      copy(row && copiedRow(row.repository.name, row.criterion), 'the row.')
    },
    copyId: () => copy(id, 'the id of the criterion.'),
    copyJson: () => {
      const criterion = rowNow()?.report.report?.[id]
      copy(criterion && toJson(criterion, { indent: 2 }), 'the criterion as JSON.', 'text')
    },
    copyIssue() {
      const row = rowNow()
      copy(row && issueText(issueOf(row)), 'the criterion as an issue.', 'text')
    },
    ...useExports(() => {
      const row = rowNow()
      return criterionExports(id, rows, row && issueOf(row))
    }),
  })
}

const issueOf = ({ report, criterion }: JudgedRepository): IssueOf => ({ is: 'criterion', report, criterion })
