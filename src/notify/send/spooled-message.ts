import { isContainer } from '../../base/json.ts'
import type { Message } from '../event/message.ts'
import { readSpoolFile } from '../spool/spool-files.ts'

/** A message on its way through one channel, as its file has it. */
export type SpooledMessage = {
  version: 1
  /** Name of the channel. */
  channel: string
  message: Message
  /** How often it was tried. */
  tries: number
  /** Not before that, Unix ms. */
  due: number
  /** When it was put here, Unix ms. */
  since: number
}

/** Undefined for a file that holds none. */
export const readMessage = (path: string): SpooledMessage | undefined => {
  const value = readSpoolFile(path) as SpooledMessage | undefined
  if (!isContainer(value)) return undefined
  const { version, channel, message, tries, due, since } = value
  const isOne =
    version === 1 &&
    typeof channel === 'string' &&
    [tries, due, since].every(Number.isFinite) &&
    typeof message?.id === 'string' &&
    typeof message.title === 'string' &&
    typeof message.text === 'string' &&
    Number.isFinite(message.at)
  return isOne ? value : undefined
}
