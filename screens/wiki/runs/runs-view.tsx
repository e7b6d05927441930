import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { runTable } from '../../../src/domain/wiki/run-name.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { joinFitting } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { belowSizes, stackSizes } from '../../kit/detail/list-and-detail.ts'
import type { Figure } from '../../kit/filter/aggregate-text.ts'
import { typedFilter } from '../../kit/filter/use-filter.ts'
import { NOTHING_TO_FOLD, NOTHING_TO_UNFOLD } from '../../kit/list/use-list.ts'
import { type ListScreen, useListScreen } from '../../kit/list/use-list-screen.tsx'
import type { ListLayout } from '../../kit/list/use-stacked-list.ts'
import { useOffer } from '../../kit/offers/view-offers.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import { useEachMinute } from '../../kit/query/ticks.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { webAddress } from '../../kit/screen/screen-report.ts'
import { useSession, useSubjectActions } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { runsKeys, runsState, SEARCH_VIEW } from '../shared/wiki-keys.ts'
import { archiveOf, type RunEntry, runColumns, runDetail, runEntries, runText } from './run-columns.ts'
import { type RunPages, useRunPages } from './use-run-pages.ts'
import { useWikiActions } from './use-wiki-actions.ts'

/** Minimum rows in which the list leaves space for a detail below it. */
const MIN_ROOM_FOR_DETAIL = 10

/** All known runs with their exports, and below them the pages of an archive or the facts about a run. */
export const RunsView = ({ width, height, target, open }: Omit<ScreenProps, 'back'>) => {
  const { theme, now } = useSession()
  const state = useQuery('wikiRuns', {})
  const loaded = shownOf(state)?.data
  const jobs = useSubjectActions()
  const all = useMemo(() => runEntries(loaded?.rows ?? none, jobs), [loaded, jobs])
  const act = useWikiActions(open)
  useOffer({
    rowActions: () => {
      const entry = screen.getSelected()
      return entry && act.menuOf(entry)
    },
  })
  // `pane` is defined below: the callbacks that use it are called only after this render.
  const screen: ListScreen<RunEntry> = useListScreen<RunEntry>({
    name: 'wiki',
    keys: runsState,
    width,
    height,
    state,
    entries: all,
    idOf,
    target: target?.row,
    table: useEachMinute(tableAt),
    sortedBy: { id: 'created', isDescending: true },
    columns: useMemo(() => runColumns(all, theme), [all, theme]),
    detailOf: (entry, width) => runDetail(entry, { now: now(), width, problem: pane.problem }, theme),
    placeholder: 'runs, not their pages',
    layout,
    pane: () => pane,
    figure: pageCount,
    arrivedAt: ({ run }) => run.item?.createdAt ?? undefined,
    head: () => headLine(all, loaded?.isListed, state.is === 'failed', width, theme),
    empty: () => emptyText(state.is, all.length),
    enter: act.wordOf,
    copies,
    command: { list: 'wiki list' },
    address: (selected) => webAddress('the repository', selected?.run.item?.repoUrl),
  })
  const pane = useRunPages(screen, width)
  useRunsKeys(screen, pane, act, open)
  return screen.body
}

const useRunsKeys = (
  { handlers, getSelected, onRow, getDetail }: ListScreen<RunEntry>,
  pane: RunPages,
  act: ReturnType<typeof useWikiActions>,
  open: ScreenProps['open'],
): void => {
  const { copy } = useLastRow()
  const { pages, archive, hasPages, isFocused } = pane
  const unfold = () => {
    const page = pages.getPage()
    if (!pages.toggleFolder() && page && archive !== undefined) open('wiki', { archive, page: page.path })
  }
  const getScrolled = () => (hasPages ? pages.getDetail() : getDetail())
  const hasArchive = () => {
    const selected = getSelected()
    return selected !== undefined && archiveOf(selected) !== undefined
  }
  useKeys(runsKeys, {
    ...handlers,
    ...(isFocused && pages.handlers),
    open: isFocused ? unfold : onRow(act.open),
    nextPane: () => (hasPages ? pane.setInside(!isFocused) : hasArchive() ? PAGES_HIDDEN : NO_PAGES),
    unfold: () => (isFocused ? unfold() : NOTHING_TO_UNFOLD),
    foldOrLeave: () => (isFocused ? pages.shut() : NOTHING_TO_FOLD),
    runDetails: onRow(() => (hasArchive() ? pane.toggleDetails() : NO_PAGES)),
    exportWiki: onRow(act.exportWiki),
    actions: onRow(act.actions),
    add: act.add,
    searchPages: () => open('wiki', { view: SEARCH_VIEW }, typedFilter(runsState.filter)),
    scrollDown: () => getScrolled().scrollDown(),
    scrollUp: () => getScrolled().scrollUp(),
    copyId: () => (isFocused ? copy(pages.getSelected()?.path, 'the path of the page.') : handlers.copyId()),
  })
}

const layout: ListLayout = ({ width, room, rows }) =>
  room < MIN_ROOM_FOR_DETAIL ? belowSizes(width, room, room) : stackSizes(width, room, rows, false)
const tableAt = (now: number) => runTable<RunEntry>(now, ({ run }) => run)
const pageCount: Figure<RunEntry> = {
  label: 'pages',
  valueOf: ({ run }) => run.item?.pageCount ?? undefined,
  isSum: true,
  text: fullNumber,
}
const idOf = ({ run }: RunEntry): string => run.id
const copies = {
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

const emptyText = (is: string, all: number): string => {
  if (is === 'failed') return ''
  if (is === 'loading' && all === 0) return 'loading wiki runs'
  return all > 0
    ? 'No matching run. Press Esc to show all runs, or S to search their pages.'
    : 'No wiki runs yet. Press A to add one by id.'
}
