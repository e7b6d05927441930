import { lengthOf, type Range } from '../../src/domain/calendar/calendar.ts'
import { bucket, sparkline } from '../../src/domain/charts/sparkline.ts'
import type { Leaderboard } from '../../src/domain/people/leaderboard.ts'
import type { FieldName, SumField, WordField } from '../../src/domain/people/people-fields.ts'
import type { PeopleSort } from '../../src/domain/people/people-sort.ts'
import type { PersonRows } from '../../src/domain/people/person-rows.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { deltaText, moveText, nameText, numberText, shareText, sumText, wordsText, wordText } from './cells.ts'

/** A column of a list of people: its rows are entry numbers, its width does not hang on what has arrived. */
export type EntryColumn = Column<number> & { id: FieldName | 'course' }

type Sums = { field: SumField; title: string; width: number; priority: number }
/** Columns of sums in the order they stand in: title, cells and which go first where there is little room. */
const sums: readonly Sums[] = [
  { field: 'tools', title: 'TOOLS', width: 6, priority: 7 },
  { field: 'sessions', title: 'SESS', width: 5, priority: 8 },
  { field: 'commits', title: 'COMMITS', width: 8, priority: 9 },
  { field: 'prs', title: 'PRS', width: 4, priority: 10 },
  { field: 'messages', title: 'MSGS', width: 6, priority: 12 },
  { field: 'files', title: 'FILES', width: 6, priority: 13 },
  { field: 'days', title: 'DAYS', width: 5, priority: 14 },
  { field: 'autonomy', title: 'AUTON', width: 6, priority: 15 },
  { field: 'mcp', title: 'MCP', width: 5, priority: 18 },
  { field: 'skills', title: 'SKILLS', width: 7, priority: 19 },
  { field: 'slash', title: 'SLASH', width: 6, priority: 20 },
  { field: 'hooks', title: 'HOOKS', width: 6, priority: 21 },
  { field: 'asked', title: 'ASKED', width: 6, priority: 22 },
  { field: 'answered', title: 'ANSWD', width: 6, priority: 23 },
  { field: 'created', title: 'CREATED', width: 8, priority: 24 },
  { field: 'edited', title: 'EDITED', width: 7, priority: 25 },
]

/** Cells for the course of a row. */
const COURSE_CELLS = 14

/** The largest credits of a person on a day of the board's range, the scale that all courses share; 0 for none. */
const scaleOf = ({ people, days }: Leaderboard): number => {
  const { measures, day, length } = people
  const inRange = people.days.map((one) => days.includes(one))
  let top = 0
  for (let row = 0; row < length; row++) {
    const value = measures.billable_tokens.at(row)
    if (value > top && inRange[day[row] ?? 0]) top = value
  }
  return top
}

/** What ranks and movements are by: the measure that the list is sorted by, else credits. */
const rankedBy = (sort: PeopleSort): SumField =>
  sums.some(({ field }) => field === sort.field) ? (sort.field as SumField) : 'credits'

export type Shown = {
  /** Whether everybody is loaded: only then it is known who is new. */
  isExact: boolean
  /** Whether there are columns for what changed, also while that is not known yet. */
  isCompared: boolean
  /** Whether names are pseudonyms, which are never cut: the parts of two may be the same. */
  isPrivate: boolean
}

/**
 * Columns of people summed over a range, the sorted one never dropped. They read no more of the board than is shown.
 */
