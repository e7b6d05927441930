import { type JsonObject, jsonKey, memberOf } from '../settings-diff/json-value.ts'
import { isUnset, NEUTRAL, narrowed, neutral, type Values, type Verdict, widened } from './risk-verdict.ts'

/**
 * Which way a list of what is allowed or denied went; nothing where it went no way, and both where some entries widen and others
 * narrow. Entries count by what they do: one that a wildcard of the other list covers is neither gained nor lost, so `*` that became
 * two hosts narrows, and two hosts that became `*` widen. Without the list everything is allowed where it `limits`, and nothing is
 * where it `allows` or `denies`; whether an empty list that `limits` allows nothing or all is not known. Where one side is neither a
 * list nor missing, the verdict is neutral.
 */
export const listVerdicts = (means: ListMeaning, values: Values, options: ListOptions = {}): readonly Verdict[] => {
  const { hasPatterns = false, isUnknownWithout = false, ranks } = options
  if (!isListOrUnset(values.old) || !isListOrUnset(values.now)) return [NEUTRAL]
  if (means === 'limits' && isEmpty(values.old) !== isEmpty(values.now)) return [neutral('empty')]
  if (isUnknownWithout && isUnset(values.old) !== isUnset(values.now)) return [neutral('empty')]
  const entriesOf = (value: unknown): Entries => {
    if (Array.isArray(value)) return entriesOfList(value, hasPatterns)
    return means === 'limits' ? UNLIMITED : NOTHING
  }
  const [before, after] = [entriesOf(values.old), entriesOf(values.now)]
  const today = values.last === values.now ? after : entriesOf(values.last)
  const sides = { before, after, today, ...effectsOf(ranks) }
  const found = means === 'denies' ? deniedVerdicts(sides) : allowedVerdicts(sides)
  const isOverruled =
    ranks && found.length === 0 && [...missingFrom(before, after), ...missingFrom(after, before)].length > 0
  return isOverruled ? [neutral('overruled')] : found
}

type ListMeaning = 'allows' | 'limits' | 'denies'

type ListOptions = {
  /** Whether entries are patterns of commands: `docker *` covers `docker build`. */
  hasPatterns?: boolean | undefined
  /** Whether no document says what is allowed without the list. */
  isUnknownWithout?: boolean | undefined
  /** What all lists together do with an entry: see {@link commandRank}. An entry counts only where that changes too. */
  ranks?: Ranks | undefined
}

/** How strictly an entry is held back before a revision, after it, and today. */
export type Ranks = { old: Rank; now: Rank; last: Rank }
type Rank = (key: string) => number

/** Whether a gained or lost entry lets more happen, still today, or less. */
type Effects = { isLooser: (key: string) => boolean; isStricter: (key: string) => boolean }

type Sides = Effects & { before: Entries; after: Entries; today: Entries }

const effectsOf = (ranks: Ranks | undefined): Effects => {
  if (!ranks) return { isLooser: () => true, isStricter: () => true }
  const { old, now, last } = ranks
  return {
    isLooser: (key) => now(key) < old(key) && last(key) < old(key),
    isStricter: (key) => now(key) > old(key),
  }
}

const deniedVerdicts = ({ before, after, today, isLooser, isStricter }: Sides): Verdict[] => {
  const stillLost = missingFrom(after, before).filter((key) => !isCovered(key, today) && isLooser(key))
  const gained = missingFrom(before, after).filter(isStricter)
  return [
    ...(stillLost.length > 0 ? [widened('lost', stillLost.length)] : []),
    ...(gained.length > 0 ? [narrowed('gained', gained.length)] : []),
  ]
}

const allowedVerdicts = ({ before, after, today, isLooser, isStricter }: Sides): Verdict[] => {
  const gained = missingFrom(before, after).filter((key) => isCovered(key, today))
  // What a wildcard let in that was reverted, or a limit that was lifted, may still be allowed today.
  const letIn = after === today ? [] : missingFrom(before, today).filter((key) => isCovered(key, after))
  const still = [...new Set([...gained, ...letIn])].filter(isLooser)
  const lost = missingFrom(after, before).filter(isStricter)
  return [...gainedVerdict(still), ...lostVerdict(lost)]
}

const gainedVerdict = (gained: readonly string[]): Verdict[] => {
  if (gained.includes(NO_LIMIT)) return [widened('unlimited')]
  return gained.length > 0 ? [widened(gained.some(isWildcard) ? 'everything' : 'gained', gained.length)] : []
}

const lostVerdict = (lost: readonly string[]): Verdict[] => {
  if (lost.some((key) => key === NO_LIMIT || isWildcard(key))) return [narrowed('limited')]
  return lost.length > 0 ? [narrowed('lost', lost.length)] : []
}

/** The command lists of the settings, the strictest first, and how strictly each holds a command back. */
const COMMAND_LISTS = { commandBlocklist: 3, commandDenylist: 2, commandAllowlist: 0 } as const
const UNLISTED = 1

export const COMMAND_LIST_NAMES: readonly string[] = Object.keys(COMMAND_LISTS)

/**
 * How strictly the command lists of some settings hold an entry back: blocked beats denied, and denied beats allowed. A command
 * that is in no list runs by the level of its session, so it is held back less than one that always asks.
 */
export const commandRank = (settings: JsonObject): Rank => {
  const lists = Object.entries(COMMAND_LISTS).map(([name, rank]) => {
    const list = memberOf(settings, name)
    return { rank, entries: Array.isArray(list) ? entriesOfList(list, true) : NOTHING }
  })
  return (key) => lists.find(({ entries }) => isCovered(key, entries))?.rank ?? UNLISTED
}

