import { createHmac } from 'node:crypto'

/**
 * A mark of what needs attention as files keep it: marks hold names of repositories, keys and computers.
 *
 * @param salt - The machine's.
 * @returns 16 characters.
 */
export const hashMark = (salt: Uint8Array, mark: string): string =>
  createHmac('sha256', salt).update(mark.toWellFormed()).digest('base64url').slice(0, 16)
