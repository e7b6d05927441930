import { basename } from 'node:path'
import { useMemo } from 'react'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { pagesText, runTable } from '../../../src/domain/wiki/run-name.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, filled, joinFitting } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { joinPanes } from '../../kit/detail/list-and-detail.ts'
import { useLiveDetail } from '../../kit/detail/use-detail.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useFilteredRows } from '../../kit/filter/use-where.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { useNews, withNews } from '../../kit/list/list-rows.ts'
import { NOTHING_TO_FOLD, NOTHING_TO_UNFOLD, useSelected, useSelectOnce } from '../../kit/list/use-list.ts'
import { useCopies } from '../../kit/list/use-list-screen.tsx'
import { useColumns, useRowLines, useRowList } from '../../kit/list/use-rows.ts'
import { failureLines, NOT_KNOWN } from '../../kit/query/states.ts'
import { useDelayedBusy, useEachMinute } from '../../kit/query/ticks.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { foldLabel } from '../../kit/screen/enter-hint.ts'
import { rule } from '../../kit/screen/frame.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport, webAddress } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { useJobs } from '../../kit/session/use-jobs.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { useArchivePanes } from '../archive/use-archive-panes.ts'
import { runsKeys } from '../shared/wiki-keys.ts'
import { runsState } from '../shared/wiki-state.ts'
import { archiveOf, type RunEntry, runColumns, runEntries, runText } from './run-columns.ts'
import { runDetail } from './run-detail.ts'
import { useWikiActions } from './use-wiki-actions.ts'

/** Rows above the list: head, divider and heading. */
const HEAD = 3
/** Minimum rows in which the list leaves space for a detail below it. */
const MIN_ROOM_FOR_DETAIL = 10

/** The list of runs, with the pages of an archive or the facts about the run below it. */
const useRuns = ({ width, height, target }: Pick<ScreenProps, 'width' | 'height' | 'target'>) => {
  const { theme, now } = useSession()
  const state = useQuery('wikiRuns', {})
  const [isInside, setInside] = useScreenState(runsState.inside)
  const [areFactsShown, setFactsShown] = useScreenState(runsState.facts)
  const loaded = shownOf(state)?.data
  const jobs = useJobs()
  const all = useMemo(() => runEntries(loaded?.rows ?? none, jobs), [loaded, jobs])
  const filtered = useFilteredRows(runsState.filter, all, useEachMinute(tableAt))

  const failures = failureLines([state], width, theme)
  const top = HEAD + failures.length
  const room = Math.max(1, height - top)
  const isShared = room >= MIN_ROOM_FOR_DETAIL
  const listHeight = isShared ? Math.min(Math.max(3, filtered.rows.length), Math.ceil(room / 2)) : room
  const detailHeight = Math.max(0, room - listHeight - 1)
  const runs = useRowList(runsState.row, filtered.rows, idOf, listHeight)
  useSelectOnce(
    runs.ids.find((id) => id === target?.row),
    runs.list.select,
  )
  // Moves between runs without pages draw the rows without rendering the component again.
  const archive = useSelected(runs.list, (at) => {
    const entry = filtered.rows[at]
    return isShared && !areFactsShown && entry ? archiveOf(entry) : undefined
  })
  const archiveState = useQuery('archive', archive === undefined ? undefined : { path: archive })
  // An archive that is missing or failed verification has no pages.
  const hasPages = archive !== undefined && archiveState.is !== 'failed'
  const isFocused = isInside && hasPages
  const pages = useArchivePanes(hasPages ? archive : undefined, archiveState, {
    width,
    room: detailHeight,
    head: (loaded, files, width) => pagesHead(archive ?? '', loaded, files, width, theme),
    isFocused,
    top: top + listHeight + 1,
    onClick: () => setInside(true),
  })
  const problem = archiveState.is === 'failed' ? archiveState.error.message : undefined
  const factsOf = memoizePerObject((entry: RunEntry) =>
    runDetail(entry, { now: now(), width: width - 2, problem }, theme),
  )
  const getFacts = useLiveDetail(() => {
    const selected = runs.getSelected()
    return { id: selected?.run.id, lines: selected ? factsOf(selected) : [], found: noLines }
  }, detailHeight)
  const place = { top, listHeight, detailHeight }
  const panes = { hasPages, isFocused, setInside, areFactsShown, setFactsShown, archive, pages, getFacts }
  return { state, loaded, all, filtered, failures, runs, place, ...panes }
}

