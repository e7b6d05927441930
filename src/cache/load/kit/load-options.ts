import type { CallOptions } from '../../../client/client.ts'

/** What whoever waits for a load brings: how to cancel it, and who is told of waits before a request is sent again. */
export type WaitOptions = Pick<CallOptions, 'signal' | 'onRetry'>

export type LoadOptions = WaitOptions & {
  /** Asks again also for what is settled or fresh. @default false */
  isForced?: boolean | undefined
}
