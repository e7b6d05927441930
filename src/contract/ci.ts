import * as z from 'zod'
import { openEnum, UnixMs } from './primitives.ts'

/** Actions on a workflow. Other values may appear. */
const CI_ACTIONS = ['create', 'edit', 'delete'] as const

/** A change to a CI workflow that the platform proposes as a pull request. All fields are undocumented. */
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

/** `{jobs}`, the shape that live services send. The API documents no shape. */
export const CiJobs = z.looseObject({ jobs: z.array(CiJob) })
