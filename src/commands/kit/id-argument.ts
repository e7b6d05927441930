import { AppError } from '../../base/errors.ts'
import { idFault } from '../../base/requests.ts'

/**
 * An id that was typed.
 *
 * @param what - What it belongs to: `computer`.
 * @throws AppError of kind `usage` for one that no path can hold, before anything is sent.
 */
export const parseId = (id: string | undefined, what: string): string => {
  const fault = idFault(id ?? '')
  if (id !== undefined && fault === undefined) return id
  throw new AppError('usage', `The id of the ${what} ${fault}: give it as the service shows it.`)
}
