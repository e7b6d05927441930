import { z } from 'zod'
import { UnixMs } from './primitives.ts'

/** A change to a CI workflow that the platform makes by pull request. All members are reported by live services, none promised. */
export const CiJob = z.looseObject({
  /** `owner/repo::path`. */
  id: z.string().optional(),
  /** `create`, `edit` or `delete`. */
  action: z.string().optional(),
  repoFullName: z.string().optional(),
  filePath: z.string().optional(),
  prUrl: z.string().nullish(),
  status: z.string().optional(),
  error: z.string().nullish(),
  createdAt: UnixMs.optional(),
  updatedAt: UnixMs.optional(),
})
export type CiJob = z.infer<typeof CiJob>

/** `{jobs}`. */
export const CiJobs = z.looseObject({ jobs: z.array(CiJob) })
