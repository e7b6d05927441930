import { type Change, diffSettings } from '../settings-diff/diff-settings.ts'
import { createMatchOf } from '../settings-diff/match-items.ts'
import { type RiskFinding, riskFindings } from './revision-risk.ts'

/** What differs between two settings, and what the rules say about it. */
export type Comparison = {
  /** In the order of the settings. */
  changes: Change[]
  findings: RiskFinding[]
}

/**
 * Compares two masked settings. A revision without settings, undefined, is compared as one without any members; settings that
 * are null are one change of all settings.
 */
export const compareSettings = (before: unknown = {}, after: unknown = {}): Comparison => {
  const matchOf = createMatchOf()
  return { changes: diffSettings(before, after, matchOf), findings: riskFindings(before, after, after, matchOf) }
}
