import * as z from 'zod'
import { Count, Day, openEnum } from './primitives.ts'

/** How a model works: at once, or after it has thought. Others may come. */
export const MODEL_TIERS = ['standard', 'thinking'] as const

/** One model's part of a day's credits. Members are reported by live services, not promised: all optional. */
export const CreditsByModel = z.looseObject({
  model_id: z.string().optional(),
  /** One of {@link MODEL_TIERS}; others may come. */
  model_tier: openEnum(MODEL_TIERS).optional(),
  /** Credits. */
  billable_tokens: Count.optional(),
  /** Raw tokens sent to the model. */
  input_tokens: Count.optional(),
  /** Raw tokens the model made. */
  output_tokens: Count.optional(),
})
export type CreditsByModel = z.infer<typeof CreditsByModel>

/** One person's part of a day's credits. Members are reported by live services, not promised: all optional. */
export const CreditsByUser = z.looseObject({
  user_id: z.string().optional(),
  user_email: z.string().nullish(),
  /** Credits. */
  billable_tokens: Count.optional(),
  by_model: z.array(CreditsByModel).optional(),
})
export type CreditsByUser = z.infer<typeof CreditsByUser>

/** A day of credit use. Breakdowns need not add up to the totals. */
export const CreditDay = z.looseObject({
  date: Day,
  /** Standard credits: raw tokens after cache discounts. */
  billable_tokens: Count,
  /** Raw tokens sent to models. */
  input_tokens: Count,
  /** Raw tokens models made. */
  output_tokens: Count,
  /** Raw tokens read from the prompt cache. */
  cache_read_tokens: Count,
  /** Raw tokens written to the prompt cache. */
  cache_write_tokens: Count,
  by_model: z.array(CreditsByModel),
  by_user: z.array(CreditsByUser),
})
export type CreditDay = z.infer<typeof CreditDay>

/** A day and model with `group_by=model`. The API does not promise this shape; live services send it without cache fields. */
export const CreditModelDay = z.looseObject({
  date: Day,
  /** The model's id. */
  group_key: z.string(),
  billable_tokens: Count.optional(),
  input_tokens: Count.optional(),
  output_tokens: Count.optional(),
})
export type CreditModelDay = z.infer<typeof CreditModelDay>
