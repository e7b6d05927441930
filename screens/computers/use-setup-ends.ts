import { useEffect, useRef } from 'react'
import { useSession } from '../kit/session/session.ts'
import type { ComputerEntry } from './computer-columns.ts'
import { IS_ACTIVE, setupProblem } from './dialogs/follow-computer.ts'

/** Announces the end of each setup that the screen polls, unless an action announces it. */
export const useSetupEnds = (entries: readonly ComputerEntry[]): void => {
  const { actions, announcements, alert, now } = useSession()
  /** The time of the data in which each setup was seen first, Unix ms. */
  const polled = useRef(new Map<string, number>())
  useEffect(() => {
    const isActionOf = (id: string, since: number): boolean =>
      actions
        .list()
        .some(({ subject, isFollowed, endedAt = since }) => subject === id && isFollowed && endedAt >= since)
    for (const { row, name, computer, isPolled } of entries) {
      const since = polled.current.get(row.id)
      if (isPolled) polled.current.set(row.id, since ?? row.at)
      if (isPolled || since === undefined || !computer) continue
      polled.current.delete(row.id)
      if (isActionOf(row.id, since)) continue
      const problem = setupProblem(computer, now())
      const text = `Setup of ${name} ${problem === undefined ? `done: ${IS_ACTIVE}` : `failed: ${problem}`}`
      announcements.announce({ isGood: problem === undefined, text })
      alert(text)
    }
  }, [entries, actions, announcements, alert, now])
}
