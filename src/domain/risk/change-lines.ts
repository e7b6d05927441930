import { toJson } from '../output/output.ts'
import { MASK, shownSettings } from '../secrets/mask-settings.ts'
import { CHANGE_SIGNS, countChanges, countsInWords } from '../settings-diff/change-counts.ts'
import { filterChanges, type PathGlob } from '../settings-diff/path-glob.ts'
import { pathText } from '../settings-diff/setting-path.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'
import { signsFor } from '../text/signs.ts'
import { findingsByChange } from './change-findings.ts'
import type { Comparison } from './compare-settings.ts'
import { gravestOf, levelOf } from './risk-verdict.ts'

/** A change in words that may be shown: no secret in them, and no hash of one. */
export type ChangeLine = ReturnType<typeof changeLines>[number]

/**
 * What differs between two settings, a line each.
 *
 * @param glob - Which paths are wanted. @default all
 */
export const changeLines = ({ changes, findings }: Comparison, glob?: PathGlob) => {
  const findingsOf = findingsByChange(findings)
  return (glob ? filterChanges(changes, glob) : changes).map((change) => {
    const own = findingsOf(change)
    const gravest = gravestOf(own)
    return {
      kind: change.kind,
      /** `+ - ~`, and `^` for another order. */
      sign: CHANGE_SIGNS[change.kind],
      path: safeText(pathText(change.path)),
      /** The path for lookups in settings. Never shown: it may hold hashes of secrets. */
      place: change.path,
      /** Undefined where there was, or is, nothing. */
      before: 'before' in change ? valueText(change.before) : undefined,
      after: 'after' in change ? valueText(change.after) : undefined,
      /** Findings of the rules about it. */
      findings: own,
      /** The level of the gravest finding. */
      level: gravest && levelOf(gravest),
    }
  })
}

const valueText = (value: unknown): SafeText => {
  const shown = shownSettings(value)
  // A mask alone has no quotes.
  return safeText(shown === MASK ? MASK : toJson(shown))
}

/** Whether it is about an entry of a list, which its path names already. */
export const isOfEntry = ({ place }: ChangeLine): boolean => place.at(-1)?.is === 'entry'

/**
 * A change in one line: `~ sandbox.enabled  true → false`, `+ commandAllowlist{"make"}`; a secret is told to have changed, and
 * no more.
 */
export const changeText = (line: ChangeLine, isAscii = false): string => {
  const { kind, path, before, after } = line
  const { moved, to } = signsFor(isAscii)
  const sign = kind === 'reordered' ? moved : line.sign
  if (kind === 'reordered') return `${sign} ${path}  in another order: ${after}`
  if (isOfEntry(line)) return `${sign} ${path}`
  if (kind !== 'changed') return `${sign} ${path}  ${after ?? before}`
  return before === after ? `${sign} ${path}  ${after} changed` : `${sign} ${path}  ${before} ${to} ${after}`
}

/** How many there are of each kind: `3 changed  1 added`. */
export const countText = (lines: readonly ChangeLine[]): string => countsInWords(countChanges(lines)) || 'no difference'
