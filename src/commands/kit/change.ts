import { AppError, usageError } from '../../base/errors.ts'
import { statsOfTarget } from '../../base/file-problem.ts'
import type { ChangeName, ChangeRequest, ChangeResponse } from '../../cache/load/management/change.ts'
import type { Deps } from './command.ts'
import { callOptions } from './load-options.ts'
import type { OptionRow } from './option-row.ts'
import type { World } from './world.ts'

/** The option of commands that ask for confirmation. */
export const yesOption = { flags: '--yes', help: 'skip confirmation' } as const satisfies OptionRow

/**
 * Asks for confirmation on the terminal, unless --yes is given.
 *
 * @param question - A sentence that ends in a question mark.
 * @throws AppError: `usage` without a terminal, `failed` for any answer but yes.
 */
export const confirm = async (question: string, isYes: boolean, world: Pick<World, 'ask'>): Promise<void> => {
  if (!isYes && !(await isAnsweredYes(question, world)))
    throw usageError(`${question} No terminal for confirmation: pass --yes.`)
}

/**
 * Whether a download may replace the file at a path: with --force, or after confirmation on the terminal, which is
 * asked for only if the file exists.
 *
 * @throws AppError of kind `failed` for any answer but yes.
 */
export const mayReplace = async (path: string, isForced: boolean, world: Pick<World, 'ask'>): Promise<boolean> =>
  isForced || (statsOfTarget(path)?.isFile() === true && (await isAnsweredYes(`${path} exists. Overwrite it?`, world)))

/**
 * False without a terminal.
 *
 * @throws AppError of kind `failed` for any answer but yes.
 */
const isAnsweredYes = async (question: string, { ask }: Pick<World, 'ask'>): Promise<boolean> => {
  const answer = await ask(`${question} Type yes to continue: `)
  if (answer === undefined) return false
  if (answer.trim().toLowerCase() === 'yes') return true
  throw new AppError('failed', 'Nothing was changed, because the answer was not yes.')
}

/** The texts and options of a change. */
export type ChangeTexts = {
  /** Asked on a terminal before the change is sent: a sentence that ends in a question mark. */
  question: string
  /** Whether --yes was given. */
  isYes: boolean
  /** Whether the change deletes something: then it is never sent without a yes. @default false */
  destroys?: boolean
  /** How to find out whether the change was applied when the outcome is unknown: a sentence. */
  howToCheck: string
}

/**
 * Sends a change, once.
 *
 * @throws AppError: the server's error if it rejects the change, or kind `outcomeUnknown`.
 */
export const sendChange = async <N extends ChangeName>(
  name: N,
  request: ChangeRequest<N>,
  { question, isYes, destroys = false, howToCheck }: ChangeTexts,
  deps: Deps,
): Promise<ChangeResponse<N>> => {
  const source = await deps.source()
  // A change that read-only mode refuses needs no confirmation.
  if (destroys || (await deps.credentials()).whyReadOnly === undefined)
    await confirm(question, isYes, { ask: async (text) => (await deps.ask(text)) ?? (destroys ? undefined : 'yes') })
  const outcome = await source.management.change(name, request, callOptions(deps))
  if (outcome.is === 'done') return outcome.answer
  if (outcome.is === 'refused') throw outcome.error
  const { error } = outcome
  throw new AppError('outcomeUnknown', error.message, { ...error, howToCheck, cause: error })
}

/** Rethrows an error of writing a file. If the file exists, the message names --force. */
export const withForceHint = (error: unknown): never => {
  if (!(error instanceof AppError) || error.kind !== 'refused' || error.status !== undefined) throw error
  throw new AppError('failed', `${error.message.replace(/\.$/, '')}; use --force to replace it.`, { cause: error })
}
