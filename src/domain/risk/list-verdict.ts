import { type JsonObject, jsonKey, memberOf } from '../settings-diff/json-value.ts'
import { isUnset, loosened, NEUTRAL, neutral, tightened, type Values, type Verdict } from './risk-verdict.ts'

/**
 * The verdicts on a changed list of allowed or denied entries: none if nothing changes in effect, two if some entries
 * loosen and others tighten. Entries count by their effect: an entry that a wildcard on the other side covers is
 * neither gained nor lost. Replacing `*` with two hosts tightens, and replacing two hosts with `*` loosens. A missing
 * list allows everything if it `limits`, and contains nothing if it `allows` or `denies`. Whether an empty list that
 * `limits` allows nothing or everything is unknown. If a side is neither a list nor missing, the verdict is neutral.
 */
export const listVerdicts = (
  means: 'allows' | 'limits' | 'denies',
  values: Values,
  options: ListOptions = {},
): readonly Verdict[] => {
  const { hasPatterns = false, isUnknownWithout = false, ranks } = options
  if (!isListOrUnset(values.old) || !isListOrUnset(values.now)) return [NEUTRAL]
  if (means === 'limits' && isEmpty(values.old) !== isEmpty(values.now)) return [neutral('empty')]
  if (isUnknownWithout && isUnset(values.old) !== isUnset(values.now)) return [neutral('empty')]
  const entriesOf = (value: unknown): Entries =>
    Array.isArray(value) ? entriesOfList(value, hasPatterns) : means === 'limits' ? UNLIMITED : NOTHING
  const [before, after] = [entriesOf(values.old), entriesOf(values.now)]
  const today = values.last === values.now ? after : entriesOf(values.last)
  const sides = { before, after, today, ...effectsOf(ranks) }
  const found = means === 'denies' ? deniedVerdicts(sides) : allowedVerdicts(sides)
  const isOverruled =
    ranks && found.length === 0 && [...missingFrom(before, after), ...missingFrom(after, before)].length > 0
  return isOverruled ? [neutral('overruled')] : found
}

type ListOptions = {
  /** Whether entries are command patterns: `docker *` covers `docker build`. */
  hasPatterns?: boolean | undefined
  /** Whether the API doesn't document what a missing list allows. */
  isUnknownWithout?: boolean | undefined
  /** The combined effect of all lists: see {@link commandRank}. An entry counts only if this changes too. */
  ranks?: Ranks | undefined
}

/** How strictly an entry is restricted before a revision, after it, and today. */
export type Ranks = { old: Rank; now: Rank; last: Rank }
type Rank = (key: string) => number

type Sides = ReturnType<typeof effectsOf> & { before: Entries; after: Entries; today: Entries }

/** Whether a gained or lost entry loosens (and still does today) or tightens. */
const effectsOf = (ranks: Ranks | undefined) => {
  if (!ranks) return { isLooser: (_: string) => true, isStricter: (_: string) => true }
  const { old, now, last } = ranks
  return {
    isLooser: (key: string) => now(key) < old(key) && last(key) < old(key),
    isStricter: (key: string) => now(key) > old(key),
  }
}

const deniedVerdicts = ({ before, after, today, isLooser, isStricter }: Sides): Verdict[] => {
  const stillRemoved = missingFrom(after, before).filter((key) => !isCovered(key, today) && isLooser(key))
  const gained = missingFrom(before, after).filter(isStricter)
  return [
    ...(stillRemoved.length > 0 ? [loosened('lost', stillRemoved.length)] : []),
    ...(gained.length > 0 ? [tightened('gained', gained.length)] : []),
  ]
}

const allowedVerdicts = ({ before, after, today, isLooser, isStricter }: Sides): Verdict[] => {
  const gained = missingFrom(before, after).filter((key) => isCovered(key, today))
  // Entries that a reverted wildcard or a lifted limit allowed may still be allowed today.
  const allowedByPattern = after === today ? [] : missingFrom(before, today).filter((key) => isCovered(key, after))
  const still = [...new Set([...gained, ...allowedByPattern])].filter(isLooser)
  const lost = missingFrom(after, before).filter(isStricter)
  const found: Verdict[] = []
  if (still.includes(NO_LIMIT)) found.push(loosened('unlimited'))
  else if (still.length > 0) found.push(loosened(still.some(isWildcard) ? 'everything' : 'gained', still.length))
  if (lost.some((key) => key === NO_LIMIT || isWildcard(key))) found.push(tightened('limited'))
  else if (lost.length > 0) found.push(tightened('lost', lost.length))
  return found
}

/** The command lists of the settings, strictest first, with the rank of each. */
const COMMAND_LISTS = { commandBlocklist: 3, commandDenylist: 2, commandAllowlist: 0 } as const
const UNLISTED = 1

export const COMMAND_LIST_NAMES: readonly string[] = Object.keys(COMMAND_LISTS)

/**
 * How strictly the command lists of some settings restrict an entry: blocked beats denied, and denied beats allowed. A
 * command that is in no list follows the session's level, so it is less restricted than one that always asks.
 */
export const commandRank = (settings: JsonObject): Rank => {
  const lists = Object.entries(COMMAND_LISTS).map(([name, rank]) => {
    const list = memberOf(settings, name)
    return { rank, entries: Array.isArray(list) ? entriesOfList(list, true) : NOTHING }
  })
  return (key) => lists.find(({ entries }) => isCovered(key, entries))?.rank ?? UNLISTED
}

