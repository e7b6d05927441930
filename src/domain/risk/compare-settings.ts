import { type Change, diffSettings } from '../settings-diff/diff-settings.ts'
import { isJsonObject, type JsonObject } from '../settings-diff/json-value.ts'
import type { Path } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { allowsAll, createCommandEffect, createCover } from './list-verdict.ts'
import { type RiskFinding, riskFindings } from './revision-risk.ts'
import type { RiskRule } from './risk-rule.ts'
import { rulesAt } from './rule-matcher.ts'

/** What differs between two settings, and what the rules say about it. */
export type Comparison = {
  /** In the order of the settings, of a list first what widens it. */
  changes: readonly Change[]
  findings: RiskFinding[]
}

/**
 * Compares two masked settings. A revision without settings, undefined, is compared as one without any members; settings that
 * are null are one change of all settings.
 */
export const compareSettings = (before: unknown = {}, after: unknown = {}): Comparison => {
  const changes = widenedFirst(diffSettings(before, after), before, after)
  return { changes, findings: riskFindings(before, after) }
}

/**
 * The same changes, of each list that allows or denies something the entries first that widen it, and of these first what
 * allows everything: a row that has no room for all then says what matters. What a pattern of the other side covers, or another command
 * list decides, is marked so.
 * Lists that no rule knows keep their order.
 *
 * @param before - What the changes are from. @param after - What they are to.
 * @param at - Where in the settings both are; their changes have paths from there on.
 */
export const widenedFirst = (
  changes: readonly Change[],
  before: unknown,
  after: unknown,
  at: Path = [],
): readonly Change[] => {
  const ordered: Change[] = []
  for (let start = 0; start < changes.length; ) {
    const end = endOfList(changes, start)
    const own = changes.slice(start, Math.max(end, start + 1))
    for (const change of end > start ? ofList(own, before, after, at) : own) ordered.push(change)
    start += own.length
  }
  return ordered
}

/** Where the entries end that are of one list, beginning with a change; the change itself where it is of no entry. */
const endOfList = (changes: readonly Change[], start: number): number => {
  const holder = changes[start]?.path ?? []
  let end = start
  for (; end < changes.length; end += 1) {
    const { path } = changes[end] as Change
    if (path.length !== holder.length || path.at(-1)?.is !== 'entry') break
    if (!path.every((step, index) => index === path.length - 1 || step === holder[index])) break
  }
  return end
}

const ofList = (entries: readonly Change[], before: unknown, after: unknown, at: Path): readonly Change[] => {
  const holder = entries[0]?.path.slice(0, -1) ?? []
  const rule = listRuleAt([...at, ...holder])
  if (!rule) return entries
  const widening = rule.means === 'denies' ? 'removed' : 'added'
  const covers = {
    added: createCover(valueAt(before, holder), rule.hasPatterns),
    removed: createCover(valueAt(after, holder), rule.hasPatterns),
  }
  // All command lists are known only where whole settings are compared.
  const hasEffect =
    rule.hasPatterns && at.length === 0 ? createCommandEffect(objectOf(before), objectOf(after)) : undefined
  const marked = entries.map((change): Change => {
    if (change.kind !== 'added' && change.kind !== 'removed') return change
    const entry = change.kind === 'added' ? change.after : change.before
    const isWithout = hasEffect?.(entry, change.kind === widening ? 'looser' : 'stricter') === false
    return isWithout || covers[change.kind](entry) ? { ...change, isCovered: true } : change
  })
  const rankOf = (change: Change): number => {
    if (change.kind !== widening) return RANKS.other
    if (change.isCovered) return RANKS.covered
    return allowsAll(change.kind === 'added' ? change.after : change.before) ? RANKS.everything : RANKS.widening
  }
  const ranks = new Map(marked.map((change) => [change, rankOf(change)]))
  return marked.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
}

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** What a pattern covers already is told last. */
const RANKS = { everything: 0, widening: 1, other: 2, covered: 3 } as const

const listRuleAt = (path: Path): RiskRule | undefined =>
  rulesAt(path).find(({ means }) => means === 'allows' || means === 'limits' || means === 'denies')
