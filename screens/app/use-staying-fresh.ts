import { useEffect, useState } from 'react'
import type { Requests } from '../kit/query/use-requests.ts'
import { useSession } from '../kit/session/session.ts'

/**
 * Draws everything again each minute, so that ages stay true and the days move on when one has turned, and asks again for what has grown
 * stale, unless it is paused.
 */
export const useStayingFresh = ({ queries }: Requests): void => {
  const session = useSession()
  const [, draw] = useState(0)
  useEffect(
    () =>
      session.everyMinute(() => {
        draw((count) => count + 1)
        if (session.get().pausedAt === undefined) queries?.refresh('grown')
      }),
    [session, queries],
  )
}
