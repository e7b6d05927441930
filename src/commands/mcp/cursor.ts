import { createHash } from 'node:crypto'
import { usageError } from '../../base/errors.ts'

/** Where a continuation begins. */
type Position = {
  /** Number of rows before it. */
  row: number
  /** Hash of the tool and its input. */
  call: string
  /** Hash of all rows of the result. */
  data: string
}

const PREFIX = 'qd-'

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

export const formatCursor = ({ row, call, data }: Position): string => `${PREFIX}${row}-${call}.${data}`

/** Whether a cursor is one of ours and not one of the API. */
export const isOwnCursor = (cursor: string): boolean => cursor.startsWith(PREFIX)

/** @throws AppError of kind `usage`. */
export const parseCursor = (cursor: string): Position => {
  const [, row, call = '', data = ''] = /^qd-(\d{1,9})-([\w-]{22})\.([\w-]{22})$/.exec(cursor) ?? []
  if (row === undefined) throw usageError('"cursor" must be the cursor of an earlier result: copy all of it.')
  return { row: Number(row), call, data }
}
