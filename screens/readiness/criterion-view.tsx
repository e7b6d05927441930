import { useMemo } from 'react'
import { memoizePerObject } from '../../src/base/memoize.ts'
import { CRITERIA } from '../../src/domain/readiness/criteria.ts'
import { levelTitle } from '../../src/domain/readiness/levels.ts'
import { criterionRepositoryTable } from '../../src/domain/readiness/report-filter.ts'
import { type CriterionRepository, repositoriesByCriterion } from '../../src/domain/readiness/repository-rows.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { joinFitting } from '../../src/ui/layout/columns.ts'
import { joinPanes, paneSizes } from '../kit/detail/list-and-detail.ts'
import { noLines, useLiveDetail } from '../kit/detail/use-detail.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { useExports } from '../kit/export/exports.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { seekRow } from '../kit/list/use-list.ts'
import { useCopies } from '../kit/list/use-list-screen.tsx'
import { useRows } from '../kit/list/use-rows.ts'
import { failureLines } from '../kit/query/states.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { criterionRowText } from './criteria-rows.ts'
import { criterionLines, tallyText } from './detail-lines.ts'
import { isQuick, QUICK_CONDITIONS, type QuickFilter, useQuickFilter, useSeekHandlers } from './quick-filters.ts'
import { copiedRow, criterionExports, type IssueOf, issueText } from './readiness-exports.ts'
import { backHints, criterionKeys, criterionState } from './readiness-keys.ts'
import { crumbText, shortName } from './report-lines.ts'
import type { ReadinessViewProps } from './use-reports.ts'

type CriterionViewProps = ReadinessViewProps & {
  /** Id of the criterion. */
  id: string
}

/** Rows of the head and divider. */
const HEAD = 2

/** One criterion in all repositories, failing ones first. */
export const CriterionView = ({ width, height, open, loaded, id }: CriterionViewProps) => {
  const { theme } = useSession()
  const { copy } = useLastRow()
  const { state, repositories, tallies } = loaded
  const { quick, handlers: quickHandlers } = useQuickFilter((next) =>
    next === 'all' ? 'Showing all repositories.' : `Showing only ${next} repositories. Press f to show others.`,
  )
  const all = useMemo(() => repositoriesByCriterion(repositories, id), [repositories, id])
  const filtered = useFilteredRows(criterionState.filter, all, criterionRepositoryTable, {
    also: QUICK_CONDITIONS[quick],
  })
  const { filter, searchWord: wanted } = filtered
  const rows = useMemo(() => filtered.rows.filter((row) => isQuick(quick, row)), [filtered.rows, quick])

  const failures = failureLines([state], width, theme)
  const top = HEAD + failures.length
  const sizes = paneSizes(width, Math.max(1, height - top))
  const { listWidth, listHeight, detailWidth, detailHeight } = sizes
  const textOf = (row: CriterionRepository) => criterionRowText(row, listWidth - 1, theme)
  const listed = useRows(criterionState.row, rows, idOf, { textOf, top, height: listHeight, width: listWidth })
  const { list, getSelected } = listed
  const linesOf = memoizePerObject((row: CriterionRepository) => {
    const { reports } = row.repository
    const about = { ...row, older: reports[1], reports, tally: undefined, wanted }
    return criterionLines(about, { width: detailWidth, height: detailHeight }, theme)
  })
  const getDetail = useLiveDetail(() => {
    const row = getSelected()
    return { id: `${row?.repository.repoUrl}\n${wanted}`, ...(row ? linesOf(row) : noLines) }
  }, detailHeight)

  const seek = (step: 1 | -1, isWanted: (criterion: CriterionRepository['criterion']) => boolean): boolean => {
    const found = seekRow(rows, list.selected, step, ({ criterion }) => isWanted(criterion))
    if (found >= 0) list.moveTo(found)
    return found >= 0
  }
  useKeys(criterionKeys, {
    ...listed.handlers,
    ...quickHandlers,
    ...useSeekHandlers({ filter, getDetail, seek, words: ['repository', 'fails it'] }),
    ...useCopies(getSelected, copies),
    ...useExports(() => {
      const row = getSelected()
      return criterionExports(id, rows, row && issueOf(row))
    }),
    open: listed.onRow(({ repository }) => open('readiness', { repository: repository.repoUrl, criterion: id })),
    scrollDown: () => getDetail().scrollDown(),
    scrollUp: () => getDetail().scrollUp(),
    filter: filter.open,
    copyId: () => copy(id, 'the id of the criterion.'),
    copyIssue() {
      const row = getSelected()
      copy(row && issueText(issueOf(row)), 'the criterion as an issue.', 'text')
    },
  })
  useReport('readiness', {
    place: crumbText(id),
    enter: () => getSelected()?.repository.name,
    address: () => webAddress('the repository', getSelected()?.repository.repoUrl),
    command: `readiness list --criterion ${shellWord(id)}${filtered.option}`,
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const tally = tallies.get(id)
  const head = [
    theme.strong(shortName(id, width)),
    ...(tally ? [tallyText(tally)] : []),
    theme.muted(levelTitle(CRITERIA.get(id)?.level)),
  ]
  const empty = emptyText(state.is === 'loading' && state.old === undefined, all.length > 0, quick)
  const above = [` ${joinFitting(head, width - 2, '   ')}`, filtered.divider(all.length, width, theme), ...failures]
  const lines = () => {
    const { shown, hidden } = getDetail()
    return [...above, ...joinPanes(listed.getLines(empty), shown, hidden, width, sizes, theme)]
  }
  return <ListBody list={list} lines={lines} height={height} />
}

const hinted = [...criterionKeys, ...backHints]

const idOf = ({ repository }: CriterionRepository): string => repository.repoUrl
const copies = {
  row: ({ repository, criterion }: CriterionRepository) => copiedRow(repository.name, criterion),
  id: idOf,
  json: ({ report, criterion }: CriterionRepository) => report.report?.[criterion.id],
  jsonLabel: 'the criterion as JSON.',
}
const issueOf = ({ report, criterion }: CriterionRepository): IssueOf => ({ is: 'criterion', report, criterion })

const emptyText = (isLoading: boolean, hasAny: boolean, quick: QuickFilter): string => {
  if (isLoading) return 'loading readiness reports'
  if (!hasAny) return 'No repository is evaluated by this criterion.'
  return quick === 'all'
    ? 'No matching repository. Press Esc to show all.'
    : `No ${quick} repository. Press f to show others.`
}
