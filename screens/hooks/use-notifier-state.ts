import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '../../src/base/errors.ts'
import type { HookEventName } from '../../src/contract/hooks.ts'
import type { NotifierState } from '../kit/session/notifier.ts'
import { useSession } from '../kit/session/session.ts'

/** How often it is looked whether something was told meanwhile, ms. */
const LOOK_MS = 2_000

/** What is known of the notifier, while its screen is shown; what cannot be read is told in a sentence. */
export const useNotifierState = (event: HookEventName) => {
  const { notifier } = useSession()
  const [found, setFound] = useState<{ state: NotifierState | undefined; failure: string | undefined }>(nothing)
  const version = useRef<string>(undefined)
  const look = useCallback(async () => {
    try {
      const state = await notifier.load(event, version.current)
      if (!state) return
      version.current = state.version
      setFound({ state, failure: undefined })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      version.current = undefined
      setFound((before) =>
        before.failure === error.message ? before : { state: before.state, failure: error.message },
      )
    }
  }, [notifier, event])
  useEffect(() => {
    void look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  return { ...found, look }
}

const nothing = { state: undefined, failure: undefined }
