import { useEffect, useMemo, useRef } from 'react'
import type { Leaderboard } from '../../src/domain/people/leaderboard.ts'
import type { ListKind } from '../../src/domain/people/people-fields.ts'
import { fieldsOf } from '../../src/domain/people/people-fields.ts'
import { filterEntries, parseWhere } from '../../src/domain/people/people-filter.ts'
import { type PeopleSort, sortBy, sortEntries } from '../../src/domain/people/people-sort.ts'
import { personRowsOf } from '../../src/domain/people/person-rows.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { fullNumber } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Sum } from '../../src/domain/usage/sum.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { filled, padStyled } from '../../src/ui/layout/columns.ts'
import { headingRow, placeColumns, tableRow } from '../../src/ui/layout/data-table.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useExports } from '../kit/exports.ts'
import { rule } from '../kit/frame.ts'
import type { ScreenProps } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useScreenState } from '../kit/screen-state.ts'
import { useSession } from '../kit/session.ts'
import { failedLines, failuresOf } from '../kit/states.ts'
import { useRested } from '../kit/ticks.ts'
import { useFilter } from '../kit/use-filter.ts'
import { listHandlers } from '../kit/use-list.ts'
import { sumChange, sumText } from './cells.ts'
import { listCommand } from './command-line.ts'
import { personJson, rowText } from './copy-texts.ts'
import type { EntryColumn } from './entry-columns.ts'
import { boardColumns } from './leaderboard-columns.ts'
import { peopleExports } from './people-exports.ts'
import {
  markedKeys,
  noKeys,
  peopleKeys,
  retryKeys,
  type SortAction,
  sortKeys,
  stopAllKeys,
  stopKeys,
} from './people-keys.ts'
import { PREVIEW_ROWS, previewLines } from './preview.ts'
import { singleDayColumns } from './single-day-columns.ts'
import { statusLine } from './status-line.ts'
import { useEntries } from './use-entries.ts'
import type { LoadedPeople } from './use-people.ts'

export type LeaderboardProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedPeople
  /** Ids of the people that are marked. */
  marks: ReadonlySet<string>
  setMarks: (marks: ReadonlySet<string>) => void
  compareMarked: () => void
}

/** The lowest body that has room for the selected person below the list. */
const PREVIEW_FROM = 18
/** Cells before a row: the selection and the mark. */
const GUTTER = 2
const byCredits = sortBy('credits')

