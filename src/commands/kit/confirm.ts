import { AppError } from '../../base/errors.ts'
import type { OptionRow } from './option-row.ts'
import type { World } from './world.ts'

/** For commands that destroy something. */
export const yesOption = { flags: '--yes', help: 'answer the question with yes' } as const satisfies OptionRow

/**
 * Asks a person on the terminal, unless --yes has answered.
 *
 * @param question - A sentence that ends in a question mark.
 * @throws AppError: `usage` where there is nobody to ask, `failed` for everything but yes.
 */
export const confirm = async (question: string, isYes: boolean, { ask }: Pick<World, 'ask'>): Promise<void> => {
  if (isYes) return
  const answer = await ask(`${question} Type yes to go on: `)
  if (answer === undefined) throw new AppError('usage', `${question} Nobody can be asked here: add --yes.`)
  if (answer.trim().toLowerCase() !== 'yes')
    throw new AppError('failed', 'Nothing was changed, as the answer was not yes.')
}
