import type { Day, Range } from '../../calendar/calendar.ts'
import type { CreditPrice } from '../../money/price.ts'
import type { Reason } from '../day-explanation.ts'
import type { DayReading } from '../day-sentence.ts'
import type { NumberKind } from '../measure.ts'
import type { Sum } from '../measure-figures.ts'

export const VIEW_NAMES = ['credits', 'tools', 'activity', 'productivity'] as const
export type ViewName = (typeof VIEW_NAMES)[number]

/** A series of a measure. */
export type LineInfo = {
  /** Label of the line; the measure's title if it is the only line. */
  name: string
  /** The aggregation over a range in one or two words: `total`, `mean day`. */
  word: string
}

/** A chart of a view. */
export type MeasureInfo = {
  id: string
  /** In lower case, for use in a sentence. */
  title: string
  unit: NumberKind
  lines: readonly LineInfo[]
  /** Whether its lines are parts of a whole. */
  isStacked: boolean
}

/** A column that only one group has. */
type DetailColumn = {
  id: string
  title: string
  width: { min: number; max: number }
  priority: number
  /** Whether its texts are whole numbers. @default false */
  isCount?: boolean
}

/** A breakdown of a view. */
export type GroupInfo = {
  id: string
  /** Text after `by` on the screen: `model`. */
  title: string
  /** Heading of the first column, in upper case. */
  heading: string
  /** Heading of the value column, in upper case; undefined if each row has its own unit. */
  counted: string | undefined
  unit: NumberKind
  /** The measure that the chart shows for this breakdown; undefined if the chart shows the selected row. */
  measure: string | undefined
  details: readonly DetailColumn[]
  /** Whether its rows are users. The output then contains ids in addition to names. @default false */
  hasUserIds?: boolean
  /** Whether its rows have raw tokens. */
  hasTokens: boolean
  /**
   * The denominator of the shares, `all credits`, if the rows are parts of the measure and can explain its changes.
   * Undefined if they aren't parts.
   */
  shareOf: string | undefined
  /** Whether the values of its rows can be added. Means, levels and users of several clients cannot. */
  isSum: boolean
  /** What Enter on a row opens: a chart of the row, the users of the model or team, or the user. */
  enter: 'chart' | 'its people' | 'person' | 'none'
  /** Whether names that differ only in letter case form one row by default. */
  foldsCase: boolean
  /** The price of credits, if its values are credits that have one. */
  price?: CreditPrice | undefined
  /** Name for `--by`. */
  by: string
  /** For rows that the API groups: the value of `--group-by`. */
  groupBy?: string
}

/** A row of a breakdown before comparison and formatting. */
export type PlainRow = {
  /** Untrusted text. */
  key: string
  /** Untrusted text. */
  name: string
  /** For users: the id, or the pseudonym in privacy mode; null for entries without one. Untrusted text. */
  userId?: string | null
  value: Sum
  /** Fraction of the days' own totals. The shares of a breakdown may not add up to 1. */
  share?: number | undefined
  input?: number | undefined
  output?: number | undefined
  series: readonly (number | undefined)[]
  /** Whether it stays last in every order. @default false */
  isLast?: boolean
  /** Texts of the group's own columns, by id. Untrusted. */
  details?: Readonly<Record<string, string>>
  /** Format of its value, if it differs from the group's. */
  unit?: NumberKind
}

/** The loaded days of a view. The object's identity changes only if the days change. */
export type ViewData = {
  /** For each line of a measure, one value per day; undefined if there is none. */
  series: (measure: string, range: Range) => (number | undefined)[][]
  /** For each line of a measure, the value over the range. */
  figures: (measure: string, range: Range) => Sum[]
  rows: (group: string, range: Range, isCaseSensitiveView: boolean) => PlainRow[]
  /** The series of a row that a breakdown doesn't contain: 0 for a day with the breakdown, undefined for the others. */
  absentSeries: (group: string, range: Range) => (0 | undefined)[]
  /** Credits of one row by user, such as a model or a team; empty for rows without users. */
  peopleOf: (group: string, key: string, range: Range) => PlainRow[]
  /** Compares a day of a measure's first line with the usual value. */
  read: (measure: string, day: Day) => DayReading
  /** The part with the largest effect on a day, as detailed as possible; undefined if unknown. */
  causeOf: (measure: string, day: Day) => Pick<Reason, 'name' | 'share'> | undefined
  /** Number of days of the range without a row. */
  missingDays: (range: Range) => number
  /** More figures for the heading, as label and text, including the forecast until the range's month is over. */
  facts: (range: Range, today: Day) => readonly { label: string; text: string }[]
}

/** A non-empty list. The first element is the default. */
export type AtLeastOne<One> = readonly [One, ...One[]]

export type View = {
  name: ViewName
  /** The headless command that prints the view: `analytics tools`. */
  command: string
  /** Whether its rows contain users. */
  namesPeople?: boolean
  measures: AtLeastOne<MeasureInfo>
  groups: AtLeastOne<GroupInfo>
  /** The breakdown that Enter on a model or team opens; undefined if there is none. */
  modelGroup?: GroupInfo
}
