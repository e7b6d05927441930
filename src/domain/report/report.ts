import type { Day } from '../calendar/calendar.ts'

/**
 * A page about an organisation for people who don't use a terminal, independent of the file format. Texts are
 * untrusted; each format escapes them itself.
 */
export type Report = {
  title: string
  /** The days of the report and of its comparison, as text. */
  period: string
  /** Creation time and data source, as text. */
  source: string
  sections: readonly ReportSection[]
}

export type ReportSection = {
  title: string
  /** Which data is missing, and why; undefined if none is. */
  missing?: string | undefined
  blocks: readonly ReportBlock[]
}

export type ReportBlock = ReportFigures | ReportChart | ReportTable | ReportList | { is: 'text'; text: string }

/** Key figures with their changes. */
type ReportFigures = {
  is: 'figures'
  figures: readonly { name: string; value: string; change: string | undefined }[]
}

/** One value per day. */
export type ReportChart = {
  is: 'chart'
  title: string
  days: readonly Day[]
  /** Not negative; undefined for a day without data. */
  values: readonly (number | undefined)[]
  /** The previous period, day by day; undefined if there is none. */
  before: readonly (number | undefined)[] | undefined
  /** Remarks by day. */
  remarks: ReadonlyMap<Day, string>
}

export type ReportTable = {
  is: 'table'
  title: string
  columns: readonly { title: string; align?: 'right' }[]
  rows: readonly (readonly string[])[]
  /** Text for a table without rows. */
  empty: string
}

/** Attention items, high severity first. */
type ReportList = {
  is: 'list'
  items: readonly { isCritical: boolean; subject: string; text: string }[]
  empty: string
}
