import { basename } from 'node:path'
import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { pagesText, runTable } from '../../../src/domain/wiki/run-name.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { asManyAsFit, cutStyled, filled, indented } from '../../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { MAX_DETAILS, useLateDetail } from '../../kit/detail/use-detail.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useFilteredRows } from '../../kit/filter/use-where.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRows, useNews, withNews } from '../../kit/list/list-rows.ts'
import {
  listHandlers,
  NO_ROW,
  NOTHING_TO_FOLD,
  NOTHING_TO_UNFOLD,
  paneList,
  useQuietList,
  useSelected,
  useSelectOnce,
} from '../../kit/list/use-list.ts'
import { failureLines, NOT_KNOWN } from '../../kit/query/states.ts'
import { usePatience } from '../../kit/query/ticks.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { foldWord } from '../../kit/screen/enter-hint.ts'
import { rule } from '../../kit/screen/frame.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport, webAddress } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { useJobs } from '../../kit/session/use-jobs.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { useArchivePanes } from '../archive/use-archive-panes.ts'
import { runsKeys } from '../shared/wiki-keys.ts'
import { archiveOf, type RunEntry, runColumns, runEntries, runText } from './run-columns.ts'
import { runDetail } from './run-detail.ts'
import { useWikiActions } from './use-wiki-actions.ts'

/** Rows above the list: the head, the divider and the heading. */
const HEAD = 3
/** The lowest room that is shared with what is known of the row. */
const SHARED_FROM = 10

/** The runs that are known, with their exports. */
export const RunsView = ({ width, height, target, open }: Omit<ScreenProps, 'back'>) => {
  const { theme, now } = useSession()
  const state = useQuery('wikiRuns', {})
  const [isInside, setInside] = useScreenState('inside', false)
  const [isOfFacts, setOfFacts] = useScreenState('facts', false)
  const loaded = shownOf(state)?.data
  const jobs = useJobs()
  const all = useMemo(() => runEntries(loaded?.rows ?? none, jobs), [loaded, jobs])
  const minute = Math.floor(now() / 60_000)
  const table = useMemo(() => runTable<RunEntry>(minute * 60_000, ({ run }) => run), [minute])
  const { filter, rows: entries, divider, option } = useFilteredRows(all, table)
  const ids = useMemo(() => entries.map(({ run }) => run.id), [entries])

  const failures = failureLines([state], width, theme)
  const room = Math.max(1, height - HEAD - failures.length)
  const listHeight = room < SHARED_FROM ? room : Math.min(Math.max(3, entries.length), Math.ceil(room / 2))
  const detailHeight = Math.max(0, room - listHeight - 1)
  const list = useQuietList('run', ids, listHeight)
  useSelectOnce(
    ids.find((id) => id === target?.row),
    list.select,
  )
  const selectedNow = () => entries[list.selected]
  // A move to a run without pages, from such a one, draws its rows alone.
  const archive = useSelected(list, (at) => {
    const entry = entries[at]
    return detailHeight > 0 && !isOfFacts && entry ? archiveOf(entry) : undefined
  })
  const archiveState = useQuery('archive', archive === undefined ? undefined : { path: archive })
  // Of one that is gone or not to be trusted there are no pages.
  const hasPages = archive !== undefined && archiveState.is !== 'failed'
  const isFocused = isInside && hasPages
  const pages = useArchivePanes(hasPages ? archive : undefined, archiveState, {
    width,
    room: detailHeight,
    head: (loaded, files, width) => pagesHead(archive ?? '', loaded, files, width, theme),
    isFocused,
    top: HEAD + failures.length + listHeight + 1,
    onClick: () => setInside(true),
  })
  useRowClicks(
    paneList(list, !isFocused, () => setInside(false)),
    { top: HEAD + failures.length, height: listHeight, count: ids.length },
  )
  const problem = archiveState.is === 'failed' ? archiveState.error.message : undefined
  // Anew each second, as it says how long ago the run was listed.
  const linesAt = useMemo(
    () =>
      memoize((second: number) => {
        const options = { now: second * 1000, width: width - 2, problem }
        return memoize((entry: RunEntry) => runDetail(entry, options, theme), MAX_DETAILS)
      }, 1),
    [width, problem, theme],
  )
  const detail = useLateDetail(() => {
    const selected = selectedNow()
    return { id: selected?.run.id, lines: selected ? linesAt(Math.floor(now() / 1000))(selected) : [], found: noLines }
  }, detailHeight)
  const placed = useMemo(() => placeColumns(runColumns(theme), entries, width - 2), [theme, entries, width])
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])

  const act = useWikiActions(open)
  const { copy } = useLastRow()
  const unfold = () => {
    const page = pages.pageNow()
    if (!pages.turn() && page && archive !== undefined) open('wiki', { archive, page: page.path })
  }
  const onRow = (act: (entry: RunEntry) => unknown) => {
    const selected = selectedNow()
    return selected ? act(selected) : NO_ROW
  }
  const scrolledNow = () => (hasPages ? pages.detailNow() : detail())
  useKeys(runsKeys, {
    ...(isFocused
      ? listHandlers(pages.list, pages.treeHeight, pages.rows.length)
      : listHandlers(list, listHeight, entries.length)),
    open: () => {
      if (isFocused) return unfold()
      return onRow(act.open)
    },
    nextPane: () => {
      if (hasPages) return setInside(!isFocused)
      const selected = selectedNow()
      return selected && archiveOf(selected) ? NOT_BELOW : NO_PAGES
    },
    unfold: () => (isFocused ? unfold() : NOTHING_TO_UNFOLD),
    shut: () => (isFocused ? pages.shut() : NOTHING_TO_FOLD),
    facts: () => {
      const selected = selectedNow()
      return selected && archiveOf(selected) === undefined ? NO_PAGES : setOfFacts(!isOfFacts)
    },
    exportWiki: () => onRow(act.exportWiki),
    actions: () => onRow(act.actions),
    add: act.add,
    scrollDown: () => scrolledNow().scrollDown(),
    scrollUp: () => scrolledNow().scrollUp(),
    filter: filter.open,
    copyRow: () => {
      const selected = selectedNow()
      return copy(selected && runText(selected), 'the row.')
    },
    copyId: () =>
      isFocused
        ? copy(pages.selectedNow()?.path, 'the path of the page.')
        : copy(selectedNow()?.run.id, 'the id of the run.'),
    copyJson: () => {
      const selected = selectedNow()
      return copy(selected && toJson(selected.run.item ?? null, { indent: 2 }), 'the run as JSON.', 'text')
    },
  })
  useReport('wiki', {
    crumbs: [],
    enter: () => {
      if (isFocused) {
        const selected = pages.selectedNow()
        return selected && (pages.pageNow() ? 'read' : foldWord(selected.isOpen))
      }
      const selected = selectedNow()
      return selected && act.wordOf(selected)
    },
    command: isFocused && archive !== undefined ? `wiki pages ${shellWord(archive)}` : `wiki list${option}`,
    address: () => webAddress('the repository', selectedNow()?.run.item?.repoUrl),
    fieldKeys: filter.fieldKeys,
    states: [state],
  })

  const isOld = usePatience(state.is === 'loading' && state.old !== undefined)
  const news = useNews('wiki', loaded !== undefined)
  const isNew = ({ run }: RunEntry) => news.isNew(run.item?.createdAt ?? undefined)
  const above = [
    withNews(headLine(all, loaded?.isListed, state.is === 'failed', width, theme), all.filter(isNew).length, theme),
    divider(all.length, width, theme),
    ` ${headingRow(placed, { id: 'created', isDescending: true }, theme)}`,
    ...failures,
  ]
  const listed = () =>
    entries.length > 0
      ? listRows(entries, textOf, { list, height: listHeight, width, isFocused: !isFocused, isNew }, theme)
      : [emptyLine(state.is, all.length, theme)]
  const below = (): readonly string[] => {
    if (detailHeight === 0) return []
    if (hasPages) return [rule(width, theme), ...pages.bodyNow()]
    const { shown, hidden } = detail()
    const rows = filled(shown, detailHeight)
    if (hidden > 0 && detailHeight > 1) rows[detailHeight - 1] = theme.muted(`${hidden + 1} more lines, J scrolls`)
    return [rule(width, theme), ...rows.map((line) => indented(cutStyled(line, width - 2)))]
  }
  const linesNow = () => {
    const rows = [...above, ...filled(listed(), listHeight), ...below()].map((line) => cutStyled(line, width))
    return isOld ? rows.map(theme.dim) : rows
  }
  return <ListBody list={isFocused ? pages.list : list} height={height} lines={linesNow} />
}