/** All known runs with their exports. */
export const RunsView = ({ width, height, target, open }: Omit<ScreenProps, 'back'>) => {
  const { theme } = useSession()
  const view = useRuns({ width, height, target })
  const { state, loaded, all, filtered, runs, place, isFocused, setInside, archive, pages } = view
  const act = useWikiActions(open)
  useRunsKeys(view, act, open)
  useReport('wiki', {
    crumbs: [],
    enter: () => {
      if (isFocused) {
        const selected = pages.getSelected()
        return selected && (pages.getPage() ? 'read' : foldLabel(selected.isOpen))
      }
      const selected = runs.getSelected()
      return selected && act.wordOf(selected)
    },
    command: isFocused && archive !== undefined ? `wiki pages ${shellWord(archive)}` : `wiki list${filtered.option}`,
    address: () => webAddress('the repository', runs.getSelected()?.run.item?.repoUrl),
    fieldKeys: filtered.filter.fieldKeys,
    states: [state],
  })

  const news = useNews('wiki', loaded !== undefined)
  const isNew = ({ run }: RunEntry) => news.isNew(run.item?.createdAt ?? undefined)
  const columns = useMemo(() => runColumns(all, theme), [all, theme])
  const { textOf, heading } = useColumns(columns, filtered.rows, width - 2)
  const getLines = useRowLines(runs, {
    textOf,
    top: place.top,
    height: place.listHeight,
    width,
    isFocused: !isFocused,
    onClick: () => setInside(false),
    isNew,
  })
  const isOld = useDelayedBusy(state.is === 'loading' && state.old !== undefined)
  const above = [
    withNews(headLine(all, loaded?.isListed, state.is === 'failed', width, theme), all.filter(isNew).length, theme),
    filtered.divider(all.length, width, theme),
    ` ${heading({ id: 'created', isDescending: true })}`,
    ...view.failures,
  ]
  const body = () => {
    const listed = getLines(emptyText(state.is, all.length))
    if (!view.hasPages) {
      if (place.detailHeight === 0 && !theme.isLinear) return filled(listed, place.listHeight)
      const { shown, hidden } = view.getFacts()
      const sizes = { ...place, isWide: false, listWidth: width, detailWidth: width - 2 }
      return joinPanes(listed, shown, hidden, width, sizes, theme)
    }
    return [...filled(listed, place.listHeight), rule(width, theme), ...pages.getBody()]
  }
  const lines = () => {
    const rows = [...above, ...body()].map((line) => cutStyled(line, width))
    return isOld ? rows.map(theme.dim) : rows
  }
  return <ListBody list={isFocused ? pages.list : runs.list} height={height} lines={lines} />
}

const useRunsKeys = (
  view: ReturnType<typeof useRuns>,
  act: ReturnType<typeof useWikiActions>,
  open: ScreenProps['open'],
): void => {
  const { copy } = useLastRow()
  const { runs, pages, archive, hasPages, isFocused, areFactsShown } = view
  const copies = useCopies(runs.getSelected, copiesOfRun)
  const unfold = () => {
    const page = pages.getPage()
    if (!pages.toggleFolder() && page && archive !== undefined) open('wiki', { archive, page: page.path })
  }
  const getScrolled = () => (hasPages ? pages.getDetail() : view.getFacts())
  const hasArchive = () => {
    const selected = runs.getSelected()
    return selected !== undefined && archiveOf(selected) !== undefined
  }
  useKeys(runsKeys, {
    ...(isFocused ? pages.handlers : runs.handlers),
    ...copies,
    open: isFocused ? unfold : runs.onRow(act.open),
    nextPane: () => (hasPages ? view.setInside(!isFocused) : hasArchive() ? PAGES_HIDDEN : NO_PAGES),
    unfold: () => (isFocused ? unfold() : NOTHING_TO_UNFOLD),
    shut: () => (isFocused ? pages.shut() : NOTHING_TO_FOLD),
    facts: runs.onRow(() => (hasArchive() ? view.setFactsShown(!areFactsShown) : NO_PAGES)),
    exportWiki: runs.onRow(act.exportWiki),
    actions: runs.onRow(act.actions),
    add: act.add,
    scrollDown: () => getScrolled().scrollDown(),
    scrollUp: () => getScrolled().scrollUp(),
    filter: view.filtered.filter.open,
    copyId: () => (isFocused ? copy(pages.getSelected()?.path, 'the path of the page.') : copies.copyId()),
  })
}

const tableAt = (now: number) => runTable<RunEntry>(now, ({ run }) => run)
const idOf = ({ run }: RunEntry): string => run.id
const copiesOfRun = {
  row: runText,
  id: idOf,
  idLabel: 'the id of the run.',
  json: ({ run }: RunEntry) => run.item ?? null,
  jsonLabel: 'the run as JSON.',
}

/** Shown if the window is too short, if the facts are shown instead, or if the archive cannot be read. */
const PAGES_HIDDEN = 'The pages are not shown here. Press Enter to open them.'
const NO_PAGES = 'This run has not been exported. Press x to export it.'
const none = [] as const
const noLines: number[] = []

const headLine = (
  all: readonly RunEntry[],
  isListed: boolean | undefined,
  isFailed: boolean,
  width: number,
  theme: Theme,
): string => {
  if (isFailed && all.length === 0) return ` ${theme.muted(`wiki runs ${NOT_KNOWN}`)}`
  const count = (is: string) => all.filter(({ job }) => job?.state.is === is).length
  const [running, failed] = [count('running'), count('failed')]
  const finished = all.filter((entry) => entry.job?.state.is !== 'running' && archiveOf(entry) !== undefined).length
  const sourceText = isListed ? 'latest runs from the server   A: add' : 'local list   A: add'
  const parts = [
    `${theme.strong(String(all.length))} ${all.length === 1 ? 'run' : 'runs'}`,
    ...(running > 0 ? [`${theme.strong(String(running))} ${running === 1 ? 'export' : 'exports'} running`] : []),
    ...(finished > 0 ? [`${theme.strong(String(finished))} finished`] : []),
    ...(failed > 0 ? [theme.bad(`${theme.signs.bad} ${failed} failed`)] : []),
    ...(isListed === undefined ? [] : [theme.muted(sourceText)]),
  ]
  return ` ${joinFitting(parts, width - 2, '   ')}`
}

/** The row above the pages: the name of the archive, and that it is verified. */
const pagesHead = (path: string, archive: Archive | undefined, files: number, width: number, theme: Theme): string => {
  const name = theme.strong(safeText(basename(path)))
  if (!archive) return ` ${name}`
  const verified = `${theme.good(theme.signs.good)} verified: ${pagesText(files)}`
  return ` ${joinFitting([name, verified, 'checksums match'], width - 2, '  ')}`
}

const emptyText = (is: string, all: number): string => {
  if (is === 'failed') return ''
  if (is === 'loading' && all === 0) return 'loading wiki runs'
  return all > 0 ? 'No matching run: Esc shows all.' : 'No wiki runs yet. Press A to add one by id.'
}
