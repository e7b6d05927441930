import { useEffect, useRef } from 'react'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { useLatest } from '../../../src/ui/keys/use-keys.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import { peopleState } from './people-keys.ts'
import type { LoadedPeople } from './use-people.ts'

/** `P` and a second 429 pause loading. When all users are loaded, a notice says once that the ranks are final. */
export const useLoadEvents = ({ walk, walkRange, state, isExact, board }: LoadedPeople): void => {
  const session = useSession()
  const isPaused = useSessionState('pausedAt') !== undefined
  const [finalRanges, setFinalRanges] = useScreenState(peopleState.finalRanges)
  useWhenTrue(isPaused, () => {
    if (state.loading === 'pages' || state.loading === 'all') walk?.stop()
  })
  useWhenTrue(state.isRateLimited, () =>
    session.set({ pausedAt: session.get().pausedAt ?? session.now(), notice: PAUSED }),
  )
  // If one page has all users, the ranks were never partial.
  useWhenTrue(isExact && state.pages > 1, () => {
    const range = `${walkRange.from} ${walkRange.to}`
    if (finalRanges.includes(range)) return
    setFinalRanges([...finalRanges, range])
    session.set({ notice: `All ${fullNumber(board.active)} users are loaded: ranks are final.` })
  })
}

const PAUSED = 'The server responded with a second 429 (rate limit), so loading is paused. Press P to resume.'

/** Acts when a value becomes true, but not if it is true at the first render. */
const useWhenTrue = (value: boolean, act: () => void): void => {
  const before = useRef(value)
  const latest = useLatest(act)
  useEffect(() => {
    if (value && !before.current) latest.current()
    before.current = value
  }, [value, latest])
}
