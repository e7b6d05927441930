import { type Change, diffSettings } from '../settings-diff/diff-settings.ts'
import { isJsonObject, type JsonObject } from '../settings-diff/json-value.ts'
import type { Path } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { allowsAll, createCommandEffect, createCover } from './list-verdict.ts'
import { type RiskFinding, riskFindings } from './revision-risk.ts'
import type { RiskRule } from './risk-rule.ts'
import { rulesAt } from './rule-matcher.ts'

/** The differences of two settings, and the findings of the rules. */
export type Comparison = {
  /** In the order of the settings. In a list, entries that loosen it come first. */
  changes: readonly Change[]
  findings: RiskFinding[]
}

/**
 * Compares two masked settings. A revision without settings (undefined) counts as an empty object. If one side is null,
 * there is a single change of all settings.
 */
export const compareSettings = (before: unknown = {}, after: unknown = {}): Comparison => {
  const changes = loosenedFirst(diffSettings(before, after), before, after)
  return { changes, findings: riskFindings(before, after) }
}

/**
 * Reorders the changes of each list that allows or denies something, so that a truncated row shows the most important
 * ones: first entries that allow everything, then other entries that loosen the list. Marks entries as covered if a
 * pattern on the other side covers them, or if another command list overrules them. Lists without a rule keep their
 * order.
 *
 * @param before - Settings on the old side. @param after - Settings on the new side.
 * @param at - Path of both in the whole settings. The paths of the changes are relative to it.
 */
export const loosenedFirst = (
  changes: readonly Change[],
  before: unknown,
  after: unknown,
  at: Path = [],
): readonly Change[] => {
  const ordered: Change[] = []
  for (let start = 0; start < changes.length; ) {
    const end = endOfList(changes, start)
    const group = changes.slice(start, Math.max(end, start + 1))
    for (const change of end > start ? orderedEntries(group, before, after, at) : group) ordered.push(change)
    start += group.length
  }
  return ordered
}

/** End of the run of entry changes of one list that begins at `start`; `start` itself if that isn't an entry change. */
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

const orderedEntries = (entries: readonly Change[], before: unknown, after: unknown, at: Path): readonly Change[] => {
  const holder = entries[0]?.path.slice(0, -1) ?? []
  const rule = listRuleAt([...at, ...holder])
  if (!rule) return entries
  const loosening = rule.means === 'denies' ? 'removed' : 'added'
  const covers = {
    added: createCover(valueAt(before, holder), rule.hasPatterns),
    removed: createCover(valueAt(after, holder), rule.hasPatterns),
  }
  // All command lists are available only when whole settings are compared.
  const hasEffect =
    rule.hasPatterns && at.length === 0 ? createCommandEffect(objectOf(before), objectOf(after)) : undefined
  const marked = entries.map((change): Change => {
    if (change.kind !== 'added' && change.kind !== 'removed') return change
    const entry = change.kind === 'added' ? change.after : change.before
    const hasNoEffect = hasEffect?.(entry, change.kind === loosening ? 'looser' : 'stricter') === false
    return hasNoEffect || covers[change.kind](entry) ? { ...change, isCovered: true } : change
  })
  const rankOf = (change: Change): number => {
    if (change.kind !== loosening) return RANKS.other
    if (change.isCovered) return RANKS.covered
    return allowsAll(change.kind === 'added' ? change.after : change.before) ? RANKS.everything : RANKS.loosening
  }
  const ranks = new Map(marked.map((change) => [change, rankOf(change)]))
  return marked.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
}

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** Entries that a pattern already covers come last. */
const RANKS = { everything: 0, loosening: 1, other: 2, covered: 3 } as const

const listRuleAt = (path: Path): RiskRule | undefined =>
  rulesAt(path).find(({ means }) => means === 'allows' || means === 'limits' || means === 'denies')
