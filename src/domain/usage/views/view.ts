import type { Day, Range } from '../../calendar/calendar.ts'
import type { Reason } from '../day-explanation.ts'
import type { DayReading } from '../day-sentence.ts'
import type { NumberKind } from '../measure.ts'
import type { Sum } from '../measure-figures.ts'

export const VIEW_NAMES = ['credits', 'tools', 'activity', 'productivity'] as const
export type ViewName = (typeof VIEW_NAMES)[number]

/** A series of a measure. */
export type LineInfo = {
  /** Tells it from the others of its measure; the measure's title where it is alone. */
  name: string
  /** What the days of a range become, in one or two words: `total`, `mean day`. */
  word: string
}

/** What a chart can show of a view. */
export type MeasureInfo = {
  id: string
  /** In lower case, as it stands in a sentence. */
  title: string
  unit: NumberKind
  lines: readonly LineInfo[]
  /** Its lines are parts of a whole. */
  isStacked: boolean
}

/** A column of a group that only it has. */
type DetailColumn = { id: string; title: string; width: { min: number; max: number }; priority: number }

/** One breakdown of a view. */
export type GroupInfo = {
  id: string
  /** What stands behind `by` on the screen: `model`. */
  title: string
  /** Heading of the first column, in upper case. */
  heading: string
  /** Heading of the column of values, in upper case; undefined where each row has a unit of its own. */
  counted: string | undefined
  unit: NumberKind
  /** The measure that the chart shows when this breakdown is chosen; undefined: the chart follows the selected row. */
  measure: string | undefined
  details: readonly DetailColumn[]
  /** Whether its rows are users, whose ids output has beside their names. @default false */
  hasUserIds?: boolean
  /** Whether its rows have raw tokens. */
  hasTokens: boolean
  /**
   * What its rows are shares of, where they are parts of its measure and tell why it moved: `all credits`. Undefined where they are
   * no parts.
   */
  shareOf: string | undefined
  /** What Enter does with a row. */
  enter: 'course' | 'people of model' | 'person' | 'none'
  /** Whether names that differ by letter case are one row unless the user wants them apart. */
  foldsCase: boolean
  /** What `--by` calls it. */
  by: string
  /** Of rows that the API groups: what `--group-by` calls that. */
  groupBy?: string
}

/** A row of a breakdown before it is compared and written. */
export type PlainRow = {
  /** Untrusted text. */
  key: string
  /** Untrusted text. */
  name: string
  /** Of users: the id, in privacy mode the pseudonym; null for entries without one. Untrusted text. */
  userId?: string | null
  value: Sum
  /** Of the days' own value; the shares of a breakdown need not add up to 1. */
  share?: number | undefined
  input?: number | undefined
  output?: number | undefined
  series: readonly (number | undefined)[]
  /** Texts of the group's own columns by their id. Untrusted. */
  details?: Readonly<Record<string, string>>
  /** How its own value is written, where it is not as the group's. */
  unit?: NumberKind
}

/** The days of a view, once they are there. It stays the same object for as long as the days do. */
export type ViewData = {
  /** For each line of a measure a value a day; undefined where there is none. */
  series: (measure: string, range: Range) => (number | undefined)[][]
  /** For each line of a measure what the range comes to. */
  figures: (measure: string, range: Range) => Sum[]
  rows: (group: string, range: Range, isCaseApart: boolean) => PlainRow[]
  /** The series of a row that a breakdown does not have: 0 on a day with the breakdown, undefined on the others. */
  absentSeries: (group: string, range: Range) => (0 | undefined)[]
  /** Credits of one model by person; empty in views that do not know of models. */
  peopleOf: (model: string, range: Range) => PlainRow[]
  /** A day of a measure's first line beside what is usual. */
  read: (measure: string, day: Day) => DayReading
  /** Who or what moved a day most, by as fine a part as is known; undefined where nobody can tell. */
  causeOf: (measure: string, day: Day) => Pick<Reason, 'name' | 'share'> | undefined
  /** Days of the range without a row. */
  missingDays: (range: Range) => number
  /** Further figures for the heading: label and text. The forecast is among them while the month of the range goes on. */
  facts: (range: Range, today: Day) => readonly { label: string; text: string }[]
}

/** The first is shown first. */
export type AtLeastOne<One> = readonly [One, ...One[]]

export type View = {
  name: ViewName
  /** The headless command that prints it: `analytics tools`. */
  command: string
  /** Whether its rows tell of people. */
  namesPeople?: boolean
  measures: AtLeastOne<MeasureInfo>
  groups: AtLeastOne<GroupInfo>
  /** The breakdown that Enter on a model leads to; undefined where there are no models. */
  insideModel?: GroupInfo
}
