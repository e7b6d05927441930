import { useEffect, useMemo } from 'react'
import { criterionFilter } from '../../src/domain/criterion-filter.ts'
import { criterionIssue } from '../../src/domain/criterion-issue.ts'
import { fit } from '../../src/domain/fit.ts'
import { ratioText } from '../../src/domain/judged-criteria.ts'
import { nextLevel } from '../../src/domain/next-level.ts'
import { compareReports } from '../../src/domain/report-comparison.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { padStyled } from '../../src/ui/columns.ts'
import { Body } from '../../src/ui/rows.tsx'
import { styledWidth } from '../../src/ui/styled-width.ts'
import type { Theme } from '../../src/ui/theme.ts'
import { useKeys } from '../../src/ui/use-keys.ts'
import { type ListState, listHandlers, useList } from '../list.ts'
import type { ScreenProps } from '../screen.ts'
import { useKept, useReport, useSession } from '../session.ts'
import { failedLines, failuresOf } from '../states.ts'
import { usePatience } from '../ticks.ts'
import { useFilter } from '../use-filter.ts'
import { type CriteriaGroup, type CriterionEntry, changeGroups, levelGroups, wayGroups } from './criteria-groups.ts'
import { aboutLines, criterionLines } from './detail-lines.ts'
import { backHints, reportKeys } from './keys.ts'
import { joinPanes, paneSizes } from './panes.ts'
import { isQuick, nextQuickFilter, type QuickFilter } from './quick-filters.ts'
import { reportHead } from './report-lines.ts'
import { useDetail } from './use-detail.ts'
import type { LoadedReports } from './use-reports.ts'
import { verdictSign, wasText } from './verdicts.ts'

export type ReportViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedReports
  /** The URL of the repository. */
  repository: string
  /** The criterion to begin at. */
  criterion: string | undefined
}

type Mode = 'levels' | 'way' | 'compare'

type Row = { id: string; group: CriteriaGroup; isOpen: boolean; entry: CriterionEntry | undefined }

/** Rows of the head and of the divider below it. */
const HEAD = 3
const noFolds: ReadonlyMap<string, boolean> = new Map()

