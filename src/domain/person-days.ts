import type { Day } from './calendar.ts'

/** Members of a per-user row that are numbers, by their names in the API. */
export const PERSON_MEASURES = [
  'billable_tokens',
  'tool_calls',
  'sessions',
  'messages',
  'user_messages',
  'assistant_messages',
  'git_commits',
  'git_prs_created',
  'files_created',
  'files_edited',
  'mcp_calls',
  'skill_calls',
  'slash_commands',
  'hooks',
  'autonomy_ratio',
] as const
export type PersonMeasure = (typeof PERSON_MEASURES)[number]

/** Stands in a column of words for a member that was left out or of a wrong type. */
export const NO_WORD = 0xffff

/**
 * Rows of the users endpoint in columns with dictionaries of their own, as a page of a walk brings them and the ledger keeps
 * them. Plain data that crosses threads. At most one row per person and day.
 */
export type PersonDaysChunk = {
  /** Rows. */
  length: number
  /** Ids of people. Untrusted text. */
  ids: readonly string[]
  /** The e-mail of each of `ids`; undefined where there is none. Untrusted text. */
  emails: readonly (string | undefined)[]
  days: readonly Day[]
  /** Models, tiers, delegation levels and languages. Untrusted text. At most 65,535. */
  words: readonly string[]
  /** Index in `ids`, a row. */
  person: Uint32Array
  /** Index in `days`, a row. */
  day: Uint16Array
  /** NaN for a number that was left out or of a wrong type. */
  measures: Readonly<Record<PersonMeasure, Float64Array>>
  /** Indexes in `words` or {@link NO_WORD}. */
  model: Uint16Array
  tier: Uint16Array
  delegation: Uint16Array
  /** Where a row's languages begin in `language`; one longer than the rows. */
  languageStart: Uint32Array
  /** Indexes in `words`. */
  language: Uint16Array
}
