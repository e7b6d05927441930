import type { Day } from '../../domain/calendar/calendar.ts'
import type { Deps } from '../kit/command.ts'
import { historyAt } from './history-at.ts'
import { openMasked } from './masked-history.ts'
import type { OpenedHistory } from './opened-history.ts'
import { confirmReveal, type Reveal } from './reveal-option.ts'
import { openRevealed } from './revealed-history.ts'

/**
 * Opens the history: through the ledger and masked, or, once that is confirmed, from the server as it is.
 *
 * @param at What came after this day is left out.
 * @throws AppError of kind `usage` for secrets into a pipe that nobody said yes to, and `failed` for a no.
 */
export const openHistory = async (reveal: Reveal, deps: Deps, at?: Day): Promise<OpenedHistory> => {
  const opened = await openWhole(reveal, deps)
  return at === undefined ? opened : historyAt(opened, at)
}

const openWhole = async (reveal: Reveal, deps: Deps): Promise<OpenedHistory> => {
  if (reveal === 'never') return openMasked(await deps.source(), deps)
  await confirmReveal(reveal, deps)
  return openRevealed(deps)
}
