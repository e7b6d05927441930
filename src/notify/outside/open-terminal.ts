import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/**
 * Writes to a terminal with a single call.
 *
 * @returns Why the write failed, as the end of a sentence; undefined if it succeeded.
 */
export type OpenTerminal = (device: string, bytes: string) => string | undefined

/** Permitted names of terminals. Other devices are not opened, because opening a device may have side effects. */
const DEVICE = /^\/dev\/(?:pts\/\d{1,7}|tty[\w.-]{1,40})$/

/** Never blocks: a terminal that accepts nothing, for example after Ctrl-S, is skipped. */
export const openTerminal: OpenTerminal = (device, bytes) => {
  if (!DEVICE.test(device)) return 'is not a terminal; write it like /dev/pts/3'
  let file: number
  try {
    file = openSync(device, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (error) {
    return `cannot be opened (${(error as NodeJS.ErrnoException).code})`
  }
  try {
    if (!isatty(file)) return 'is not a terminal'
    if (fstatSync(file).uid !== process.getuid?.()) return 'belongs to another user'
    return writeSync(file, bytes) === Buffer.byteLength(bytes) ? undefined : 'accepted only part of it'
  } catch (error) {
    return `is not accepting output (${(error as NodeJS.ErrnoException).code})`
  } finally {
    closeSync(file)
  }
}
