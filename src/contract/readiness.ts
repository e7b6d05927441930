import * as z from 'zod'
import { openEnum, UnixMs } from './primitives.ts'

/** Thinking effort of the evaluating model, from high to none. Other values may appear. */
const REASONING_EFFORTS = ['high', 'medium', 'low', 'off'] as const

/** The evaluation of one criterion. */
export const Criterion = z.looseObject({
  /** Number of applications that pass, 0 to the denominator. Null: skipped, neither passed nor failed. */
  numerator: z.number().nullable(),
  /** Number of evaluated applications, 1 or more. */
  denominator: z.number(),
  /** Explanation as prose. */
  rationale: z.string(),
})
export type Criterion = z.infer<typeof Criterion>

/** One readiness evaluation of one repository. */
export const ReadinessReport = z.looseObject({
  /** A UUID, and the cursor of the list. */
  reportId: z.string(),
  createdAt: UnixMs,
  repoUrl: z.string(),
  /** Applications in the repository by path. */
  apps: z.record(z.string(), z.looseObject({ description: z.string() })),
  /** Evaluations by criterion id. New ids may appear. */
  report: z.record(z.string(), Criterion),
  /** The evaluated commit. */
  commitHash: z.string().optional(),
  branch: z.string().optional(),
  /** Whether there were uncommitted changes. */
  hasLocalChanges: z.boolean().optional(),
  /** Whether there were unpushed commits. */
  hasNonRemoteCommits: z.boolean().optional(),
  /** The evaluating model; `reasoningEffort` is one of {@link REASONING_EFFORTS}. */
  modelUsed: z.looseObject({ id: z.string(), reasoningEffort: openEnum(REASONING_EFFORTS) }).optional(),
  // An undeclared field, whose name includes the product's name, holds the client's version.
})
export type ReadinessReport = z.infer<typeof ReadinessReport>

/** Filters and page of the reports. The order is probably newest first; the API doesn't document it. */
export const ReadinessQuery = z.object({
  /** Only reports of this repository. */
  repoId: z.string().min(1).optional(),
  /** Maximum number of reports in the response, 1 or more. */
  limit: z.int().min(1).optional(),
  /** `reportId` of the last report of the preceding page. */
  startAfter: z.string().min(1).optional(),
})

/** `{reports}`. A page that is empty or shorter than `limit` isn't always the last one. */
export const ReadinessReports = z.looseObject({ reports: z.array(ReadinessReport) })
