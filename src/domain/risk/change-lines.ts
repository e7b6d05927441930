import { toJson } from '../output/output.ts'
import { MASK, shownSettings } from '../secrets/mask-settings.ts'
import { CHANGE_SIGNS, countChanges, countsInWords } from '../settings-diff/change-counts.ts'
import { filterChanges, type PathGlob } from '../settings-diff/path-glob.ts'
import { pathText } from '../settings-diff/setting-path.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'
import { signsFor } from '../text/signs.ts'
import { findingsByChange } from './change-findings.ts'
import type { Comparison } from './compare-settings.ts'
import { levelOf, worstOf } from './risk-verdict.ts'

/** A change as text that is safe to show: it contains no secrets and no hashes of secrets. */
export type ChangeLine = ReturnType<typeof changeLines>[number]

/**
 * The differences of two settings, one line each.
 *
 * @param glob - Paths to include. @default all
 */
export const changeLines = ({ changes, findings }: Comparison, glob?: PathGlob) => {
  const findingsOf = findingsByChange(findings)
  return (glob ? filterChanges(changes, glob) : changes).map((change) => {
    const changeFindings = findingsOf(change)
    const worst = worstOf(changeFindings)
    return {
      kind: change.kind,
      /** `+`, `-`, `~`, or `⇅` for a new order. */
      sign: CHANGE_SIGNS[change.kind],
      path: safeText(pathText(change.path)),
      /** The path for lookups in settings. Never shown, because it may contain hashes of secrets. */
      place: change.path,
      /** Undefined if there is no value on that side. */
      before: 'before' in change ? valueText(change.before) : undefined,
      after: 'after' in change ? valueText(change.after) : undefined,
      /** Findings of the rules about this change. */
      findings: changeFindings,
      /** The level of the most severe finding. */
      level: worst && levelOf(worst),
    }
  })
}

const valueText = (value: unknown): SafeText => {
  const shown = shownSettings(value)
  // A mask on its own has no quotes.
  return safeText(shown === MASK ? MASK : toJson(shown))
}

/** Whether the change is about an entry of a list, whose value the path already contains. */
export const isOfEntry = ({ place }: ChangeLine): boolean => place.at(-1)?.is === 'entry'

/**
 * A change in one line: `~ sandbox.enabled  true → false`, `+ commandAllowlist{"make"}`. For a secret it says only that
 * the value changed.
 */
export const changeText = (line: ChangeLine, isAscii = false): string => {
  const { kind, path, before, after } = line
  const { moved, to } = signsFor(isAscii)
  const sign = kind === 'reordered' ? moved : line.sign
  if (kind === 'reordered') return `${sign} ${path}  reordered: ${after}`
  if (isOfEntry(line)) return `${sign} ${path}`
  if (kind !== 'changed') return `${sign} ${path}  ${after ?? before}`
  return before === after ? `${sign} ${path}  ${after} changed` : `${sign} ${path}  ${before} ${to} ${after}`
}

/** Number of changes per kind: `3 changed  1 added`. */
export const countText = (lines: readonly ChangeLine[]): string => countsInWords(countChanges(lines)) || 'no difference'
