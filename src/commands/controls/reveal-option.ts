import { AppError } from '../../base/errors.ts'
import { shownSettings } from '../../domain/secrets/mask-settings.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'

/** Whether secrets of settings are shown: never, once a person says yes, or without being asked. */
export type Reveal = 'never' | 'ask' | 'yes'

export const revealOptions = [
  { flags: '--reveal', help: 'show secrets, after a question on the terminal; asks the server anew and keeps nothing' },
  { flags: '--yes', help: 'answer that question, and show secrets in a pipe or file too' },
] as const satisfies readonly OptionRow[]

/** @throws AppError of kind `usage` where nobody could be asked for secrets, or nothing is to be answered. */
export const parseReveal = ({
  options,
  globals,
}: Pick<CommandInput<typeof revealOptions>, 'options' | 'globals'>): Reveal => {
  if (!options.reveal) {
    if (options.yes) throw new AppError('usage', '--yes answers what --reveal asks: give both, or leave it out.')
    return 'never'
  }
  if (globals.isOffline)
    throw new AppError(
      'usage',
      '--reveal asks the server, as secrets are kept nowhere, and --offline asks for nothing: leave one of them out.',
    )
  return options.yes ? 'yes' : 'ask'
}

/** As {@link shownSettings}, but for settings whose secrets are to be seen, which are left as they are. */
export const shownAs = (reveal: Reveal): ((value: unknown) => unknown) =>
  reveal === 'never' ? shownSettings : (value) => value

/**
 * Asks a person whether secrets may be shown.
 *
 * @throws AppError of kind `usage` for secrets into a pipe that nobody said yes to, and `failed` for a no.
 */
export const confirmReveal = async (reveal: 'ask' | 'yes', { isOutputTerminal, ask }: Deps): Promise<void> => {
  if (reveal === 'yes') return
  if (!isOutputTerminal)
    throw new AppError(
      'usage',
      'Secrets are shown on a terminal, and the output is none: add --yes if a pipe or file is to hold them.',
    )
  const answer = await ask('This prints secrets on the screen. Type yes to go on: ')
  if (answer?.trim().toLowerCase() !== 'yes')
    throw new AppError('failed', 'Nothing is shown, as the question was not answered with yes.')
}
