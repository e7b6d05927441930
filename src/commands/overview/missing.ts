import type { MissingPart } from './load-overview.ts'

/** Whether a part is missing because this key or plan may not see it, which asking again does not change. */
export const isRefusal = ({ error }: MissingPart): boolean => error.status === 402 || error.status === 403