/** People, or single days of theirs: as many of them as are loaded, more as the list nears its end. */
export const LeaderboardView = ({ width, height, open, loaded, marks, setMarks, compareMarked }: LeaderboardProps) => {
  const session = useSession()
  const { theme } = session
  const { range, walk, state, queryState, people, board, isExact, isCompared, salt } = loaded
  const { version } = people
  const [kind, setKind] = useScreenState<ListKind>('kind', 'people')
  const [sort, setSort] = useScreenState<PeopleSort>(`sort:${kind}`, byCredits)
  const [hasPreview, setHasPreview] = useScreenState('preview', true)
  // What the user has stopped goes on only when the user moves on.
  const [isStopped, setIsStopped] = useScreenState('stopped', false)
  const [hasMoved, setHasMoved] = useScreenState(`moved:${loaded.walkRange.from}`, true)
  const filter = useFilter()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the columns hold
  const rows = useMemo(
    () => (kind === 'days' ? personRowsOf(people, { range, salt }) : undefined),
    [kind, people, version, range, salt],
  )
  const entries = rows ?? board
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort])
  const isTyping = filter.fieldKeys !== undefined
  const where = useMemo(() => parseWhere(filter.text, kind, { isTyping }), [filter.text, kind, isTyping])
  const order = useMemo(() => filterEntries(entries, sorted, where), [entries, sorted, where])

  const isPreviewed = hasPreview && height >= PREVIEW_FROM
  const previewRows = isPreviewed ? PREVIEW_ROWS + 1 : 0
  const room = height - 3 - previewRows
  const failures = [
    ...failuresOf([queryState]).flatMap((error) => failedLines(error, width, theme, room)),
    ...(state.incomplete === undefined
      ? []
      : brokenLines(state.incomplete, loaded.isOffline, width, theme).slice(0, room)),
  ]
  const listHeight = Math.max(0, room - failures.length)

  const idOf = (entry: number): string => people.ids[entries.person[entry] ?? -1] ?? ''
  const list = useEntries(
    `row:${kind}`,
    order,
    listHeight,
    (entry) => (rows ? `${rows.dayAt(entry)}${idOf(entry)}` : idOf(entry)),
    (id) => {
      const person = people.personOf(rows ? id.slice(DAY_LENGTH) : id)
      if (person === undefined) return undefined
      if (!rows) return board.entryOf(board.names.idOf(person))
      const day = id.slice(0, DAY_LENGTH)
      for (let at = rows.person.indexOf(person); at >= 0; at = rows.person.indexOf(person, at + 1)) {
        if (rows.dayAt(at) === day) return at
      }
      return undefined
    },
  )
  const selected = order[list.selected]
  const isPrivate = salt !== undefined

  const columns = useMemo(
    (): EntryColumn[] =>
      rows
        ? singleDayColumns(rows, sort, isPrivate)
        : boardColumns(board, { sort, isExact, isCompared, isPrivate }, theme),
    [rows, board, sort, isExact, isCompared, isPrivate, theme],
  )
  const { placed, texts } = useMemo(
    () => ({ placed: placeColumns(columns, [], width - GUTTER), texts: new Map<number, string>() }),
    [columns, width],
  )
  const textOf = (entry: number): string => {
    const known = texts.get(entry)
    if (known !== undefined) return known
    const text = tableRow(placed, entry, theme)
    texts.set(entry, text)
    return text
  }

  const isFiltering = filter.text.trim() !== ''
  const isNearEnd = list.top + 2 * listHeight >= order.length
  const mayAsk = state.missing.length > 0 && state.error === undefined && state.incomplete === undefined
  // A filter that matches little would have everything loaded to fill the window, and whoever comes last among few comes
  // last among all: a page more is for the user to ask for, by moving on. The first one is asked for in any case, as rows
  // that are there before it may be of other days' walks.
  const isShort = order.length < listHeight
  const mayLoad = mayAsk && !isFiltering && !isStopped && state.loading === 'nothing'
  const wantsPage = mayLoad && (isShort || (hasMoved && (isNearEnd || state.pages === 0)))
  useEffect(() => {
    if (!wantsPage) return
    setHasMoved(false)
    walk?.more()
  }, [wantsPage, setHasMoved, walk])

  const wantsLast = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged once for each state of the walk
  useEffect(() => {
    if (!wantsLast.current || state.loading === 'all') return
    wantsLast.current = false
    if (state.missing.length === 0) list.moveTo(order.length - 1)
  }, [state])

  const moving = listHandlers(list, listHeight, order.length)
  const onMove = (move: () => void) => () => {
    wantsLast.current = false
    setIsStopped(false)
    setHasMoved(true)
    move()
  }
  const copy = (text: string, what: string) => {
    session.copy(text)
    session.set({ notice: `Copied ${what}` })
  }
  const sortActions = Object.fromEntries(
    sortKeys.map(({ action, field }) => [
      action,
      () => {
        if (!fieldsOf(kind).some(({ name }) => name === field)) {
          const other = kind === 'days' ? 'sums per person' : 'single days'
          session.set({ notice: `Only ${other} can be sorted so: zd shows them.` })
        } else if ((field === 'delta' || field === 'move') && !board.previous) {
          session.set({ notice: 'Nothing is compared with the period before: d compares.' })
        } else
          setSort((before) => (before.field === field ? { field, isDescending: !before.isDescending } : sortBy(field)))
      },
    ]),
  ) as Record<SortAction, () => void>

  const exporting = useExports(() => peopleExports({ board, rows, order, range, isExact }))
  useKeys(peopleKeys, {
    ...sortActions,
    ...exporting,
    down: onMove(moving.down),
    up: onMove(moving.up),
    pageDown: onMove(moving.pageDown),
    pageUp: onMove(moving.pageUp),
    top: onMove(moving.top),
    bottom: onMove(moving.bottom),
    all: () => {
      if (state.missing.length === 0 || state.incomplete !== undefined) return moving.bottom()
      setIsStopped(false)
      wantsLast.current = true
      walk?.all()
    },
    person: () => selected !== undefined && open('people', { person: idOf(selected) }),
    filter: filter.open,
    mark: () => {
      if (selected === undefined) return
      const id = idOf(selected)
      const next = new Set(marks)
      if (!next.delete(id)) next.add(id)
      setMarks(next)
      list.move(1)
    },
    compareMarked: () => {
      if (marks.size > 0) compareMarked()
      else session.set({ notice: 'Nobody is marked yet: Space marks the person of a row.' })
    },
    days: () => setKind(kind === 'days' ? 'people' : 'days'),
    preview: () => setHasPreview(!hasPreview),
    copyRow: () => selected !== undefined && copy(rowText(placed, selected), 'the row.'),
    copyId: () => selected !== undefined && copy(entries.names.idOf(entries.person[selected] ?? -1), 'the id.'),
    copyJson: () =>
      selected !== undefined &&
      copy(rows ? JSON.stringify(rows.rowAt(selected), undefined, 2) : personJson(board, selected), 'the row as JSON.'),
  })
  const unmarking: readonly Binding[] = marks.size > 0 && !isTyping ? markedKeys : noKeys
  useKeys(unmarking as typeof markedKeys, { unmark: () => setMarks(new Set()) })
  const canRetry = state.loading === 'nothing' && state.missing.length > 0 && (state.error !== undefined || isStopped)
  useKeys((canRetry ? retryKeys : noKeys) as typeof retryKeys, {
    retry: () => {
      setIsStopped(false)
      walk?.more()
    },
  })
  const stopping = state.loading === 'all' ? stopAllKeys : state.loading === 'page' && walk ? stopKeys : noKeys
  useKeys(
    stopping as typeof stopAllKeys,
    {
      stop: () => {
        wantsLast.current = false
        setIsStopped(true)
        walk?.stop()
      },
    },
    { kind: 'field' },
  )
  useReport('people', {
    crumbs: kind === 'days' ? ['single days'] : [],
    command: listCommand({
      kind,
      range: loaded.rangeArguments,
      isComparing: loaded.isComparing,
      isPrivate,
      sort,
      filter: filter.text,
    }),
    fieldKeys: filter.fieldKeys,
    states: [queryState],
  })

  const exact = useMemo(() => exactTexts(board, marks.size, theme), [board, marks, theme])
  const head = statusLine(
    {
      state,
      range: loaded.walkRange,
      isConnected: walk !== undefined,
      people: isExact ? board.active : board.length,
      known: loaded.known,
      sort,
      exact,
    },
    width,
    theme,
  )
  const window = order.subarray(list.top, list.top + listHeight)
  const shown = Array.from(window, (entry, y) => {
    const mark = marks.size > 0 && marks.has(idOf(entry)) ? theme.accent(theme.signs.dot) : ' '
    if (list.top + y !== list.selected) return ` ${mark}${textOf(entry)}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${mark}${textOf(entry)}`, width))
  })
  const empty = failures.length > 0 ? [] : [emptyLine(loaded, isFiltering, theme)]
  const selectedId = selected === undefined ? undefined : entries.names.idOf(entries.person[selected] ?? -1)
  const restedId = useRested(selectedId)
  // Whoever was looked at may be gone from the list, or be called otherwise by now.
  const isRested = restedId !== undefined && board.entryOf(restedId) !== undefined
  const previewId = isRested && selectedId !== undefined ? restedId : selectedId
  const preview = useMemo(() => {
    if (!isPreviewed) return []
    const entry = previewId === undefined ? undefined : board.entryOf(previewId)
    return [rule(width, theme), ...(entry === undefined ? [] : previewLines(board, entry, { width, isPrivate }, theme))]
  }, [isPreviewed, previewId, board, width, isPrivate, theme])
  const lines = [
    head,
    filter.divider(order.length, entries.length, width, theme, where.wrong ?? where.unfinished),
    `${' '.repeat(GUTTER)}${headingRow(placed, { id: sort.field, isDescending: sort.isDescending }, theme)}`,
    ...failures,
    ...filled(order.length > 0 ? shown : empty, listHeight),
    ...preview,
  ]
  return <Body lines={lines} height={height} />
}

