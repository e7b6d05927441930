import { AppError, usageError } from '../../base/errors.ts'
import { statsOfTarget } from '../../base/file-problem.ts'
import type { ChangeAnswer, ChangeName, ChangeRequest } from '../../cache/load/management/change.ts'
import type { Deps } from './command.ts'
import { callOptions } from './load-options.ts'
import type { OptionRow } from './option-row.ts'
import type { World } from './world.ts'

/** The confirmation option of commands that delete something. */
export const yesOption = { flags: '--yes', help: 'skip confirmation' } as const satisfies OptionRow

/**
 * Asks a person on the terminal, unless --yes has answered.
 *
 * @param question - A sentence that ends in a question mark.
 * @throws AppError: `usage` where there is nobody to ask, `failed` for everything but yes.
 */
export const confirm = async (question: string, isYes: boolean, world: Pick<World, 'ask'>): Promise<void> => {
  if (!isYes && !(await isAgreed(question, world)))
    throw usageError(`${question} No terminal for confirmation: pass --yes.`)
}

/**
 * Whether what is at a path may be replaced by a download: with --force, or by the person on the terminal, who is asked where
 * something is there.
 *
 * @throws AppError of kind `failed` for every answer but yes.
 */
export const mayReplace = async (path: string, isForced: boolean, world: Pick<World, 'ask'>): Promise<boolean> =>
  isForced || (statsOfTarget(path)?.isFile() === true && (await isAgreed(`${path} exists. Overwrite it?`, world)))

/** False where there is nobody to ask; throws for everything but yes. */
const isAgreed = async (question: string, { ask }: Pick<World, 'ask'>): Promise<boolean> => {
  const answer = await ask(`${question} Type yes to continue: `)
  if (answer === undefined) return false
  if (answer.trim().toLowerCase() === 'yes') return true
  throw new AppError('failed', 'Nothing was changed, because the answer was not yes.')
}

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

/** Rethrows what writing a file failed with; that one is there with the option that replaces it. */
export const withForce = (error: unknown): never => {
  if (!(error instanceof AppError) || error.kind !== 'refused' || error.status !== undefined) throw error
  throw new AppError('failed', `${error.message.replace(/\.$/, '')}; --force replaces it.`, { cause: error })
}
