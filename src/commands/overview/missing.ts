import type { AppError } from '../../base/errors.ts'

/** A part that could not be loaded, or not all of it. */
export type MissingPart = { part: string; error: AppError }

/** Whether a part is missing because this key or plan may not see it, which asking again does not change. */
export const isRefusal = ({ error }: MissingPart): boolean => error.status === 402 || error.status === 403
