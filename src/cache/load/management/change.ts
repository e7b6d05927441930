import type { AppError } from '../../../base/errors.ts'
import type { RequestOf, ResponseOf } from '../../../contract/endpoints.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { WaitOptions } from '../kit/load-options.ts'

/** What can be changed. */
export type ChangeName =
  | 'updateComputer'
  | 'installDependencies'
  | 'createComputer'
  | 'deleteComputer'
  | 'restartComputer'
  | 'refreshComputer'
  | 'createKey'
  | 'revokeKey'
  | 'deleteWiki'

export type ChangeRequest<N extends ChangeName> = RequestOf<N>
export type ChangeAnswer<N extends ChangeName> = Lenient<ResponseOf<N>>

/** How a change has ended. */
export type ChangeOutcome<Answer> =
  | { is: 'done'; answer: Answer }
  /** Nothing was changed: it was not sent, or the server said no. */
  | { is: 'refused'; error: AppError }
  /** It was sent once, and nobody knows whether it was done: whoever asked must look before doing it again. */
  | { is: 'unknown'; error: AppError }

/**
 * Changes something, once: what may have been sent is never sent again, and cannot be cancelled any more. Rejects only for mistakes
 * of this program.
 */
export type Change = <N extends ChangeName>(
  name: N,
  request: ChangeRequest<N>,
  options?: WaitOptions,
) => Promise<ChangeOutcome<ChangeAnswer<N>>>
