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
   * How a person's days make one value: `added` up; a `mean`, each day as heavy as its `weight`; of several fields `together`;
   * days `counted`.
   */
  summed?: 'added' | 'mean' | 'together' | 'counted'
  /** The member that a mean is weighted by. */
  weight?: PersonMember
  /** The names of the two fields that are taken together. */
  parts?: readonly [string, string]
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
  /** Told as a part of the field above it. */
  isPart?: true
  /** Stands in tables for people to read, which have no room for all fields. */
  isMain?: true

  /** Columns of the People screen: people, single days of people, the days of one person. */
  columns?: {
    /** Cells. */
    width: number
    people?: ColumnPlace
    days?: ColumnPlace
    person?: ColumnPlace
  }
  /** In the preview below the list: 0 is the row of the person, 1 of what was used, 2 of what was made. */
  preview?: {
    row: 0 | 1 | 2
    /** Which part of the row, from 0; fields of one part stand side by side. */
    part: number
    /** Of the value. */
    cells: number
    /** @default the name */
    label?: string
  }
  /** Above the days of one person: 1 is the row of what was used, 2 of what was made. */
  head?: {
    row: 1 | 2
    /** @default the name */
    label?: string
    /** Whether the change against the period before stands behind it. */
    hasChange: boolean
  }
  /** How the People screen sorts by it. */
  sort?: {
    /** Pressed after `s`. */
    key: string
    /** Place in the help. */
    at: number
    /** What the help calls it. @default `label` */
    by?: string
  }
}

/** Where a column stands, and when it goes. */
export type ColumnPlace = {
  /** From the left; the numbers need not follow each other. */
  at: number
  /** Where the window is narrow, columns of the highest priority go first, those of 0 never. @default 0 */
  priority?: number
  /** Cells, in a list that has more or less room. @default that of all lists */
  width?: number
}
