import { createPatternCover, type PatternCover } from './pattern-cover.ts'
import { isUnset, NEUTRAL, narrowed, neutral, type Values, type Verdict, widened } from './risk-verdict.ts'

/**
 * Which way a list of what is allowed or denied went. Entries count by what they do: one that a wildcard of the other list
 * covers is neither gained nor lost, so `*` that became two hosts narrows, and two hosts that became `*` widen. Without the
 * list everything is allowed where it `limits`, and nothing is where it `allows` or `denies`; whether an empty list that `limits`
 * allows nothing or all is not known. A list that some entries widen and others narrow is widened. Where one side is neither a
 * list nor missing, nobody knows.
 *
 * @param hasPatterns - Whether entries are patterns of commands: `docker *` covers `docker build`.
 */
export const listVerdict = (means: ListMeaning, values: Values, hasPatterns = false): Verdict | undefined => {
  if (!isListOrUnset(values.old) || !isListOrUnset(values.now)) return NEUTRAL
  if (means === 'limits' && isEmpty(values.old) !== isEmpty(values.now)) return neutral('empty')
  const entriesOf = (value: unknown): Entries => {
    if (Array.isArray(value)) return entriesOfList(value, hasPatterns)
    return means === 'limits' ? UNLIMITED : NOTHING
  }
  const isToday = values.last === values.now
  const [before, after] =
    isToday && Array.isArray(values.old) && Array.isArray(values.now)
      ? entriesThatDiffer(values.old, values.now, hasPatterns)
      : [entriesOf(values.old), entriesOf(values.now)]
  const today = isToday ? after : entriesOf(values.last)
  return means === 'denies' ? deniedVerdict({ before, after, today }) : allowedVerdict({ before, after, today })
}

type ListMeaning = 'allows' | 'limits' | 'denies'

type Sides = { before: Entries; after: Entries; today: Entries }

const deniedVerdict = ({ before, after, today }: Sides): Verdict | undefined => {
  const stillLost = missingFrom(after, before).filter((key) => !isCovered(key, today))
  if (stillLost.length > 0) return widened('lost', stillLost.length)
  const gained = missingFrom(before, after)
  return gained.length > 0 ? narrowed('gained', gained.length) : undefined
}

const allowedVerdict = ({ before, after, today }: Sides): Verdict | undefined => {
  const gained = missingFrom(before, after).filter((key) => isCovered(key, today))
  // What a wildcard let in that was reverted, or a limit that was lifted, may still be allowed today.
  const letIn = after === today ? [] : missingFrom(before, today).filter((key) => isCovered(key, after))
  const still = new Set([...gained, ...letIn])
  if (still.has(NO_LIMIT)) return widened('unlimited')
  if (still.size > 0) return widened([...still].some(isWildcard) ? 'everything' : 'gained', still.size)
  const lost = missingFrom(after, before)
  if (lost.length === 0) return undefined
  return lost.some((key) => key === NO_LIMIT || isWildcard(key)) ? narrowed('limited') : narrowed('lost', lost.length)
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
  patterns: PatternCover | undefined
}

const entriesOfList = (list: readonly unknown[], hasPatterns: boolean): Entries => {
  const patterns = hasPatterns ? createPatternCover() : undefined
  const entries: Entries = { keys: new Set(), hasAll: false, hasAll4: false, hasAll6: false, patterns }
  for (const entry of list) {
    const key = entryKey(entry)
    entries.keys.add(key)
    note(entries, key)
  }
  return entries
}

const note = (entries: Entries, key: string): void => {
  entries.patterns?.add(key)
  noteWildcard(entries, key)
}

const noteWildcard = (entries: Entries, key: string): void => {
  if (!isWildcard(key)) return
  entries.hasAll4 ||= ALL_4.has(key.trim())
  entries.hasAll6 ||= ALL_6.has(key.trim())
  entries.hasAll ||= ALL.has(key.trim()) || (entries.hasAll4 && entries.hasAll6)
}

/**
 * The entries of two lists without those that both have at the same index only: mostly nearly all, so that it
 * takes a third of the time for long lists. Wildcards and patterns are noted all the same.
 */
const entriesThatDiffer = (
  old: readonly unknown[],
  now: readonly unknown[],
  hasPatterns: boolean,
): [Entries, Entries] => {
  const isCommon = (entry: unknown, index: number): boolean =>
    typeof entry === 'string' && old[index] === now[index] && !entry.startsWith('\u0000')
  const before = entriesOfList(
    old.filter((entry, index) => !isCommon(entry, index)),
    hasPatterns,
  )
  const after = entriesOfList(
    now.filter((entry, index) => !isCommon(entry, index)),
    hasPatterns,
  )
  for (const [index, entry] of old.entries()) {
    if (!isCommon(entry, index)) continue
    const key = entry as string
    note(before, key)
    note(after, key)
    if (before.keys.has(key)) after.keys.add(key)
    else if (after.keys.has(key)) before.keys.add(key)
  }
  return [before, after]
}

/** A key that no entry has. */
const NO_LIMIT = '\u0000no limit'
const UNLIMITED: Entries = {
  keys: new Set([NO_LIMIT]),
  hasAll: true,
  hasAll4: true,
  hasAll6: true,
  patterns: undefined,
}
const NOTHING: Entries = { keys: new Set(), hasAll: false, hasAll4: false, hasAll6: false, patterns: undefined }

const isCovered = (key: string, { keys, hasAll, hasAll4, hasAll6, patterns }: Entries): boolean =>
  keys.has(key) ||
  hasAll ||
  (hasAll4 && ADDRESS_4.test(key)) ||
  (hasAll6 && ADDRESS_6.test(key)) ||
  patterns?.covers(key) === true

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
  if (key.length > LONGEST_WILDCARD) return false
  const entry = key.trim()
  return ALL.has(entry) || ALL_4.has(entry) || ALL_6.has(entry)
}

/** Spaces included. */
const LONGEST_WILDCARD = 32

/** Levels of an entry that are looked at: more than masked settings have. */
const DEEPEST = 200

/** A unique key of an entry, whatever the order of its members. A text is mostly its own key. */
const entryKey = (entry: unknown): string => {
  if (typeof entry === 'string' && !entry.startsWith('\u0000')) return entry
  return `\u0000${jsonKey(entry, 0)}`
}

const jsonKey = (value: unknown, depth: number): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (depth > DEEPEST) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => jsonKey(item, depth + 1)).join(',')}]`
  const members = value as Record<string, unknown>
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${jsonKey(members[name], depth + 1)}`).join(',')}}`
}
