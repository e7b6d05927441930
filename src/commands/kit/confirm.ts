import { AppError } from '../../base/errors.ts'
import { statsOfTarget } from '../../base/file-problem.ts'
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
export const confirm = async (question: string, isYes: boolean, world: Pick<World, 'ask'>): Promise<void> => {
  if (!isYes && !(await isAgreed(question, world)))
    throw new AppError('usage', `${question} Nobody can be asked here: add --yes.`)
}

/**
 * Whether what is at a path may be replaced by a download: with --force, or by the person on the terminal, who is asked where
 * something is there.
 *
 * @throws AppError of kind `failed` for every answer but yes.
 */
export const mayReplace = async (path: string, isForced: boolean, world: Pick<World, 'ask'>): Promise<boolean> =>
  isForced || (statsOfTarget(path)?.isFile() === true && (await isAgreed(`${path} exists: replace it?`, world)))

/** False where there is nobody to ask; throws for everything but yes. */
const isAgreed = async (question: string, { ask }: Pick<World, 'ask'>): Promise<boolean> => {
  const answer = await ask(`${question} Type yes to go on: `)
  if (answer === undefined) return false
  if (answer.trim().toLowerCase() === 'yes') return true
  throw new AppError('failed', 'Nothing was changed, as the answer was not yes.')
}