/** Returns whether the command lists' combined effect has the direction of the list that changed. */
export const createCommandEffect = (before: JsonObject, after: JsonObject) => {
  const [old, now] = [commandRank(before), commandRank(after)]
  return (entry: unknown, direction: 'looser' | 'stricter'): boolean => {
    const key = entryKey(entry)
    return direction === 'looser' ? now(key) < old(key) : now(key) > old(key)
  }
}

/** Whether an entry allows everything. */
export const allowsAll = (entry: unknown): boolean => isWildcard(entryKey(entry))

/** Returns a predicate: whether the list contains or covers an entry. Always false for a value that isn't a list. */
export const createCover = (list: unknown, hasPatterns = false): ((entry: unknown) => boolean) => {
  const entries = Array.isArray(list) ? entriesOfList(list, hasPatterns) : NOTHING
  return (entry) => isCovered(entryKey(entry), entries)
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const isListOrUnset = (value: unknown): boolean => Array.isArray(value) || isUnset(value)

/** Entries by {@link entryKey}, and whether a wildcard or pattern among them covers a key. */
type Entries = { keys: Set<string>; covers: (key: string) => boolean }

/** A key that no entry has. */
const NO_LIMIT = '\u0000no limit'
const UNLIMITED: Entries = { keys: new Set([NO_LIMIT]), covers: () => true }
const NOTHING: Entries = { keys: new Set(), covers: () => false }

const entriesOfList = (list: readonly unknown[], hasPatterns: boolean): Entries => {
  const keys = new Set(list.map(entryKey))
  const wildcards = [...keys].filter(isWildcard).map((key) => key.trim())
  const [hasAll4, hasAll6] = [wildcards.some((key) => ALL_4.has(key)), wildcards.some((key) => ALL_6.has(key))]
  if ((hasAll4 && hasAll6) || wildcards.some((key) => ALL.has(key))) return { keys, covers: () => true }
  const isInside = hasPatterns ? createPatternCover([...keys]) : createDomainCover([...keys])
  return {
    keys,
    covers: (key) => (hasAll4 && ADDRESS_4.test(key)) || (hasAll6 && ADDRESS_6.test(key)) || isInside(key),
  }
}

const isCovered = (key: string, { keys, covers }: Entries): boolean => keys.has(key) || covers(key)

const DOMAIN_PATTERN = /^\*(?:\.[\w-]+)+$/
const HOST_NAME = /^(?:\*\.)?[\w-]+(?:\.[\w-]+)+$/
const MAX_HOST_LENGTH = 260

/** Whether a host or host pattern is below one of the domains: `*.a.example` covers `x.a.example`, not `a.example`. */
const createDomainCover = (keys: readonly string[]): ((key: string) => boolean) => {
  const domains = new Set(keys.filter((key) => DOMAIN_PATTERN.test(key)).map((key) => key.slice(1)))
  return (key) => {
    if (domains.size === 0 || key.length > MAX_HOST_LENGTH || !HOST_NAME.test(key)) return false
    for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1))
      if (domains.has(key.slice(dot))) return true
    return false
  }
}

const missingFrom = (entries: Entries, wanted: Entries): string[] =>
  [...wanted.keys].filter((key) => !isCovered(key, entries))

/** Entries that allow everything: any text, host, command or path; any IPv4 address; any IPv6 address. */
const ALL = new Set(['*', '**', '*.*', '.*', '/', '/*', '/**'])
const ALL_4 = new Set(['0.0.0.0/0', '0/0'])
const ALL_6 = new Set(['::/0'])
const ADDRESS_4 = /^\s*\d[\d.]*(?:\/\d+)?\s*$/
const ADDRESS_6 = /^\s*[\da-f.]*:[\da-f:.]*(?:\/\d+)?\s*$/i

const isWildcard = (key: string): boolean => {
  if (key.length > MAX_WILDCARD_LENGTH) return false
  const entry = key.trim()
  return ALL.has(entry) || ALL_4.has(entry) || ALL_6.has(entry)
}

/** Including spaces. */
const MAX_WILDCARD_LENGTH = 32

/** A unique key of an entry, independent of the order of its properties. Most strings are their own key. */
const entryKey = (entry: unknown): string => {
  if (typeof entry === 'string' && !entry.startsWith('\u0000')) return entry
  return `\u0000${jsonKey(entry)}`
}

/** Limits on patterns with an inner asterisk and on distinct lengths of other patterns: each is tried on each entry. */
const MAX_INNER = 200
const MAX_LENGTHS = 200

/**
 * Whether a pattern of shell commands covers an entry, which may itself be a pattern: `gh *` covers `gh pr *`. A
 * `*` matches any text.
 */
const createPatternCover = (keys: readonly string[]): ((entry: string) => boolean) => {
  const patterns = keys.filter((key) => key.includes('*'))
  const isOpenEnded = (key: string): boolean => key.indexOf('*') === key.length - 1
  const starts = new Set(patterns.filter(isOpenEnded).map((key) => key.slice(0, -1)))
  const lengths = [...new Set([...starts].map(({ length }) => length))].slice(0, MAX_LENGTHS)
  const inner = patterns.filter((key) => !isOpenEnded(key)).slice(0, MAX_INNER)
  const parts = inner.map((key) => key.split('*'))
  return (entry) =>
    lengths.some((length) => length <= entry.length && starts.has(entry.slice(0, length))) ||
    parts.some((own) => isMatch(own, entry))
}

/** Whether a text consists of these parts in order with any text between them. */
export const isMatch = (parts: readonly string[], text: string): boolean => {
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}
