import { AppError } from '../../../base/errors.ts'
import type { RawPage } from '../../ledger/ledger.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'

/**
 * Cached per-user rows as received, page by page.
 *
 * @throws AppError of kind `incomplete` if another process clears or replaces the rows meanwhile.
 */
export function* readPages(ledger: Ledger, pages: readonly RawPage[]): Generator<unknown[], void> {
  for (const page of pages) {
    const rows = ledger.readRawPage(page)
    if (!rows) throw new AppError('incomplete', 'Another process changed the cache during the read. Try again.')
    yield rows
  }
}
