import type { Day } from '../calendar/calendar.ts'

/**
 * A page about an organisation for people who have no terminal, apart from how it is written. Texts are untrusted: each form
 * escapes them for itself.
 */
export type Report = {
  title: string
  /** The days it is about and those it compares with, in words. */
  period: string
  /** When it was made and from what, in words. */
  source: string
  sections: readonly ReportSection[]
}

export type ReportSection = {
  title: string
  /** What could not be told, and why; undefined: nothing is missing. */
  missing?: string | undefined
  blocks: readonly ReportBlock[]
}

export type ReportBlock = ReportFigures | ReportChart | ReportTable | ReportList | { is: 'text'; text: string }

/** Numbers that stand out, each with what became of it. */
type ReportFigures = {
  is: 'figures'
  figures: readonly { name: string; value: string; change: string | undefined }[]
}

/** One value a day. */
export type ReportChart = {
  is: 'chart'
  title: string
  days: readonly Day[]
  /** Not negative; undefined for a day that nothing is known of. */
  values: readonly (number | undefined)[]
  /** The period before, day by day; undefined: none. */
  before: readonly (number | undefined)[] | undefined
  /** What is remarkable about a day, by day. */
  remarks: ReadonlyMap<Day, string>
}

export type ReportTable = {
  is: 'table'
  title: string
  columns: readonly { title: string; align?: 'right' }[]
  rows: readonly (readonly string[])[]
  /** What stands there when there are no rows. */
  empty: string
}

/** What somebody should look at, the grave first. */
type ReportList = {
  is: 'list'
  items: readonly { isGrave: boolean; subject: string; text: string }[]
  empty: string
}
