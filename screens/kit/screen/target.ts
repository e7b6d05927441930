import type { Day } from '../../../src/domain/calendar/calendar.ts'

/**
 * What to show when a screen is opened, such as a person or a revision. Each screen reads only the members that apply
 * to it.
 */
export type Target = {
  /** The name of a view of that screen. */
  view?: string
  day?: Day
  /** The id of the selected row of a list: a computer, a wiki run, a user, a team, or the name of a channel. */
  row?: string
  /** A person's id. */
  person?: string
  /** A model's id. */
  model?: string
  /** A revision of the controls, to show its changes. */
  revision?: number
  /** The older revision to compare with. @default the one before */
  base?: number
  /** A path in the controls, as pathText writes it, to show its changes or its current value. */
  path?: string
  /** A repository's URL. */
  repository?: string
  /** A readiness criterion's id. */
  criterion?: string
  /** The id of a service account's key, or of the account. */
  key?: string
  /** A CI job, by its id or its position. */
  job?: string
  /** An archive on this machine: its absolute path. */
  archive?: string
  /** The path of a page in the archive. */
  page?: string
}
