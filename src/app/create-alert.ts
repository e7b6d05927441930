import type { Env } from '../base/env.ts'
import type { AnnounceMode } from '../config/profiles/config-schema.ts'
import { type SafeText, safeText } from '../domain/text/safe-text.ts'

const BEL = '\u0007'
/** Max characters of a notification. */
const MAX_LENGTH = 300

/** Returns a function that also reports the end of an action outside the screen. @param write - Writes to the terminal. */
export const createAlert = (mode: AnnounceMode = 'bell', env: Env, write: (bytes: string) => void) => {
  let count = 0
  const notify = async (text: SafeText): Promise<void> => {
    const { notificationBytes } = await import('../notify/channels/terminal.ts')
    count += 1
    write(notificationBytes({ id: `action-${count}`, title: safeText('Action ended'), text }, env))
  }
  return (text: string): void => {
    if (mode === 'bell') write(BEL)
    if (mode === 'notification') void notify(safeText(text.slice(0, MAX_LENGTH)))
  }
}