/** Why there is no more than this, and the keys that help where anything does. */
const brokenLines = (why: string, isOffline: boolean, width: number, theme: Theme): string[] => [
  ...wrapText(safeText(why, 'text'), Math.max(20, Math.min(100, width - 5))).map(
    (line, y) => ` ${y === 0 ? theme.warn('!') : ' '} ${line}`,
  ),
  ...(isOffline ? [] : [`   ${theme.muted('r goes on, R begins anew')}`]),
]

const DAY_LENGTH = '2026-01-14'.length
const WIDEST = 24

/** What is said of everybody once they are all loaded. */
const exactTexts = (board: Leaderboard, marked: number, theme: Theme): string[] => {
  const credits = board.totalOf('credits')
  const change = board.previous ? sumChange(credits, totalBefore(board), theme) : ''
  const gone = board.length - board.active
  return [
    ...(marked > 0 ? [`${theme.accent(String(marked))} marked, ${theme.accent('=')} compares`] : []),
    ...(gone > 0 ? [`${fullNumber(gone)} ${theme.muted('gone')}`] : []),
    ...(board.length > 0 ? [`${theme.muted('credits')} ${theme.strong(sumText(credits, WIDEST))} ${change}`] : []),
  ]
}

const totalBefore = (board: Leaderboard): Sum => {
  let value: number | undefined
  let missing = 0
  for (let entry = 0; entry < board.length; entry++) {
    const before = board.beforeAt('credits', entry)
    if (before?.value !== undefined) value = (value ?? 0) + before.value
    missing += before?.missing ?? 0
  }
  return { value, missing }
}

const emptyLine = ({ state, board, walk }: LoadedPeople, isFiltering: boolean, theme: Theme): string => {
  const isAll = state.missing.length === 0
  if (isFiltering && board.length > 0) {
    return ` ${theme.muted(`Nobody ${isAll ? '' : 'who is loaded '}matches: Esc shows all${isAll ? '' : ', G loads all'}.`)}`
  }
  if (!walk || state.loading !== 'nothing') return ` ${theme.muted('loading people')}`
  if (!isAll) return ` ${theme.muted('Loading was stopped: R goes on.')}`
  return ` ${theme.muted('Nobody was active on these days: t chooses others.')}`
}
