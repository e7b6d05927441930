import { AppError } from '../../base/errors.ts'
import type { ChangeAnswer, ChangeName, ChangeRequest } from '../../cache/load/management/change.ts'
import type { Deps } from './command.ts'
import { confirm } from './confirm.ts'
import { callOptions } from './wait-notice.ts'

/** How a change is asked for and told of. */
export type ChangeWords = {
  /** Asked on a terminal before it is sent: a sentence that ends in a question mark. */
  question: string
  /** Whether the question was answered with --yes. */
  isYes: boolean
  /** Whether something is gone afterwards: then it is never sent without a yes. @default false */
  destroys?: boolean
  /** How to find out whether it was done, where nobody knows: a sentence. */
  look: string
}

/**
 * Sends a change, once.
 *
 * @throws AppError: what the server refused it with, or of kind `outcomeUnknown`.
 */
export const carryOutChange = async <N extends ChangeName>(
  name: N,
  request: ChangeRequest<N>,
  { question, isYes, destroys = false, look }: ChangeWords,
  deps: Deps,
): Promise<ChangeAnswer<N>> => {
  const source = await deps.source()
  // What would be refused is not asked for.
  if (destroys || (await deps.credentials()).whyReadOnly === undefined)
    await confirm(question, isYes, { ask: async (text) => (await deps.ask(text)) ?? (destroys ? undefined : 'yes') })
  const outcome = await source.management.change(name, request, callOptions(deps))
  if (outcome.is === 'done') return outcome.answer
  if (outcome.is === 'refused') throw outcome.error
  const { message, request: sent, status, title, detail, requestId } = outcome.error
  const about = { request: sent, status, title, detail, requestId, look, cause: outcome.error }
  throw new AppError('outcomeUnknown', message, about)
}
