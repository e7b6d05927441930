import { AppError } from '../../base/errors.ts'
import { createHistoryTrail, historyPages } from '../../cache/load/history-pages.ts'
import { refuseOf } from '../../cache/load/refusals.ts'
import { HISTORY_LIMIT } from '../../contract/controls.ts'
import { shownSettings } from '../../domain/secrets/mask-settings.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { FIRST_PAGE, type History, type LoadHistory, loadMaskedHistory, type Revision } from './revision-argument.ts'

/** Whether secrets of settings are shown: never, once a person says yes, or without being asked. */
export type Reveal = 'never' | 'ask' | 'yes'

export const revealOptions = [
  { flags: '--reveal', help: 'show secrets, after a question on the terminal; asks the server anew and keeps nothing' },
  { flags: '--yes', help: 'answer that question, and show secrets in a pipe or file too' },
] as const satisfies readonly OptionRow[]

/** @throws AppError of kind `usage` where nobody could be asked for secrets, or nothing is to be answered. */
export const parseReveal = ({ options, globals }: Pick<CommandInput, 'options' | 'globals'>): Reveal => {
  if (options.reveal !== true) {
    if (options.yes === true)
      throw new AppError('usage', '--yes answers what --reveal asks: give both, or leave it out.')
    return 'never'
  }
  if (globals.isOffline)
    throw new AppError(
      'usage',
      '--reveal asks the server, as secrets are kept nowhere, and --offline asks for nothing: leave one of them out.',
    )
  return options.yes === true ? 'yes' : 'ask'
}

/** As {@link shownSettings}, but for settings whose secrets are to be seen, which are left as they are. */
export const shownAs = (reveal: Reveal): ((value: unknown) => unknown) =>
  reveal === 'never' ? shownSettings : (value) => value

/**
 * What loads the history: through the ledger and masked, or, once that is confirmed, from the server as it is.
 *
 * @throws AppError of kind `usage` for secrets into a pipe that nobody said yes to, and `failed` for a no.
 */
export const openHistory = async (reveal: Reveal, deps: Deps): Promise<LoadHistory> => {
  if (reveal === 'never') return loadMaskedHistory(await deps.source(), deps)
  await confirmReveal(reveal, deps)
  return (isEnough) => walkRevealed(isEnough, deps)
}

/** See {@link openHistory}. */
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

// Nothing of it may reach the ledger: this is the one way to the history that does not go through the cache.
const walkRevealed = async (isEnough: (rows: readonly Revision[]) => boolean, deps: Deps): Promise<History> => {
  const [client, source] = [await deps.client(), await deps.source()]
  const byNumber = new Map<unknown, Revision>()
  const trail = createHistoryTrail()
  const history: History = { rows: [], isWhole: false, at: source.now(), incomplete: undefined, problems: 0 }
  const walk = async (limit: number, cursor: string | undefined, isOnePage: boolean): Promise<string | undefined> => {
    for await (const page of historyPages(client, trail, { ...callOptions(deps), limit, cursor })) {
      for (const row of page.rows) byNumber.set(row.revision ?? row, row)
      history.rows = newestFirst([...byNumber.values()])
      history.problems += page.reply.problemCount
      history.incomplete = page.incomplete
      history.isWhole = page.nextCursor === undefined
      if (history.isWhole || isEnough(history.rows)) return undefined
      if (isOnePage) return page.nextCursor
    }
    return undefined
  }
  // A little at first: mostly the newest are meant.
  await refuseOf(source.ledger, 'revisions', async () => {
    const next = await walk(FIRST_PAGE, undefined, true)
    if (next !== undefined) await walk(HISTORY_LIMIT.max, next, false)
  })
  return history
}

const newestFirst = (rows: readonly Revision[]): Revision[] =>
  rows.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
