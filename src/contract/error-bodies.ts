import * as z from 'zod'

/** Body of every error of the v0 API. */
export const ErrorBody = z.looseObject({
  /** What went wrong, as text for the user. */
  detail: z.string(),
  status: z.number(),
  /** Text of the HTTP status. */
  title: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Analytics errors also have the request id for support. */
export const AnalyticsErrorBody = ErrorBody.extend({ requestId: z.string() })
export type AnalyticsErrorBody = z.infer<typeof AnalyticsErrorBody>

/** Error bodies of real servers: a list of messages instead of `detail`, or only `detail`. Any field may be missing. */
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
