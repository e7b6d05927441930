import { useMemo } from 'react'
import { CRITERIA } from '../../src/domain/readiness/criteria.ts'
import { criterionFilter, filteredText } from '../../src/domain/readiness/criterion-filter.ts'
import { criterionOf, type JudgedCriterion, ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import { levelTitle } from '../../src/domain/readiness/level-title.ts'
import type { Outcome } from '../../src/domain/readiness/levels.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { asManyAsFit } from '../../src/ui/layout/columns.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useExports } from '../kit/exports.ts'
import { noLines } from '../kit/found-words.ts'
import { joinPanes, paneSizes } from '../kit/list-and-detail.ts'
import { listRows } from '../kit/list-rows.ts'
import type { ScreenProps } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useScreenState } from '../kit/screen-state.ts'
import { useSession } from '../kit/session.ts'
import { shellWord } from '../kit/shell-word.ts'
import { failureLines } from '../kit/states.ts'
import { useDetail } from '../kit/use-detail.ts'
import { useFilter } from '../kit/use-filter.ts'
import { useLastRow } from '../kit/use-last-row.ts'
import { listHandlers, useList } from '../kit/use-list.ts'
import { outcomeSign, signCells, wasText } from './criterion-outcome.ts'
import { criterionLines, tallyText } from './detail-lines.ts'
import { isQuick, nextQuickFilter, type QuickFilter } from './quick-filters.ts'
import { copiedRow, criterionExports, type IssueOf, issueText } from './readiness-exports.ts'
import { backHints, criterionKeys } from './readiness-keys.ts'
import { crumbText, shortName } from './report-lines.ts'
import type { LoadedReports, Report } from './use-reports.ts'

export type CriterionViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedReports
  /** The id of the criterion. */
  id: string
}

type Row = {
  repository: RepositoryRow
  report: Report
  criterion: JudgedCriterion
  before: JudgedCriterion | undefined
}

/** Rows of the head and of the divider below it. */
const HEAD = 2
const outcomeOrder: Record<Outcome, number> = { failed: 0, unknown: 1, skipped: 2, passed: 3 }

/** One criterion in all repositories, those first that fail it. */
export const CriterionView = ({ width, height, open, loaded, id }: CriterionViewProps) => {
  const { theme } = useSession()
  const { state, repositories, tallies } = loaded
  const [quick, setQuick] = useScreenState<QuickFilter>('quick', 'all')
  const filter = useFilter()
  const all = useMemo(() => {
    const judged = repositories.flatMap((repository): Row[] => {
      const [report, older] = repository.reports
      const criterion = report && criterionOf(report, id)
      return report && criterion ? [{ repository, report, criterion, before: older && criterionOf(older, id) }] : []
    })
    return judged.sort(
      (a, b) =>
        outcomeOrder[a.criterion.outcome] - outcomeOrder[b.criterion.outcome] ||
        (a.repository.name < b.repository.name ? -1 : 1),
    )
  }, [repositories, id])
  const rows = useMemo(() => {
    const passes = criterionFilter(filter.text)
    return all.filter(
      (row) => isQuick(quick, row) && passes({ id: row.repository.name, rationale: row.criterion.rationale }),
    )
  }, [all, quick, filter.text])
  const ids = useMemo(() => rows.map(({ repository }) => repository.repoUrl), [rows])

  const failures = failureLines([state], width, theme)
  const sizes = paneSizes(width, Math.max(1, height - HEAD - failures.length))
  const { listWidth, listHeight, detailWidth, detailHeight } = sizes
  const list = useList('repository', ids, listHeight)
  const wanted = filteredText(filter.text)
  const row = rows[list.selected]
  const details = useMemo(
    () =>
      row
        ? criterionLines({ ...row, older: row.repository.reports[1], tally: undefined, wanted }, detailWidth, theme)
        : noLines,
    [row, wanted, detailWidth, theme],
  )
  const detail = useDetail(`${row?.repository.repoUrl}\n${wanted}`, details, detailHeight)

  const { tell, copy } = useLastRow()
  const findNext = (step: 1 | -1) => () => {
    const isLooking = filter.text.trim() !== ''
    if (isLooking && detail.scrollToFound(step)) return
    const isWanted = (one: Row) => isLooking || one.criterion.outcome === 'failed'
    const found =
      step === 1
        ? rows.findIndex((one, index) => index > list.selected && isWanted(one))
        : rows.findLastIndex((one, index) => index < list.selected && isWanted(one))
    if (found >= 0) list.moveTo(found)
    else tell(`No repository ${isLooking ? 'holds it' : 'fails it'} ${step === 1 ? 'below' : 'above'} this one.`)
  }
  useKeys(criterionKeys, {
    ...listHandlers(list, listHeight, rows.length),
    open: () => row && open('readiness', { repository: row.repository.repoUrl, criterion: id }),
    scrollDown: detail.scrollDown,
    scrollUp: detail.scrollUp,
    nextFailing: findNext(1),
    previousFailing: findNext(-1),
    quick: () => {
      const next = nextQuickFilter(quick)
      setQuick(next)
      tell(next === 'all' ? 'All repositories.' : `Only where it is ${next}: f shows others.`)
    },
    filter: filter.open,
    copyRow: () => copy(row && copiedRow(row.repository.name, row.criterion), 'the row.'),
    copyId: () => copy(id, 'the id of the criterion.'),
    copyJson: () => copy(row && JSON.stringify(row.report.report?.[id], undefined, 2), 'the criterion as JSON.'),
    copyIssue: () => copy(row && issueText(issueOf(row)), 'the criterion as an issue.'),
    ...useExports(() => criterionExports(id, rows, row && issueOf(row))),
  })
  useReport('readiness', {
    crumbs: [crumbText(id)],
    command: `readiness list --criterion ${shellWord(id)}`,
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const textOf = useMemo(() => {
    const texts = new Map<Row, string>()
    return (one: Row): string => {
      const text = texts.get(one) ?? rowText(one, listWidth - 1, theme)
      texts.set(one, text)
      return text
    }
  }, [listWidth, theme])
  const shown = listRows(rows, textOf, { list, height: listHeight, width: listWidth }, theme)
  const tally = tallies.get(id)
  const head = [
    theme.strong(shortName(id, width)),
    ...(tally ? [tallyText(tally)] : []),
    theme.muted(levelTitle(CRITERIA.get(id)?.level)),
  ]
  const isLoading = state.is === 'loading' && state.old === undefined
  const empty = isLoading
    ? 'loading readiness reports'
    : all.length === 0
      ? 'No repository is judged by this criterion.'
      : quick === 'all'
        ? 'No repository holds this: Esc shows all.'
        : `It is ${quick} in no repository: f shows others.`
  const lines = [
    ` ${asManyAsFit(head, width - 2, '   ')}`,
    filter.divider(rows.length, all.length, width, theme),
    ...failures,
    ...joinPanes(
      shown.length > 0 ? shown : [` ${theme.muted(empty)}`],
      detail.shown,
      detail.hidden,
      width,
      sizes,
      theme,
    ),
  ]
  return <Body lines={lines} height={height} />
}

const issueOf = ({ report, criterion }: Row): IssueOf => ({ is: 'criterion', report, criterion })

const hinted = [...criterionKeys, ...backHints]

const RATIO_CELLS = 7
const NOTE_CELLS = 13

const rowText = ({ repository, criterion, before }: Row, width: number, theme: Theme): string => {
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - signCells(theme) - 7)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  return `${outcomeSign(criterion.outcome, theme)}${fit(repository.name, cells)} ${theme.muted(`L${repository.level}`)} ${ratio} ${wasText(before, criterion, theme)}`
}
