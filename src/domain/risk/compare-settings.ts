import { type Change, diffSettings } from '../settings-diff/diff-settings.ts'
import { type RiskFinding, riskFindings } from './revision-risk.ts'
import { widenedFirst } from './widened-first.ts'

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
