import type { Day } from '../../../src/domain/calendar/calendar.ts'

/** What a screen is opened at; it looks only at the members that mean something to it. */
export type Target = {
  /** The view to show, by its name on that screen. */
  view?: string
  day?: Day
  /** The id of the row that is selected in a list: a computer, a wiki run, the name of a channel of the notifier. */
  row?: string
  /** A person's id. */
  person?: string
  /** A model's id. */
  model?: string
  /** A revision of the controls: what it changed. */
  revision?: number
  /** The older revision that it is compared with. @default the one before it */
  base?: number
  /** A path of the controls' settings as pathText writes it: what changed there, or what is there today. */
  path?: string
  /** A repository's URL. */
  repository?: string
  /** A readiness criterion's id. */
  criterion?: string
  /** The id of a service account's key. */
  key?: string
  /** A CI job, by its id or its place. */
  job?: string
  /** An archive on this machine, its path from the root. */
  archive?: string
  /** The path of a page in it. */
  page?: string
}
