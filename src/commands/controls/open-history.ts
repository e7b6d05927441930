import type { Deps } from '../kit/command.ts'
import { openMasked } from './masked-history.ts'
import type { OpenedHistory } from './opened-history.ts'
import { confirmReveal, type Reveal } from './reveal-option.ts'
import { openRevealed } from './revealed-history.ts'

/**
 * Opens the history: through the ledger and masked, or, once that is confirmed, from the server as it is.
 *
 * @throws AppError of kind `usage` for secrets into a pipe that nobody said yes to, and `failed` for a no.
 */
export const openHistory = async (reveal: Reveal, deps: Deps): Promise<OpenedHistory> => {
  if (reveal === 'never') return openMasked(await deps.source(), deps)
  await confirmReveal(reveal, deps)
  return openRevealed(deps)
}