export const boardColumns = (
  board: Leaderboard,
  sort: PeopleSort,
  { isExact, isCompared, isPrivate }: Shown,
  theme: Theme,
): EntryColumn[] => {
  const { range } = board
  const ranks = board.ranksBy(rankedBy(sort))
  const scale = scaleOf(board)
  const isTold = (entry: number): boolean => isExact || board.wordAt('state', entry) === 'stayed'
  const languagesOf = (entry: number): string[] => board.languagesAt(entry).map(({ word }) => word)
  // Whoever is gone has no word that could be missing.
  const wordOf = (field: WordField, entry: number): string =>
    board.wordAt('state', entry) === 'gone' ? '' : wordText(board.wordAt(field, entry))
  const change: EntryColumn[] = [
    {
      id: 'delta',
      title: 'DELTA',
      align: 'right',
      width: 9,
      priority: 3,
      text: (entry, width) => (isTold(entry) ? deltaText(board.deltaAt('credits', entry), width, theme) : ''),
    },
  ]
  const move: EntryColumn[] = [
    {
      id: 'move',
      title: 'MOVE',
      align: 'right',
      width: 5,
      priority: 6,
      text: (entry) => (isTold(entry) ? moveText(ranks.moves[entry], board.wordAt('state', entry)) : ''),
      role: () => 'muted',
    },
  ]
  return withSortedKept(
    [
      {
        id: 'rank',
        title: '#',
        align: 'right',
        width: 5,
        priority: 2,
        text: (entry, width) => (Number.isNaN(ranks.ranks[entry]) ? '' : numberText(ranks.ranks[entry], width)),
        role: () => 'muted',
      },
      ...(isCompared ? move : []),
      nameColumn((entry) => board.nameAt(entry), isPrivate),
      {
        id: 'credits',
        title: 'CREDITS',
        align: 'right',
        width: 9,
        priority: 1,
        text: (entry, width) => sumText(board.sumAt('credits', entry), width),
      },
      {
        id: 'share',
        title: '%',
        align: 'right',
        width: 5,
        priority: 4,
        text: (entry) => shareText(board.numbers('share')[entry]),
        role: () => 'muted',
      },
      ...(isCompared ? change : []),
      ...sums.slice(0, 4).map((column) => sumColumn(board, column)),
      {
        id: 'mode',
        title: 'MODE',
        align: 'left',
        width: 11,
        priority: 11,
        text: (entry) => wordOf('mode', entry),
      },
      {
        id: 'course',
        title: courseTitle(range),
        align: 'left',
        width: COURSE_CELLS,
        priority: 5,
        text: (entry, width) =>
          sparkline(bucket(board.seriesAt('credits', entry), width), { max: scale, ascii: theme.isAscii }),
        role: () => 'accent',
      },
      ...sums.slice(4).map((column) => sumColumn(board, column)),
      {
        id: 'model',
        title: 'MODEL',
        align: 'left',
        width: 12,
        priority: 16,
        text: (entry) => wordOf('model', entry),
      },
      {
        id: 'lang',
        title: 'LANGUAGES',
        align: 'left',
        width: 16,
        priority: 17,
        text: (entry, width) => wordsText(languagesOf(entry), width),
      },
      {
        id: 'last',
        title: 'LAST SEEN',
        align: 'left',
        width: 10,
        priority: 26,
        text: (entry) => dayLabel(dayAt(board.numbers('last')[entry])),
      },
    ],
    sort,
  )
}

const courseTitle = (range: Range): string => {
  const days = lengthOf(range)
  return days === 1 ? '1 DAY' : `${days} DAYS`
}

const DAY_MS = 86_400_000

/** A day of days since 1970; undefined for NaN. */
export const dayAt = (days: number | undefined): string | undefined =>
  days === undefined || Number.isNaN(days) ? undefined : new Date(days * DAY_MS).toISOString().slice(0, 10)

const PSEUDONYM_CELLS = 'Person 7K3F2-92QMX'.length

const nameColumn = (nameAt: (entry: number) => string, isPrivate: boolean): EntryColumn => ({
  id: 'name',
  title: 'PERSON',
  align: 'left',
  width: { grow: true, min: isPrivate ? PSEUDONYM_CELLS : 15 },
  priority: 0,
  text: (entry, width) => nameText(nameAt(entry), width),
})

const sumColumn = (board: Leaderboard, { field, title, width, priority }: Sums): EntryColumn => ({
  id: field,
  title,
  align: 'right',
  width,
  priority,
  text: (entry, cells) => sumText(board.sumAt(field, entry), cells),
})

/** Columns of single days of people. */
export const dayColumns = (rows: PersonRows, sort: PeopleSort, isPrivate: boolean): EntryColumn[] => {
  const word = (field: WordField, title: string, width: number, priority: number): EntryColumn => ({
    id: field,
    title,
    align: 'left',
    width,
    priority,
    text: (entry) => wordText(rows.wordAt(field, entry)),
  })
  const number = ({ field, title, width, priority }: Sums): EntryColumn => ({
    id: field,
    title,
    align: 'right',
    width,
    priority,
    text: (entry, cells) => numberText(rows.valueAt(field, entry), cells),
  })
  return withSortedKept(
    [
      nameColumn((entry) => rows.nameAt(entry), isPrivate),
      {
        id: 'date',
        title: 'DAY',
        align: 'left',
        width: 10,
        priority: 0,
        text: (entry) => dayLabel(rows.dayAt(entry)),
      },
      number({ field: 'credits', title: 'CREDITS', width: 9, priority: 1 }),
      ...sums.filter(({ field }) => field !== 'days').map(number),
      word('mode', 'MODE', 11, 9),
      word('model', 'MODEL', 12, 9),
      word('tier', 'TIER', 8, 16),
      {
        id: 'lang',
        title: 'LANGUAGES',
        align: 'left',
        width: 18,
        priority: 11,
        text: (entry, width) => wordsText(rows.rowAt(entry).languages ?? [], width),
      },
    ],
    sort,
  )
}

// What the order hangs on must be seen.
const withSortedKept = (columns: EntryColumn[], sort: PeopleSort): EntryColumn[] =>
  columns.map((column) => (column.id === sort.field ? { ...column, priority: 0 } : column))
