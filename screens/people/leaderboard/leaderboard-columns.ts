import { lengthOf } from '../../../src/domain/calendar/calendar.ts'
import { dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import { bucket, sparkline } from '../../../src/domain/charts/sparkline.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type PeopleSort, rankedBy } from '../../../src/domain/people/people-sort.ts'
import { SHARE_HEADINGS } from '../../../src/domain/people/share-headings.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/change-text.ts'
import { type CourseScale, courseHeading } from '../../kit/charts/use-course-scale.ts'
import { meanText, moveText, nameTexts, rankText, shareText, sumText, wordsText, wordText } from '../shared/cells.ts'
import { type FieldCell, type FieldIn, fieldColumns } from '../shared/field-columns.ts'
import { type EntryColumn, entryColumns, type FixedColumn } from './entry-columns.ts'

export type BoardColumnsOptions = {
  sort: PeopleSort
  /** Whether all people are loaded: only then ranks are final, and it is known who is new. */
  isExact: boolean
  /** Whether there are columns for what changed, also while that is not known yet. */
  isCompared: boolean
  /** Whether names are pseudonyms. */
  isPrivate: boolean
  /** What sparklines are scaled by. */
  courseScale: CourseScale
}

/** Columns of people summed over a range. */
export const boardColumns = (
  board: Leaderboard,
  { sort, isExact, isCompared, isPrivate, courseScale }: BoardColumnsOptions,
  theme: Theme,
): EntryColumn[] => {
  const ranks = board.ranksBy(rankedBy(sort))
  const isTold = (entry: number): boolean => isExact || board.wordAt('state', entry) === 'stayed'
  const languagesOf = (entry: number): string[] => board.wordsAt('lang', entry).map(({ word }) => word)
  const cellOf = (field: FieldIn<'people'>): FieldCell<number> => {
    switch (field.name) {
      case 'rank':
        return {
          text: (entry, width) =>
            Number.isNaN(ranks.ranks[entry]) ? '' : rankText(ranks.ranks[entry], width, isExact),
          role: () => 'muted',
        }
      case 'move':
        return {
          text: (entry) => (isExact ? moveText(ranks.moves[entry], board.wordAt('state', entry)) : ''),
          role: () => 'muted',
        }
      case 'name':
        return { text: nameTexts(board) }
      case 'share':
        return {
          text: (entry, width) => shareText(board.numberAt('share', entry), width, isExact),
          role: () => 'muted',
        }
      case 'delta':
        return {
          text: (entry, width) => {
            const isPartial =
              board.sumAt('credits', entry).missing + (board.beforeAt('credits', entry)?.missing ?? 0) > 0
            const change = isTold(entry) ? changeText(board.deltaAt('credits', entry), theme, isPartial) : ''
            return change.length <= width ? change : change.replace(/\.\d+/, '')
          },
        }
      case 'lang':
        return { text: (entry, width) => wordsText(languagesOf(entry), width) }
      case 'last':
        return { text: (entry) => dayLabel(dayOfNumber(board.numberAt('last', entry))) }
      default:
        if (field.kind === 'number' && field.figure === 'ratio')
          return { text: (entry) => meanText(board.sumAt(field.name, entry)) }
        if (field.kind === 'number') return { text: (entry, width) => sumText(board.sumAt(field.name, entry), width) }
        // A person without rows has no word that could be missing.
        return {
          text: (entry) => (board.isActive(entry) ? wordText(board.wordAt(field.name, entry)) : ''),
        }
    }
  }
  const columns = fieldColumns('people', cellOf).filter(({ id }) => isCompared || (id !== 'delta' && id !== 'move'))
  const credits = sparklineColumn(board, courseScale, theme)
  return entryColumns(
    columns.flatMap((column) => {
      if (column.id === 'mode') return [column, credits]
      return column.id === 'share' ? [{ ...column, title: SHARE_HEADINGS[board.shareOf] }] : [column]
    }),
    sort,
    isPrivate,
  )
}

const SPARKLINE_CELLS = 14

const sparklineColumn = (board: Leaderboard, by: CourseScale, theme: Theme): FixedColumn => {
  const days = lengthOf(board.range)
  const max = by === 'row' ? undefined : board.largestDay()
  const title = courseHeading(days, by)
  return {
    id: 'sparkline',
    title,
    align: 'left',
    width: Math.max(SPARKLINE_CELLS, title.length),
    priority: 5,
    text: (entry) =>
      sparkline(bucket(board.seriesAt('credits', entry), SPARKLINE_CELLS), { max, ascii: theme.isAscii }),
    role: () => 'accent',
  }
}
