import type { CallOptions } from '../../../client/client.ts'

/** How to cancel a load, and the callback for waits before retries. */
export type WaitOptions = Pick<CallOptions, 'signal' | 'onRetry'>

export type LoadOptions = WaitOptions & {
  /** Whether to request settled or fresh data again. @default false */
  isForced?: boolean | undefined
}
