import * as z from 'zod'

/** The body of every error of the v0 API. */
export const ErrorBody = z.looseObject({
  /** What went wrong, for a person. */
  detail: z.string(),
  /** The HTTP status again. */
  status: z.number(),
  /** The HTTP status in words. */
  title: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Analytics errors carry the id to quote to support besides. */
export const AnalyticsErrorBody = ErrorBody.extend({ requestId: z.string() })
export type AnalyticsErrorBody = z.infer<typeof AnalyticsErrorBody>

/** Bodies seen in the wild: no detail but a list of messages, or a bare detail. Anything may be missing. */
export const LooseErrorBody = z.looseObject({
  detail: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  requestId: z.string().optional().catch(undefined),
  errors: z
    .array(z.looseObject({ message: z.string().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
})
