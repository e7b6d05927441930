import { useEffect } from 'react'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useLatest } from '../../src/ui/keys/use-latest.ts'
import type { ScreenName } from '../kit/screen/names.ts'
import { useSession } from '../kit/session/session.ts'
import { jobText } from './overlays/job-text.ts'

type Seen = {
  /** The screen that is shown. */
  name: ScreenName
  /** Whether the list of jobs is open. */
  isListed: boolean
}

/** Tells in the last row that a job has ended, and rings the bell, unless the user sees it anyway or stopped it. */
export const useJobEnds = (seen: Seen): void => {
  const session = useSession()
  const latest = useLatest(seen)
  useEffect(
    () =>
      session.jobs.onEnd(({ title, state }) => {
        const { name, isListed } = latest.current
        if (isListed || state.is === 'cancelled') return
        if (state.is === 'done' && state.place?.screen === name) return
        const how = state.is === 'done' ? 'is done' : state.is === 'unknown' ? 'has no known outcome' : 'failed'
        const text = state.is === 'unknown' ? safeText(state.error.message) : jobText(state)
        session.set({ notice: `${title} ${how}: ${text.replace(/\.$/, '')}; & lists jobs.` })
        session.ring()
      }),
    [session, latest],
  )
}
