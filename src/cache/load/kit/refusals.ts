import { AppError } from '../../../base/errors.ts'
import type { Ledger } from '../../ledger/ledger.ts'

type Purged = Parameters<Ledger['purge']>[0]

/** Whether the server answered 401 or 403: then what the key saw before must not be shown any more either. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 401 || error.status === 403)

/** Runs a request; on 403 deletes what the ledger holds of its table, on 401 everything of the key. */
export const refuseOf = async <Result>(ledger: Ledger, table: Purged, ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask()
  } catch (error) {
    if (isRefusal(error)) ledger.purge(error.status === 401 ? 'all' : table)
    throw error
  }
}
