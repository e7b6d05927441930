/** The outcome of a check. `unknown`: the data that was read is within the limit, but some is missing. */
export const CHECK_STATUSES = ['passed', 'failed', 'unknown'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** Something that a check counts. Untrusted texts. */
export type CheckItem = {
  id: string
  text: string
  /** The place in the explorer; undefined if it would reveal a hidden name. */
  link: string | undefined
}

/** The outcome of a check, with the figure that was compared with its limit. Untrusted texts. */
export type CheckOutcome = {
  status: CheckStatus
  /** Undefined if it is unknown. */
  found: number | undefined
  limit: number
  /** One or more sentences. */
  why: string
  items: readonly CheckItem[]
}

/** Loaded data, and why some or all of it is missing, as one sentence each. */
export type Part<Data> = { data?: Data | undefined; gaps: readonly string[] }

/** A number of items that may have to be counted, but their data is missing. */
type Uncertain = { count: number; why: string }

type CountInput = {
  items: readonly CheckItem[]
  max: number
  /** What was counted, as a sentence without a full stop: `2 keys never expire`. */
  sentence: string
  /** Why an unknown number of items is missing. */
  gaps: readonly string[]
  /** Known numbers of items that may count. @default none */
  uncertain?: readonly Uncertain[]
}

/** Concludes a check that allows at most a number of items. */
export const concludeCount = ({ items, max, sentence, gaps, uncertain = [] }: CountInput): CheckOutcome => {
  const found = items.length
  const open = uncertain.filter(({ count }) => count > 0)
  const most = open.reduce((sum, { count }) => sum + count, found)
  const isUnknown = found <= max && (gaps.length > 0 || most > max)
  const status = found > max ? 'failed' : isUnknown ? 'unknown' : 'passed'
  return {
    status,
    found,
    limit: max,
    why: sentences([`${sentence}; the limit is ${max}`, ...open.map(({ why }) => why), ...gaps]),
    items,
  }
}

/** The outcome of a check whose figure could not be computed. */
export const concludeUnknown = (limit: number, gaps: readonly string[]): CheckOutcome => ({
  status: 'unknown',
  found: undefined,
  limit,
  why: sentences(gaps),
  items: [],
})

export const sentences = (parts: readonly string[]): string =>
  [...new Set(parts)].map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(' ')
