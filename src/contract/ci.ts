import * as z from 'zod'
import { openEnum, UnixMs } from './primitives.ts'

/** What is to happen to a workflow. Others may come. */
const CI_ACTIONS = ['create', 'edit', 'delete'] as const

/** A change to a CI workflow that the platform makes by pull request. All members are reported by live services, none promised. */
export const CiJob = z.looseObject({
  /** `owner/repo::path`. */
  id: z.string().optional(),
  /** One of {@link CI_ACTIONS}. */
  action: openEnum(CI_ACTIONS).optional(),
  repoFullName: z.string().optional(),
  filePath: z.string().optional(),
  prUrl: z.string().nullish(),
  status: z.string().optional(),
  error: z.string().nullish(),
  createdAt: UnixMs.optional(),
  updatedAt: UnixMs.optional(),
})
export type CiJob = z.infer<typeof CiJob>

/** `{jobs}`, as live services answer; the API promises no shape at all. */
export const CiJobs = z.looseObject({ jobs: z.array(CiJob) })