/** One report of a repository: its criteria by level, beside the report before. */
export const ReportView = ({ width, height, open, loaded, repository: repoUrl, criterion: first }: ReportViewProps) => {
  const session = useSession()
  const { theme } = session
  const { pane, repositories, tallies } = loaded
  const repository = repositories.find((one) => one.repoUrl === repoUrl)
  const reports = repository?.reports ?? none
  const [reportId, setReportId] = useKept<string | undefined>('report', undefined)
  const [baseId, setBaseId] = useKept<string | undefined>('base', undefined)
  const [mode, setMode] = useKept<Mode>('mode', 'levels')
  const [quick, setQuick] = useKept<QuickFilter>('quick', 'all')
  const [folds, setFolds] = useKept<ReadonlyMap<string, boolean>>('folds', noFolds)
  const [isAbout, setIsAbout] = useKept('about', false)
  const [, setRow] = useKept<ListState>('row', firstRow)
  const [hasStarted, setHasStarted] = useKept('started', false)
  const filter = useFilter()

  const at = Math.max(0, reportId === undefined ? 0 : reports.findIndex((one) => one.reportId === reportId))
  const report = reports[at]
  const older = reports[at + 1]
  const chosenBase = baseId === undefined ? -1 : reports.findIndex((one) => one.reportId === baseId)
  const baseAt = chosenBase > at ? chosenBase : at + 1
  const base = mode === 'compare' ? reports[baseAt] : undefined
  const comparison = useMemo(
    () => (report && base ? { base, result: compareReports(base, report) } : undefined),
    [report, base],
  )
  const way = useMemo(
    () => (report && mode === 'way' ? nextLevel(report, tallies) : undefined),
    [report, mode, tallies],
  )
  const all = useMemo(() => {
    if (!report) return []
    if (comparison) return changeGroups(comparison.result)
    if (!way) return levelGroups(report, older)
    return wayGroups(way, older, ({ id }) => {
      const tally = tallies.get(id)
      return tally ? `passes in ${tally.passed}` : ''
    })
  }, [report, older, comparison, way, tallies])

  const isFiltered = filter.text.trim() !== '' || quick !== 'all'
  const groups = useMemo(() => {
    if (!isFiltered) return all
    const passes = criterionFilter(filter.text)
    return all.flatMap((group): CriteriaGroup[] => {
      const entries = group.entries.filter((entry) => isQuick(quick, entry) && passes(entry.criterion))
      return entries.length > 0 ? [{ ...group, entries }] : []
    })
  }, [all, isFiltered, filter.text, quick])
  const rows = useMemo(
    () =>
      groups.flatMap((group): Row[] => {
        const isOpen = !isFolded(group, folds, isFiltered)
        const entries = isOpen ? group.entries : []
        return [
          { id: group.id, group, isOpen, entry: undefined },
          ...entries.map((entry) => ({ id: entry.id, group, isOpen, entry })),
        ]
      }),
    [groups, folds, isFiltered],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])

  const failures = failuresOf([pane]).flatMap((error) => failedLines(error, width, theme))
  const sizes = paneSizes(width, Math.max(1, height - HEAD - failures.length))
  const { listWidth, listHeight, detailWidth, detailHeight } = sizes
  const list = useList('row', ids, listHeight)
  const row = rows[list.selected]
  useEffect(() => {
    if (hasStarted || all.length === 0) return
    setHasStarted(true)
    const id = `criterion:${first}`
    const group = all.find(({ entries }) => entries.some((entry) => entry.id === id))
    if (!group) return
    setFolds((before) => new Map(before).set(group.id, false))
    setRow({ id, index: 0, top: 0 })
  }, [hasStarted, setHasStarted, all, first, setFolds, setRow])
  const chosen = row?.entry

  const details = useMemo(() => {
    if (!report) return []
    if (chosen && !isAbout)
      return criterionLines(chosen.criterion, chosen.before, tallies.get(chosen.criterion.id), detailWidth, theme)
    return aboutLines(report, detailWidth, theme)
  }, [report, chosen, isAbout, tallies, detailWidth, theme])
  const detail = useDetail(isAbout ? 'about' : row?.id, details, detailHeight)

  const tell = (notice: string) => session.set({ notice })
  const copy = (text: string | undefined, what: string) => {
    if (text === undefined) return tell('Nothing to copy: this row is no criterion.')
    session.copy(text)
    tell(`Copied ${what}`)
  }
  const fold = (group: CriteriaGroup, isFold: boolean) => {
    setFolds((before) => new Map(before).set(group.id, isFold))
    // The heading stays where the rows below it go.
    if (isFold) setRow({ id: group.id, index: 0, top: list.top })
  }
  const findFailing = (step: 1 | -1) => {
    const flat = groups.flatMap((group) => [
      { id: group.id, group, entry: undefined },
      ...group.entries.map((entry) => ({ id: entry.id, group, entry })),
    ])
    const from = flat.findIndex(({ id }) => id === row?.id)
    const order = step === 1 ? flat.slice(from + 1) : flat.slice(0, Math.max(0, from)).reverse()
    const found = order.find(({ entry }) => entry?.criterion.verdict === 'failed')
    if (!found) return tell(step === 1 ? 'No criterion fails below this one.' : 'No criterion fails above this one.')
    setFolds((before) => new Map(before).set(found.group.id, false))
    setRow({ id: found.id, index: 0, top: list.top })
  }
  const showReport = (by: 1 | -1) => () => {
    const next = reports[at + by]
    if (!next) return tell(by === 1 ? 'This is the oldest report.' : 'This is the newest report.')
    setReportId(next.reportId)
  }
  const moveBase = (by: 1 | -1) => () => {
    if (!base) return tell('Nothing is compared: d compares with an older report.')
    const next = baseAt + by
    if (next <= at || !reports[next])
      return tell(by === 1 ? 'There is no older report.' : 'The base is older than the report.')
    setBaseId(reports[next].reportId)
  }
  useKeys(reportKeys, {
    ...listHandlers(list, listHeight, rows.length),
    open: () => {
      if (chosen) open('readiness', { criterion: chosen.criterion.id })
      else if (row) fold(row.group, row.isOpen)
    },
    fold: () => row && fold(row.group, true),
    unfold: () => row && fold(row.group, false),
    foldAll: () => {
      const isAnyOpen = rows.some(({ isOpen }) => isOpen)
      setFolds(new Map(all.map(({ id }) => [id, isAnyOpen])))
      if (isAnyOpen && row) setRow({ id: row.group.id, index: 0, top: 0 })
    },
    scrollDown: detail.scrollDown,
    scrollUp: detail.scrollUp,
    nextFailing: () => findFailing(1),
    previousFailing: () => findFailing(-1),
    quick: () => {
      const next = nextQuickFilter(quick)
      setQuick(next)
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
      else if (report && !nextLevel(report, tallies)) tell('This is the highest level.')
      else setMode('way')
    },
    about: () => setIsAbout(!isAbout),
    olderReport: showReport(1),
    newerReport: showReport(-1),
    olderBase: moveBase(1),
    newerBase: moveBase(-1),
    copyRow: () =>
      copy(
        chosen && [chosen.criterion.id, ratioText(chosen.criterion), chosen.criterion.rationale ?? ''].join('\t'),
        'the row.',
      ),
    copyId: () =>
      copy(chosen?.criterion.id ?? repoUrl, chosen ? 'the id of the criterion.' : 'the URL of the repository.'),
    copyJson: () =>
      copy(JSON.stringify(chosen ? report?.report?.[chosen.criterion.id] : report, undefined, 2), 'the JSON.'),
    copyIssue: () => copy(report && chosen && criterionIssue(report, chosen.criterion), 'the criterion as an issue.'),
  })
  useReport('readiness', {
    crumbs: [
      repository?.name ?? safeText(repoUrl),
      ...(mode === 'levels' ? [] : [mode === 'way' ? 'way up' : 'compared']),
    ],
    command: base
      ? `readiness compare ${safeText(base.reportId)} ${safeText(report?.reportId)}`
      : `readiness show ${safeText(report?.reportId ?? 'latest')}${quick === 'failing' ? ' --failing' : ''}`,
    fieldKeys: filter.fieldKeys ?? hinted,
    panes: [pane],
  })

  const textOf = useMemo(() => {
    const texts = new WeakMap<Row, string>()
    return (one: Row): string => {
      const known = texts.get(one)
      if (known !== undefined) return known
      const text = one.entry ? entryText(one.entry, listWidth - 1, theme) : groupText(one, listWidth - 1, theme)
      texts.set(one, text)
      return text
    }
  }, [listWidth, theme])
  const isOld = usePatience(pane.is === 'loading' && pane.old !== undefined)

  if (!repository || !report) {
    const words =
      pane.is === 'loading' && pane.old === undefined
        ? 'loading readiness reports'
        : `There is no report of ${safeText(repoUrl)}: Esc goes back.`
    return <Body lines={[...failures, ` ${theme.muted(words)}`]} height={height} />
  }
  const shown = rows.slice(list.top, list.top + listHeight).map((one, y) => {
    if (list.top + y !== list.selected) return ` ${textOf(one)}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${textOf(one)}`, listWidth))
  })
  const total = all.reduce((sum, { entries }) => sum + entries.length, 0)
  const left = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const lines = [
    ...reportHead({ repository, report, older, comparison }, width, theme),
    filter.divider(left, total, width, theme),
    ...failures,
    ...joinPanes(
      shown.length > 0 ? shown : [` ${theme.muted(emptyText(mode, quick, all.length > 0))}`],
      detail.shown,
      detail.hidden,
      width,
      sizes,
      theme,
    ),
  ]
  return <Body lines={isOld ? lines.map(theme.dim) : lines} height={height} />
}