/** Whether what the command lists together do with an entry goes the way of the list that gained or lost it. */
export const createCommandEffect = (before: JsonObject, after: JsonObject) => {
  const [old, now] = [commandRank(before), commandRank(after)]
  return (entry: unknown, way: 'looser' | 'stricter'): boolean => {
    const key = entryKey(entry)
    return way === 'looser' ? now(key) < old(key) : now(key) > old(key)
  }
}

/** Whether an entry allows everything. */
export const allowsAll = (entry: unknown): boolean => isWildcard(entryKey(entry))

/** Tells of an entry whether a list has it, or has a wildcard or a pattern that covers it; of anything but a list: no. */
export const createCover = (list: unknown, hasPatterns = false): ((entry: unknown) => boolean) => {
  const entries = Array.isArray(list) ? entriesOfList(list, hasPatterns) : NOTHING
  return (entry) => isCovered(entryKey(entry), entries)
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const isListOrUnset = (value: unknown): boolean => Array.isArray(value) || isUnset(value)

/** Entries by {@link entryKey}, and what the wildcards and patterns among them cover. */
type Entries = {
  keys: Set<string>
  hasAll: boolean
  hasAll4: boolean
  hasAll6: boolean
  /** Of entries such as `*.a.example` what follows the asterisk. */
  domains: Set<string>
  patterns: PatternCover | undefined
}

const entriesOfList = (list: readonly unknown[], hasPatterns: boolean): Entries => {
  const patterns = hasPatterns ? createPatternCover() : undefined
  const entries: Entries = { ...NOTHING, keys: new Set(), domains: new Set(), patterns }
  for (const entry of list) {
    const key = entryKey(entry)
    entries.keys.add(key)
    if (patterns) patterns.add(key)
    else if (DOMAIN_PATTERN.test(key)) entries.domains.add(key.slice(1))
    noteWildcard(entries, key)
  }
  return entries
}

const noteWildcard = (entries: Entries, key: string): void => {
  if (!isWildcard(key)) return
  entries.hasAll4 ||= ALL_4.has(key.trim())
  entries.hasAll6 ||= ALL_6.has(key.trim())
  entries.hasAll ||= ALL.has(key.trim()) || (entries.hasAll4 && entries.hasAll6)
}

/** A key that no entry has. */
const NO_LIMIT = '\u0000no limit'
const UNLIMITED: Entries = {
  keys: new Set([NO_LIMIT]),
  hasAll: true,
  hasAll4: true,
  hasAll6: true,
  domains: new Set(),
  patterns: undefined,
}
const NOTHING: Entries = {
  keys: new Set(),
  hasAll: false,
  hasAll4: false,
  hasAll6: false,
  domains: new Set(),
  patterns: undefined,
}

const isCovered = (key: string, { keys, hasAll, hasAll4, hasAll6, domains, patterns }: Entries): boolean =>
  keys.has(key) ||
  hasAll ||
  (hasAll4 && ADDRESS_4.test(key)) ||
  (hasAll6 && ADDRESS_6.test(key)) ||
  (domains.size > 0 && isInDomain(key, domains)) ||
  patterns?.covers(key) === true

const DOMAIN_PATTERN = /^\*(?:\.[\w-]+)+$/
const HOST_NAME = /^(?:\*\.)?[\w-]+(?:\.[\w-]+)+$/

/** Whether a host name, or a pattern of some, is below one of the domains: `*.a.example` covers `x.a.example`, not `a.example`. */
const isInDomain = (key: string, domains: ReadonlySet<string>): boolean => {
  if (key.length > MAX_HOST_LENGTH || !HOST_NAME.test(key)) return false
  for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1))
    if (domains.has(key.slice(dot))) return true
  return false
}

const MAX_HOST_LENGTH = 260

const missingFrom = (entries: Entries, wanted: Entries): string[] => {
  const missing: string[] = []
  for (const key of wanted.keys) if (!isCovered(key, entries)) missing.push(key)
  return missing
}

/** What allows all: any text, host, command or path; any address of one kind. */
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

/** Spaces included. */
const MAX_WILDCARD_LENGTH = 32

/** A unique key of an entry, whatever the order of its members. A text is mostly its own key. */
const entryKey = (entry: unknown): string => {
  if (typeof entry === 'string' && !entry.startsWith('\u0000')) return entry
  return `\u0000${jsonKey(entry)}`
}

/** Which commands the patterns of a list cover. */
type PatternCover = {
  add(entry: string): void
  /** Whether a pattern covers the entry, which may be a pattern itself: `gh *` covers `gh pr *`. */
  covers(entry: string): boolean
}

/** Patterns with an asterisk elsewhere than at their end that are looked at, and lengths of the others: each is tried on each entry. */
const MAX_INNER = 200
const MAX_LENGTHS = 200

/** Patterns of shell commands, in which `*` stands for any rest (and, where it stands further in, for anything). */
const createPatternCover = (): PatternCover => {
  const starts = new Set<string>()
  const inner: string[][] = []
  const lengths = new Set<number>()
  return {
    add(entry) {
      const first = entry.indexOf('*')
      if (first < 0) return
      if (first < entry.length - 1) {
        if (inner.length < MAX_INNER) inner.push(entry.split('*'))
        return
      }
      if (lengths.size >= MAX_LENGTHS && !lengths.has(first)) return
      lengths.add(first)
      starts.add(entry.slice(0, first))
    },
    covers(entry) {
      for (const length of lengths) if (length <= entry.length && starts.has(entry.slice(0, length))) return true
      return inner.some((parts) => isMatch(parts, entry))
    },
  }
}

/** Whether a text has these parts in this order, the first at its start and the last at its end. */
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
