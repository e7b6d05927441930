import { DAY_MS } from '../../base/time.ts'
import { type CiJobRow, changedAt, newestJobs } from '../ci/ci-jobs.ts'
import { targetLink } from '../links/target-link.ts'
import { attentionLine } from '../overview/attention/attention.ts'
import type { AttentionItem } from '../overview/attention/attention-kinds.ts'
import { counted } from '../text/format.ts'
import { type CheckOutcome, concludeCount, concludeUnknown, type Part } from './conclude.ts'
import type { Check } from './policy.ts'

/** CI jobs that failed in the last days, as `qd ci jobs` shows them. @param now - Unix ms. */
export const evaluateJobs = (
  { within, max }: Check<'ci.failed'>,
  { data, gaps }: Part<readonly CiJobRow[]>,
  now: number,
): CheckOutcome => {
  if (data === undefined) return concludeUnknown(max, gaps)
  const isRecent = (row: CiJobRow): boolean => (changedAt(row) ?? Number.NaN) >= now - within * DAY_MS
  const failed = newestJobs(data.filter(({ phase }) => phase === 'failed'))
  const found = failed.filter(isRecent)
  const undated = failed.filter((row) => changedAt(row) === undefined).length
  const other = data.filter((row) => row.phase === 'other' && (isRecent(row) || changedAt(row) === undefined)).length
  return concludeCount({
    items: found.map(({ id, repo, file, job: { error } }) => ({
      id,
      text: `${[repo ?? id, file].filter(Boolean).join(' ')} failed${error ? `: ${error}` : ''}`,
      link: targetLink({ screen: 'ci', job: id }, false),
    })),
    max,
    sentence: `${found.length} of ${counted(data.length, 'CI job')} failed within ${within} days`,
    gaps,
    uncertain: [
      { count: undated, why: `${counted(undated, 'failed CI job has', 'failed CI jobs have')} no time` },
      { count: other, why: `${counted(other, 'CI job has', 'CI jobs have')} an unknown status` },
    ],
  })
}

/** What needs attention and is not muted, as `qd overview` lists it. @param isPrivate - Whether names are pseudonyms. */
export const evaluateAttention = (
  { severity, max }: Check<'attention'>,
  { data, gaps }: Part<readonly AttentionItem[]>,
  isPrivate: boolean,
): CheckOutcome => {
  if (data === undefined) return concludeUnknown(max, gaps)
  const found = data.filter((item) => severity === 'any' || item.severity === 'high')
  const what = severity === 'high' ? 'urgent item' : 'item'
  return concludeCount({
    items: found.map((item) => ({ id: item.id, text: attentionLine(item), link: targetLink(item.target, isPrivate) })),
    max,
    sentence: `${counted(found.length, what)} ${found.length === 1 ? 'needs' : 'need'} attention`,
    gaps,
  })
}