const firstRow: ListState = { id: undefined, index: 0, top: 0 }
const none: LoadedReports['repositories'][number]['reports'] = []
const hinted = [...reportKeys, ...backHints]

/** What a filter leaves is shown, whatever is folded. */
const isFolded = ({ id, isDone }: CriteriaGroup, folds: ReadonlyMap<string, boolean>, isFiltered: boolean): boolean =>
  !isFiltered && (folds.get(id) ?? isDone)

const emptyText = (mode: Mode, quick: QuickFilter, hasAny: boolean): string => {
  if (hasAny)
    return quick === 'all' ? 'No criterion holds this: Esc shows all.' : `No criterion is ${quick}: f shows others.`
  if (mode === 'compare') return 'Nothing differs between these two reports.'
  return mode === 'way' ? 'Nothing fails at this level.' : 'The report is empty: it judges no criterion.'
}

/** Cells of `skipped` and of a ratio, and of what a criterion was. */
const RATIO_CELLS = 7
const NOTE_CELLS = 13

const entryText = ({ criterion, before, note }: CriterionEntry, width: number, theme: Theme): string => {
  const was = note ?? wasText(before, criterion, theme)
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - 7)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  const name = fit(safeText(criterion.id), cells)
  const end = styledWidth(was) > NOTE_CELLS ? fit(was, NOTE_CELLS) : note === undefined ? was : theme.muted(was)
  return `   ${verdictSign(criterion.verdict, theme)}${name} ${criterion.verdict === 'skipped' ? theme.muted(ratio) : ratio} ${end}`
}

const groupText = ({ group: { title, count, needs }, isOpen }: Row, width: number, theme: Theme): string => {
  const sign = isOpen ? theme.signs.open : theme.signs.closed
  const name = fit(title, Math.max(12, width - RATIO_CELLS - NOTE_CELLS - 6))
  return `${sign} ${theme.strong(name)}   ${fit(count, RATIO_CELLS, 'right')} ${theme.warn(needs)}`
}
