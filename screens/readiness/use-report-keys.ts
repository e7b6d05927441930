import { toJson } from '../../src/domain/output/output.ts'
import { passedBefore } from '../../src/domain/readiness/judged-criteria.ts'
import { nextLevel, wayText } from '../../src/domain/readiness/next-level.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { useLateDetail } from '../kit/detail/use-detail.ts'
import { useExports } from '../kit/export/exports.ts'
import type { Filter } from '../kit/filter/use-filter.ts'
import { listHandlers, nextIn } from '../kit/list/use-list.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { QUICK_FILTERS, type QuickFilter } from './quick-filters.ts'
import { copiedRow, type IssueOf, issueText, reportExports } from './readiness-exports.ts'
import { reportKeys } from './readiness-keys.ts'
import type { CriteriaList } from './use-criteria-list.ts'
import type { LoadedReports } from './use-reports.ts'
import type { ShownReport } from './use-shown-report.ts'

type ReportKeysOptions = {
  /** The URL of the repository. */
  repoUrl: string
  tallies: LoadedReports['tallies']
  repositories: LoadedReports['repositories']
  /** Rows of the list. */
  height: number
  filter: Filter
  quick: QuickFilter
  setQuick: (quick: QuickFilter) => void
  detail: ReturnType<typeof useLateDetail>
  /** Whether the detail is about the report. */
  isAbout: boolean
  setIsAbout: (isAbout: boolean) => void
  open: ScreenProps['open']
  /** Lists all reports of the repository. */
  chooseReport: () => void
}

/** What the keys of a report do. */
export const useReportKeys = (shown: ShownReport, criteria: CriteriaList, options: ReportKeysOptions): void => {
  const { tell, copy } = useLastRow()
  const { repository, chosen, report, older, base, mode, setMode } = shown
  const { filter, detail, isAbout } = options
  const entryNow = () => criteria.row?.entry
  const issue = () => wayIssue(shown, options.repositories) ?? issueOf(shown, criteria.row)
  const copyOr = (text: string | undefined, what: string, mode?: 'text') =>
    text === undefined ? tell('Nothing to copy: this row is no criterion.') : copy(text, what, mode)
  // Whoever looks for a text goes from one place to the next that holds it.
  const findNext = (step: 1 | -1) => () => {
    const isLooking = filter.text.trim() !== ''
    if (isLooking && !isAbout && detail().scrollToFound(step)) return
    if (criteria.seek(step, ({ criterion }) => isLooking || criterion.outcome === 'failed')) return
    tell(`No criterion ${isLooking ? 'holds it' : 'fails'} ${step === 1 ? 'below' : 'above'} this one.`)
  }
  const moveBase = (step: 1 | -1) => () => {
    if (!base) tell('Nothing is compared: d compares with an older report.')
    else if (!chosen.moveBase(step))
      tell(step === 1 ? 'There is no older report.' : 'The base is older than the report.')
  }
  useKeys(reportKeys, {
    ...listHandlers(criteria.list, options.height, criteria.rows.length),
    open: () => {
      const { row } = criteria
      if (row?.entry) return options.open('readiness', { criterion: row.entry.criterion.id })
      return criteria.fold(row?.isOpen ?? true)
    },
    reports: options.chooseReport,
    fold: () => criteria.fold(true),
    unfold: () => criteria.fold(false),
    foldAll: criteria.foldAll,
    scrollDown: () => detail().scrollDown(),
    scrollUp: () => detail().scrollUp(),
    nextFailing: findNext(1),
    previousFailing: findNext(-1),
    quick: () => {
      const next = nextIn(QUICK_FILTERS, options.quick)
      options.setQuick(next)
      tell(next === 'all' ? 'All criteria.' : `Only ${next} criteria: f shows others.`)
    },
    filter: filter.open,
    compare: () => {
      if (mode === 'compare') setMode('levels')
      else if (older) setMode('compare')
      else tell('There is no older report of this repository to compare with.')
    },
    way: () => {
      if (mode === 'way') setMode('levels')
      else if (report && !nextLevel(report, options.tallies)) tell('This is the highest level.')
      else setMode('way')
    },
    about: () => options.setIsAbout(!isAbout),
    olderReport: () => !chosen.showReport(1) && tell('This is the oldest report.'),
    newerReport: () => !chosen.showReport(-1) && tell('This is the newest report.'),
    olderBase: moveBase(1),
    newerBase: moveBase(-1),
    ...useExports(() => repository && report && reportExports(repository.name, report, base, issue())),
    copyRow: () => {
      const criterion = entryNow()?.criterion
      copyOr(criterion && copiedRow(criterion.id, criterion), 'the row.')
    },
    copyId: () => {
      const id = entryNow()?.criterion.id
      return copy(id ?? options.repoUrl, id === undefined ? 'the URL of the repository.' : 'the id of the criterion.')
    },
    copyJson: () => {
      const entry = entryNow()
      const value = entry ? report?.report?.[entry.criterion.id] : report
      copyOr(value && toJson(value, { indent: 2 }), 'the JSON.', 'text')
    },
    copyIssue: () => {
      const about = issue()
      const text = about && issueText(about)
      if (text === undefined) tell('No criterion fails here: there is nothing to make an issue of.')
      else
        copy(
          text,
          shown.way
            ? 'all of the way as one issue.'
            : entryNow()
              ? 'the criterion as an issue.'
              : 'what fails here as one issue.',
          'text',
        )
    },
  })
}

/** What an issue would be about: the selected criterion, or all of its group. */
const issueOf = ({ report, repository }: ShownReport, row: CriteriaList['row']): IssueOf | undefined => {
  if (!report || !row) return undefined
  if (row.entry) return { is: 'criterion', report, criterion: row.entry.criterion }
  const { title, told, entries } = row.group
  const criteria = entries.map(({ criterion }) => criterion)
  return { is: 'group', report, title: `${repository?.name}: ${title}`, aim: told[0] ?? '', criteria }
}

/** The whole way to the next level as one issue, with why each criterion passed where it did. */
const wayIssue = (
  { report, repository, reports, way }: ShownReport,
  repositories: LoadedReports['repositories'],
): IssueOf | undefined => {
  if (!report || !repository || !way) return undefined
  const older = reports.slice(reports.indexOf(report) + 1)
  const others = repositories.flatMap(({ repoUrl, reports: [newest] }) =>
    repoUrl === repository.repoUrl || !newest ? [] : [newest],
  )
  return {
    is: 'group',
    report,
    title: `${repository.name}: the way to L${way.to}`,
    aim: wayText(way),
    criteria: way.criteria,
    passedIn: ({ id }) => passedBefore(id, older, others),
  }
}
