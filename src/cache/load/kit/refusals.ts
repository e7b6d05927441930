import { AppError } from '../../../base/errors.ts'
import type { Ledger } from '../../ledger/ledger.ts'

type Purged = Parameters<Ledger['purge']>[0]

/** Whether a key may not see something any more, so that what it saw before must not be shown either. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 401 || error.status === 403)

/** Does something that asks the server; forgets the table that it is refused, or everything where the key is. */
export const refuseOf = async <Result>(ledger: Ledger, table: Purged, ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask()
  } catch (error) {
    if (isRefusal(error)) ledger.purge(error.status === 401 ? 'all' : table)
    throw error
  }
}
