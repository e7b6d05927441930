import { useEffect } from 'react'
import { isClockOff, skewWords } from '../../src/domain/text/time-text.ts'
import type { Keymap } from '../../src/ui/keys/bindings.ts'
import type { Requests } from '../kit/query/use-requests.ts'
import { useSession, useSessionState } from '../kit/session/session.ts'

/** The one line that the last row says instead of the command: what was copied or refused, a wait worth telling of, a wrong clock. */
export const useNotice = (
  keymap: Keymap,
  { queries, wait, waitSeconds, ledgerNotice }: Requests,
): string | undefined => {
  const session = useSession()
  const notice = useSessionState('notice')
  // What was copied or refused has been read once another key is pressed.
  useEffect(
    () =>
      keymap.onPress(() => {
        if (session.get().notice !== undefined) session.set({ notice: undefined })
      }),
    [keymap, session],
  )
  useEffect(() => {
    if (ledgerNotice !== undefined) session.set({ notice: ledgerNotice })
  }, [ledgerNotice, session])
  if (notice !== undefined) return notice
  if (wait && waitSeconds > 1) return `Again in ${waitSeconds} s, Ctrl-C gives up. ${wait.why}`
  return clockNotice(queries?.clockSkewMs() ?? 0)
}

const clockNotice = (skewMs: number): string | undefined =>
  isClockOff(skewMs) ? `${skewWords(skewMs)}, whose days are shown: set it right.` : undefined
