import { AppError } from '../../../base/errors.ts'
import type { Range } from '../../../domain/calendar/calendar.ts'
import type { Ledger, UserWalk } from '../../ledger/ledger.ts'

/**
 * Kept per-user rows of a range as they came, a page at a time: see {@link Ledger.rawPages}.
 *
 * @throws AppError of kind `incomplete` when another process clears or renews the rows meanwhile.
 */
export function* rawPersonDays(ledger: Ledger, range: Range, walk?: UserWalk): Generator<unknown[], void> {
  for (const page of ledger.rawPages(range, walk)) {
    const rows = ledger.readRawPage(page)
    if (!rows)
      throw new AppError('incomplete', 'Another process has changed the cache while it was read: run this again.')
    yield rows
  }
}
