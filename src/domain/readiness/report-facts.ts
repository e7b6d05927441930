import { isMoment } from '../../base/time.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'

type Report = Lenient<ReadinessReport>

/** When a report was made, Unix milliseconds; undefined where it tells no time that a date can hold. */
export const madeAt = ({ createdAt }: Report): number | undefined => (isMoment(createdAt) ? createdAt : undefined)

/** The order of reports, the newest first; what tells no time comes last. */
export const newestFirst = (a: Report, b: Report): number =>
  (madeAt(b) ?? -Number.MAX_VALUE) - (madeAt(a) ?? -Number.MAX_VALUE)

/**
 * The version of the client that made a report, in whatever member that ends in `version`; undefined where there is none. Untrusted
 * text.
 */
export const clientVersionOf = (report: Report): string | undefined => {
  for (const [member, value] of Object.entries(report)) {
    if (/version$/i.test(member) && (typeof value === 'string' || typeof value === 'number')) return String(value)
  }
  return undefined
}

/** The id of the repository where a report tells it, beyond what the API promises. Untrusted text. */
export const repositoryIdOf = (report: Report): string | undefined => {
  const { repoId } = report as Report & { repoId?: unknown }
  return typeof repoId === 'string' || typeof repoId === 'number' ? String(repoId) : undefined
}

/** The applications of a report by path, in the order of the answer; texts are untrusted. */
export const appsOf = ({ apps }: Report): { path: string; description: string | undefined }[] =>
  Object.entries(apps ?? {}).map(([path, app]) => ({ path, description: app?.description }))
