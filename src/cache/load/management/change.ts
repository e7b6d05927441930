import type { AppError } from '../../../base/errors.ts'
import type { endpoints, JsonEndpointName, RequestOf, ResponseOf } from '../../../contract/endpoints.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { WaitOptions } from '../kit/load-options.ts'

/** The endpoints that change data which the explorer shows. */
export type ChangeName = Exclude<
  { [N in JsonEndpointName]: (typeof endpoints)[N]['method'] extends 'GET' ? never : N }[JsonEndpointName],
  'sendHookEvents'
>

export type ChangeRequest<N extends ChangeName> = RequestOf<N>
export type ChangeResponse<N extends ChangeName> = Lenient<ResponseOf<N>>

export type ChangeOutcome<Answer> =
  | { is: 'done'; answer: Answer }
  /** Nothing was changed: the request was not sent, or the server rejected it. */
  | { is: 'refused'; error: AppError }
  /** It was sent once and its result is unknown. The caller must check before repeating it. */
  | { is: 'unknown'; error: AppError }

/**
 * Makes a change, once. A request that may have been sent is never sent again and cannot be cancelled. Rejects only for
 * bugs of this program.
 */
export type Change = <N extends ChangeName>(
  name: N,
  request: ChangeRequest<N>,
  options?: WaitOptions,
) => Promise<ChangeOutcome<ChangeResponse<N>>>
