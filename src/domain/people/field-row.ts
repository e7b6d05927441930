import type { PersonDay } from '../../contract/per-user-rows.ts'
import type { WhereField } from '../filter/where-terms.ts'

/** A member of a per-user row, by its name in the API. */
export type PersonMember = keyof (typeof PersonDay)['shape']

/** All that is said of one field of a person: read by the ledger, the filters and sorts, the screen and the commands. */
export type FieldRow = {
  /** As filters read it: see WhereField. */
  kind: WhereField['kind']
  /** The field whose words name parts of it in filters: `model`, for `credits.opus`. */
  partOf?: string
  /** The words of a closed set. @default any word */
  values?: readonly string[]
  /** Filters and sorts alone know it: lists and exports tell the same elsewhere. */
  isAsked?: true
  /** Lists that have it: people summed over a range, single days of people. */
  of: 'people' | 'days' | 'both'
  /** The member of a per-user row that it is read from; its name means the field as well. Absent: worked out. */
  member?: PersonMember
  /** Further names that mean the same in filters and sorts. */
  aliases?: readonly string[]
  /**
   * Its place among the ledger's columns of numbers, or of words, from 0. Written to disk: a new member takes the next free one,
   * and no place is ever given to another.
   */
  ledgerPlace?: number

  /**
   * Whether days and people add up to one value, or it is a ratio that they must not be added up for: totals, shares, formats and
   * output depend on it. A figure is the sum or the weighted mean of its `member`, or is made of its `parts`; without either, days
   * are counted.
   */
  figure?: 'sum' | 'ratio'
  /** The member that the mean of a ratio is weighted by. */
  weight?: PersonMember
  /** Two figures that this one is derived from, and how: on a day as over a range; NaN is a missing value. */
  parts?: readonly [string, string]
  combine?: (first: number, second: number) => number
  /** The order in which a sort by it begins. @default the largest number or latest day, the first letter */
  first?: 'largest' | 'smallest'

  /** In headings. @default the name in capitals */
  title?: string
  /** The same where every cell counts. @default `title` */
  shortTitle?: string
  /** In a list of measures. @default the name */
  label?: string
  /** In the title of a chart. @default `label` */
  longLabel?: string
  /** A part of the field above it. */
  isPart?: true
  /** Stands in tables for people to read, which have no room for all fields. */
  isMain?: true
}
