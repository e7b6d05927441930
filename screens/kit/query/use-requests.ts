import { useSyncExternalStore } from 'react'
import type { LogEntry, Queries } from '../../../src/cache/query/query-client.ts'
import { useSessionState } from '../session/session.ts'
import { useCountdown } from './ticks.ts'

/** What the cached layer says of its requests, kept up to date; nothing until there is a connection. */
export const useRequests = () => {
  const connection = useSessionState('connection')
  const queries: Queries | undefined = connection.is === 'ready' ? connection.queries : undefined
  const subscribe = queries?.subscribe ?? never
  const log = useSyncExternalStore(subscribe, () => queries?.requests() ?? noRequests)
  const wait = useSyncExternalStore(subscribe, () => queries?.waiting())
  /** What people must know of what is kept on disk. */
  const ledgerNotice = useSyncExternalStore(subscribe, () => queries?.notice())
  const waitSeconds = useCountdown(wait?.until)
  return { queries, log, inFlight: queries?.inFlight() ?? 0, wait, waitSeconds, ledgerNotice }
}

export type Requests = ReturnType<typeof useRequests>

const noRequests: readonly LogEntry[] = []
const never = () => () => {}
