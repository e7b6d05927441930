import { toJson } from '../../src/domain/output/output.ts'
import { passedBefore } from '../../src/domain/readiness/criterion-results.ts'
import { nextLevel, nextLevelText } from '../../src/domain/readiness/next-level.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { useExports } from '../kit/export/exports.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { useSeekHandlers } from './quick-filters.ts'
import { copiedRow, type IssueOf, issueText, reportExports } from './readiness-exports.ts'
import { reportKeys } from './readiness-keys.ts'
import type { ReportPanes } from './use-report-panes.ts'

/** @param chooseReport - Lists all reports of the repository. */
export const useReportKeys = (panes: ReportPanes, open: ScreenProps['open'], chooseReport: () => void): void => {
  const { showNotice } = useLastRow()
  const { shown, criteria, getDetail, showsInfo } = panes
  const { filter } = panes.filtered
  const { report, older, base, mode, setMode } = shown
  const found = showsInfo ? undefined : getDetail
  const seekHandlers = useSeekHandlers({ filter, getDetail: found, seek: criteria.seek, words: ['criterion', 'fails'] })
  const moveBase = (step: 1 | -1) => () => {
    if (!base) showNotice('No comparison is shown. Press d to compare with an older report.')
    else if (!shown.moveBase(step))
      showNotice(step === 1 ? 'There is no older report.' : 'Reports can only be compared with older ones.')
  }
  useKeys(reportKeys, {
    ...criteria.handlers,
    ...panes.quick.handlers,
    ...seekHandlers,
    ...useCopyHandlers(panes),
    open: () => {
      const row = criteria.getSelected()
      if (row?.entry) return open('readiness', { criterion: row.entry.criterion.id })
      return criteria.fold(row?.isOpen ?? true)
    },
    reports: chooseReport,
    fold: () => criteria.fold(true),
    unfold: () => criteria.fold(false),
    foldAll: criteria.foldAll,
    scrollDown: () => getDetail().scrollDown(),
    scrollUp: () => getDetail().scrollUp(),
    filter: filter.open,
    compare: () => {
      if (mode === 'compare') setMode('levels')
      else if (older) setMode('compare')
      else showNotice('This repository has no older report.')
    },
    wayUp: () => {
      if (mode === 'way') setMode('levels')
      else if (report && !nextLevel(report, panes.loaded.tallies)) showNotice('This is the highest level.')
      else setMode('way')
    },
    reportDetails: () => panes.setShowsInfo(!showsInfo),
    olderReport: () => !shown.showReport(1) && showNotice('This is the oldest report.'),
    newerReport: () => !shown.showReport(-1) && showNotice('This is the newest report.'),
    olderBase: moveBase(1),
    newerBase: moveBase(-1),
  })
}

const useCopyHandlers = (panes: ReportPanes) => {
  const { showNotice, copy } = useLastRow()
  const { shown, criteria, repoUrl } = panes
  const { repository, report, base } = shown
  const getEntry = () => criteria.getSelected()?.entry
  const copyOr = (text: string | undefined, what: string, mode?: 'text') =>
    text === undefined ? showNotice('Nothing to copy: this row is not a criterion.') : copy(text, what, mode)
  return {
    ...useExports(() => repository && report && reportExports(repository.name, report, base, issueOf(panes))),
    copyRow: () => {
      const criterion = getEntry()?.criterion
      copyOr(criterion && copiedRow(criterion.id, criterion), 'the row.')
    },
    copyId: () => {
      const id = getEntry()?.criterion.id
      return copy(id ?? repoUrl, id === undefined ? 'the URL of the repository.' : 'the id of the criterion.')
    },
    copyJson: () => {
      const entry = getEntry()
      const value = entry ? report?.report?.[entry.criterion.id] : report
      copyOr(value && toJson(value, { indent: 2 }), 'the JSON.', 'text')
    },
    copyIssue: () => {
      const issue = issueOf(panes)
      const text = issue && issueText(issue)
      const one = getEntry() ? 'the criterion as an issue.' : 'the failing criteria as one issue.'
      if (text === undefined) showNotice('No criterion fails here, so there is no issue to copy.')
      else copy(text, shown.way ? 'the whole list as one issue.' : one, 'text')
    },
  }
}

/** The subject of an issue: the whole way to the next level, the selected criterion, or its group. */
const issueOf = ({ shown, criteria: list, loaded }: ReportPanes): IssueOf | undefined => {
  const { report, repository, reports, way } = shown
  const row = list.getSelected()
  if (!report || !repository) return undefined
  if (way) {
    const older = reports.slice(reports.indexOf(report) + 1)
    const others = loaded.repositories.filter((one) => one !== repository).map((one) => one.report)
    const title = `${repository.name}: the way to L${way.to}`
    const passedIn = ({ id }: { id: string }) => passedBefore(id, older, others)
    return { is: 'group', report, title, aim: nextLevelText(way), criteria: way.criteria, passedIn }
  }
  if (!row) return undefined
  if (row.entry) return { is: 'criterion', report, criterion: row.entry.criterion }
  const { title, sentences, entries } = row.group
  const criteria = entries.map(({ criterion }) => criterion)
  return { is: 'group', report, title: `${repository.name}: ${title}`, aim: sentences[0] ?? '', criteria }
}
