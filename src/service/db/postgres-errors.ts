import { AppError } from '../../base/errors.ts'
import { OutcomeUnknownError, UnavailableError } from './db.ts'

/** Errors after which a connection cannot be used: class 08, shutdown, crash, starting up, dropped database. */
const BROKEN = /^(?:08|57P0)/
/** Node's errors of sockets and names. */
const NETWORK = /^(?:ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT)/
const READ_ONLY = '25006'
/** Too many connections; a canceled statement; a read-only server. */
const BUSY = new Set(['53300', '57014', READ_ONLY])
/** A lock that was not free in time. */
const LOCK_TIMEOUT = '55P03'
/** A deadlock, or a serialization failure. */
const CONFLICTS = new Set(['40P01', '40001'])
/** A text with the character U+0000. */
const INVALID_TEXT = '22021'
/** A key that is too long for an index. */
const TOO_LONG = '54000'

/** Errors of pg without a code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** The code of an error of PostgreSQL or Node; empty if it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/** Whether the connection is lost, so that it must be closed. */
export const isConnectionError = (error: unknown): boolean =>
  BROKEN.test(codeOf(error)) || NETWORK.test(codeOf(error)) || (error instanceof Error && LOST.test(error.message))

/** Whether the server may not be the primary any more: its connection is lost, or it accepts no writes. */
export const isFailoverError = (error: unknown): boolean =>
  isConnectionError(error) || codeOf(error) === READ_ONLY || error instanceof OutcomeUnknownError

/** The error of a COMMIT without a confirmation. @param cause The server's warning, or the error of the connection. */
export const unconfirmedError = (cause: unknown): OutcomeUnknownError =>
  new OutcomeUnknownError(
    (cause as { routine?: unknown }).routine === WAIT_FOR_STANDBY
      ? 'No standby confirmed the change in time, so a failover may lose it. Check synchronous_standby_names, and read the data before you repeat the change.'
      : 'The database did not confirm the change, so it may or may not be stored. Read the data before you repeat the change.',
    cause,
  )
/** Name of PostgreSQL's function that writes the warning, which may be translated. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/** The error that the service reports for an error of the database; other errors are returned unchanged. */
export const reportedError = (error: unknown): unknown => {
  if (error instanceof UnavailableError) return error
  if (error instanceof DOMException) return new UnavailableError('The client has disconnected.', error)
  const code = codeOf(error)
  if (code === '57014')
    return new UnavailableError('The database took too long to answer. Try again, or request a shorter range.', error)
  if (code === LOCK_TIMEOUT)
    return new UnavailableError('The rows of users are in use. Try again in a few seconds.', error)
  if (CONFLICTS.has(code))
    return new UnavailableError('Another program changed the same rows. Nothing was stored; try again.', error)
  if (code === INVALID_TEXT)
    return new AppError('usage', 'A text contains the character U+0000, which PostgreSQL cannot store.', {
      cause: error,
    })
  if (code === TOO_LONG) return new AppError('usage', 'An id is longer than PostgreSQL can store.', { cause: error })
  if (isConnectionError(error) || BUSY.has(code))
    return new UnavailableError('The database cannot be reached. Try again in a few seconds.', error)
  return error
}

/** Why a database cannot be opened, without its address and password. */
export const openReason = (error: unknown): string => {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nothing listens at this address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name is unknown'
  if (code === '28P01' || code === '28000') return 'the user or the password is wrong'
  if (code === '3D000') return 'this database does not exist'
  if (code === '42501') return 'the user may not create tables'
  if (error instanceof Error && error.message.startsWith('SASL')) return 'the password is missing or wrong'
  if (error instanceof Error && LOST.test(error.message)) return 'it did not answer in time'
  return error instanceof Error ? error.message : String(error)
}
