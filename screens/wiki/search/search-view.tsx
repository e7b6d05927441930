import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { counted } from '../../../src/domain/text/format.ts'
import { SEARCH_SYNTAX } from '../../../src/domain/wiki/text-search.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { filter as filterState } from '../../kit/list/list-state.ts'
import { atFirstRow } from '../../kit/list/use-list.ts'
import { failureLines } from '../../kit/query/states.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { ScreenState } from '../../kit/screen/screen-state.ts'
import { useActions, useSession } from '../../kit/session/session.ts'
import { problemLines } from '../pages/problem-lines.ts'
import { useArchivePanes } from '../pages/use-archive-panes.ts'
import { usePageHandlers } from '../pages/use-page-handlers.ts'
import { useTextSearch } from '../pages/use-text-search.ts'
import { archiveOf, runEntries } from '../runs/run-columns.ts'
import { resultsKey, searchViewKeys } from '../shared/wiki-keys.ts'

/** Rows above the panes: head and divider. */
const HEAD = 2

const noArchive = { is: 'loading' } as const

/** A search through the pages of all exported archives, and the page of the selected result. */
export const SearchView = ({ width, height, open }: Pick<ScreenProps, 'width' | 'height' | 'open'>) => {
  const { theme } = useSession()
  const state = useQuery('wikiRuns', {})
  const jobs = useActions()
  const loaded = shownOf(state)?.data.rows
  const names = useMemo(
    () =>
      new Map(
        runEntries(loaded ?? [], jobs).flatMap((entry) => {
          const path = archiveOf(entry)
          return path === undefined ? [] : [[path, entry.name] as const]
        }),
      ),
    [loaded, jobs],
  )
  // A progress of a job must not start the search again.
  const key = JSON.stringify([...names.keys()])
  const paths = useMemo(() => JSON.parse(key) as string[], [key])
  const filter = useFilter(filterState, { placeholder: SEARCH_SYNTAX, label: 'Search', isKept: true })
  const search = useTextSearch(paths, filter.text)
  const failures = [...failureLines([state], width, theme), ...problemLines(search.problems, theme)]
  const panes = useArchivePanes(undefined, noArchive, {
    width,
    room: Math.max(1, height - HEAD - failures.length),
    search,
    nameOf: (archive) => names.get(archive) ?? archive,
    top: HEAD + failures.length,
  })
  const { list, getSelected } = panes
  useKeys(searchViewKeys, {
    ...usePageHandlers(panes, filter),
    open: panes.onRow(({ archive, path, line }) => {
      const selected = line ? `${path}\0${line.line}` : path
      const state = new ScreenState()
        .set(filterState, filter.text)
        .set(resultsKey(archive, search.text, undefined), { ...atFirstRow, id: selected })
      open('wiki', { archive, page: path }, state)
    }),
  })
  useReport('wiki', {
    place: 'search',
    enter: () => getSelected() && 'read',
    command: search.isActive ? `wiki search ${shellWord(filter.text)}` : 'wiki list',
    fieldKeys: filter.fieldKeys,
    ownKeys: searchViewKeys,
    states: [state],
  })
  const head = ` ${theme.strong(counted(paths.length, 'exported archive'))}   ${theme.muted('names and texts of their pages')}`
  const above = [head, filter.statusDivider(search.status, width, theme), ...failures]
  const none = state.is === 'loading' ? 'loading wiki runs' : NO_ARCHIVES
  const empty = paths.length === 0 ? none : 'Press / and type what to find.'
  const lines = () =>
    [...above, ...(search.isActive ? panes.getBody() : [` ${theme.muted(empty)}`])].map((line) =>
      cutStyled(line, width),
    )
  return <ListBody list={list} lines={lines} height={height} />
}

const NO_ARCHIVES = 'No wiki has been exported from here. Go back and press x on a run.'
