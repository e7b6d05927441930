import * as z from 'zod'
import { openEnum, UnixMs } from './primitives.ts'

/** How long the model that judged may think, from the most to none. Others may come. */
const REASONING_EFFORTS = ['high', 'medium', 'low', 'off'] as const

/** One judged point of a report. */
export const Criterion = z.looseObject({
  /** Applications that pass, 0 to the denominator. Null: skipped, neither passed nor failed. */
  numerator: z.number().nullable(),
  /** Applications judged, 1 or more. */
  denominator: z.number(),
  /** Why it was judged so, in prose. */
  rationale: z.string(),
})
export type Criterion = z.infer<typeof Criterion>

/** One readiness evaluation of one repository. */
export const ReadinessReport = z.looseObject({
  /** A UUID; also the cursor of the list. */
  reportId: z.string(),
  createdAt: UnixMs,
  repoUrl: z.string(),
  /** Path of each application in the repository to what it is. */
  apps: z.record(z.string(), z.looseObject({ description: z.string() })),
  /** Criterion id to its evaluation. The set of ids is open. */
  report: z.record(z.string(), Criterion),
  /** The commit that was evaluated. */
  commitHash: z.string().optional(),
  branch: z.string().optional(),
  /** Whether uncommitted changes existed. */
  hasLocalChanges: z.boolean().optional(),
  /** Whether unpushed commits existed. */
  hasNonRemoteCommits: z.boolean().optional(),
  /** The model that judged; `reasoningEffort` is one of {@link REASONING_EFFORTS}. */
  modelUsed: z.looseObject({ id: z.string(), reasoningEffort: openEnum(REASONING_EFFORTS) }).optional(),
  // The client's version stands in a member whose name carries the product's: kept as an unknown member.
})
export type ReadinessReport = z.infer<typeof ReadinessReport>

/** Filters and pages the reports; newest first is likely, not promised. */
export const ReadinessQuery = z.object({
  /** Only reports of this repository. */
  repoId: z.string().min(1).optional(),
  /** Most reports in the answer, 1 or more. */
  limit: z.int().min(1).optional(),
  /** `reportId` of the last report of the page before. */
  startAfter: z.string().min(1).optional(),
})

/** `{reports}`. A page shorter than `limit`, or empty, may still not be the last. */
export const ReadinessReports = z.looseObject({ reports: z.array(ReadinessReport) })
