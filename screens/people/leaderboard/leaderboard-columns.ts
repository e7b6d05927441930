import { lengthOf } from '../../../src/domain/calendar/calendar.ts'
import { dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import { bucket, sparkline } from '../../../src/domain/charts/sparkline.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { isSumField, type SumField } from '../../../src/domain/people/people-fields.ts'
import type { PeopleSort } from '../../../src/domain/people/people-sort.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/change-text.ts'
import { moveText, nameText, numberText, shareText, sumText, wordsText, wordText } from '../shared/cells.ts'
import { type FieldCell, type FieldIn, fieldColumns } from '../shared/field-columns.ts'
import { type EntryColumn, entryColumns, type FixedColumn } from './entry-columns.ts'

export type BoardColumnsOptions = {
  sort: PeopleSort
  /** Whether everybody is loaded: only then it is known who is new. */
  isExact: boolean
  /** Whether there are columns for what changed, also while that is not known yet. */
  isCompared: boolean
  /** Whether names are pseudonyms. */
  isPrivate: boolean
}

/** Columns of people summed over a range. */
export const boardColumns = (
  board: Leaderboard,
  { sort, isExact, isCompared, isPrivate }: BoardColumnsOptions,
  theme: Theme,
): EntryColumn[] => {
  const ranks = board.ranksBy(rankedBy(sort))
  const isTold = (entry: number): boolean => isExact || board.wordAt('state', entry) === 'stayed'
  const languagesOf = (entry: number): string[] => board.languagesAt(entry).map(({ word }) => word)
  const cellOf = (field: FieldIn<'people'>): FieldCell<number> => {
    switch (field.name) {
      case 'rank':
        return {
          text: (entry, width) => (Number.isNaN(ranks.ranks[entry]) ? '' : numberText(ranks.ranks[entry], width)),
          role: () => 'muted',
        }
      case 'move':
        return {
          text: (entry) => (isTold(entry) ? moveText(ranks.moves[entry], board.wordAt('state', entry)) : ''),
          role: () => 'muted',
        }
      case 'name':
        return { text: (entry, width) => nameText(board.nameAt(entry), width) }
      case 'share':
        return { text: (entry) => shareText(board.numbers('share')[entry]), role: () => 'muted' }
      case 'delta':
        return {
          text: (entry) => (isTold(entry) ? changeText(board.deltaAt('credits', entry), theme) : ''),
        }
      case 'lang':
        return { text: (entry, width) => wordsText(languagesOf(entry), width) }
      case 'last':
        return { text: (entry) => dayLabel(dayOfNumber(board.numbers('last')[entry])) }
      default:
        if (field.kind === 'number') return { text: (entry, width) => sumText(board.sumAt(field.name, entry), width) }
        // Whoever is gone has no word that could be missing.
        return {
          text: (entry) => (board.wordAt('state', entry) === 'gone' ? '' : wordText(board.wordAt(field.name, entry))),
        }
    }
  }
  const columns = fieldColumns('people', cellOf).filter(({ id }) => isCompared || (id !== 'delta' && id !== 'move'))
  const credits = sparklineColumn(board, theme)
  return entryColumns(
    columns.flatMap((column) => (column.id === 'mode' ? [column, credits] : [column])),
    sort,
    isPrivate,
  )
}

/** What ranks and movements are by: the measure that the list is sorted by, else credits. */
const rankedBy = ({ field }: PeopleSort): SumField => (isSumField(field) ? field : 'credits')

const SPARKLINE_CELLS = 14

const sparklineColumn = (board: Leaderboard, theme: Theme): FixedColumn => {
  const days = lengthOf(board.range)
  const max = largestDay(board)
  return {
    id: 'sparkline',
    title: days === 1 ? '1 DAY' : `${days} DAYS`,
    align: 'left',
    width: SPARKLINE_CELLS,
    priority: 5,
    text: (entry, width) => sparkline(bucket(board.seriesAt('credits', entry), width), { max, ascii: theme.isAscii }),
    role: () => 'accent',
  }
}

/** The largest credits of a person on a day of the board's range, the scale of all sparklines; 0 for none. */
const largestDay = ({ people, days }: Leaderboard): number => {
  const { measures, day, length } = people
  const inRange = people.days.map((one) => days.includes(one))
  let top = 0
  for (let row = 0; row < length; row++) {
    const value = measures.billable_tokens.at(row)
    if (value > top && inRange[day[row] ?? 0]) top = value
  }
  return top
}
