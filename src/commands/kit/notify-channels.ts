import { usageError } from '../../base/errors.ts'
import type { Notice } from '../../notify/event/notice.ts'
import type { Notifier } from '../../notify/notifier.ts'

/**
 * @param channel - Name of the only channel to notify; undefined: all.
 * @throws AppError of kind `usage` if there is no usable channel.
 */
export const assertUsableChannel = (notifier: Pick<Notifier, 'channels'>, channel: string | undefined): void => {
  const channels = notifier.channels().filter(({ name }) => channel === undefined || name === channel)
  const usable = channels.filter(({ problem }) => problem === undefined)
  if (usable.length > 0) return
  const [first] = channels
  if (first === undefined)
    throw usageError(`There is no channel ${channel ?? 'to notify'}: add channels under "hooks" in config.json.`)
  throw usageError(`The channel ${first.name} cannot be used: it ${first.problem}.`)
}

/**
 * Hands a notification to the sender, which sends it in the background.
 *
 * @param channels - The only channels to notify; undefined: all.
 * @throws AppError of kind `usage` if it cannot be stored: a retry does not help, the user must fix the cause.
 */
export const notifyOrFail = (
  notifier: Pick<Notifier, 'notify'>,
  notice: Notice,
  channels: readonly string[] | undefined,
  id?: string,
): void => {
  try {
    notifier.notify(notice, channels, id)
  } catch (error) {
    throw usageError(`Can't notify the channels: ${messageOf(error)}. See qd doctor.`, { cause: error })
  }
}

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