/** Where the window is too low for them, the facts are shown instead, or the archive is not to be read. */
const NOT_BELOW = 'The pages are not shown here: Enter opens them.'
const NO_PAGES = 'There are no pages of this run here: x exports them.'
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
  const running = count('running')
  const finished = all.filter((entry) => entry.job?.state.is !== 'running' && archiveOf(entry) !== undefined).length
  const failed = count('failed')
  const parts = [
    `${theme.strong(String(all.length))} ${all.length === 1 ? 'run' : 'runs'}`,
    ...(running > 0 ? [`${theme.strong(String(running))} ${running === 1 ? 'export' : 'exports'} running`] : []),
    ...(finished > 0 ? [`${theme.strong(String(finished))} finished`] : []),
    ...(failed > 0 ? [theme.bad(`${theme.signs.bad} ${failed} failed`)] : []),
    ...(isListed === undefined
      ? []
      : [
          theme.muted(
            isListed ? 'the server lists the newest of each   A adds' : 'your list: the server keeps none   A adds',
          ),
        ]),
  ]
  return ` ${asManyAsFit(parts, width - 2, '   ')}`
}

/** Above the pages of an archive: its name, and that nothing is wrong with it. */
const pagesHead = (path: string, archive: Archive | undefined, files: number, width: number, theme: Theme): string => {
  const name = theme.strong(safeText(basename(path)))
  if (!archive) return ` ${name}`
  const verified = `${theme.good(theme.signs.good)} verified: ${pagesText(files)}`
  return ` ${asManyAsFit([name, verified, 'no bad sums'], width - 2, '  ')}`
}

const emptyLine = (is: string, all: number, theme: Theme): string => {
  if (is === 'failed') return ''
  if (is === 'loading' && all === 0) return ` ${theme.muted('loading wiki runs')}`
  const why = all > 0 ? 'No run holds this: Esc shows all.' : 'No wiki run is known: A adds one by its id.'
  return ` ${theme.muted(safeText(why))}`
}
