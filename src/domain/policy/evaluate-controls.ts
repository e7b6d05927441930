import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { targetLink } from '../links/target-link.ts'
import { revisionDay } from '../revisions/day-revisions.ts'
import { openLoosenings } from '../revisions/open-loosenings.ts'
import { riskSentence } from '../risk/finding-text.ts'
import { pathText } from '../settings-diff/setting-path.ts'
import { counted } from '../text/format.ts'
import { type CheckOutcome, concludeCount, concludeUnknown, type Part } from './conclude.ts'
import type { Check } from './policy.ts'

type Revision = Lenient<ControlRevision>
type LoosenedCheck = Check<'controls.loosened'>

/** Revisions, newest first, and whether the oldest of all is among them. */
export type CheckedHistory = { rows: readonly Revision[]; isWhole: boolean }

/** Whether a revision is older than those that a check looks at. Only the newest such revision is needed. */
const isBefore = (row: Revision, { since, sinceRevision }: LoosenedCheck): boolean => {
  if (sinceRevision !== undefined) return row.revision !== undefined && row.revision <= sinceRevision
  const day = revisionDay(row)
  return since !== undefined && day !== undefined && day < since
}

/** Whether the revisions suffice for a check. @param rows - Newest first. */
export const hasBaseline = (rows: readonly Revision[], check: LoosenedCheck): boolean =>
  rows.some((row) => isBefore(row, check))

/** The settings that revisions of a period loosened and that are still in effect, as `qd controls open` lists them. */
export const evaluateLoosened = (check: LoosenedCheck, { data, gaps }: Part<CheckedHistory>): CheckOutcome => {
  const { severity, since, sinceRevision, max } = check
  if (data === undefined) return concludeUnknown(max, gaps)
  const { rows, isWhole } = data
  const newest = rows[0]?.revision
  const baseline = rows.findIndex((row) => isBefore(row, check))
  const missing: string[] = []
  if (rows.length === 0) missing.push('The history has no revision')
  else if (sinceRevision !== undefined && (newest ?? 0) < sinceRevision)
    missing.push(`There is no revision ${sinceRevision}: the newest is ${newest ?? 'unknown'}`)
  else if (baseline < 0 && !isWhole) missing.push('Older revisions are missing')
  if (rows.some(({ settings }) => settings === undefined)) missing.push('The settings of a revision are missing')
  const checked = baseline < 0 ? rows : rows.slice(0, baseline + 1)
  const items = openLoosenings(checked)
    .filter(({ finding }) => severity === 'any' || finding.isCritical)
    .map(({ finding, revision }) => {
      const path = pathText(finding.path)
      return {
        id: `${revision ?? '?'}:${path}`,
        text: `${riskSentence(finding)}, in revision ${revision ?? '?'}`,
        link: targetLink({ screen: 'controls', revision, path }, false),
      }
    })
  const period = sinceRevision !== undefined ? ` after revision ${sinceRevision}` : since ? ` since ${since}` : ''
  const what = severity === 'critical' ? 'critical setting' : 'setting'
  const sentence = `${counted(items.length, `${what} that was`, `${what}s that were`)} loosened${period} ${items.length === 1 ? 'is' : 'are'} still in effect`
  return concludeCount({ items, max, sentence, gaps: [...missing, ...gaps] })
}
