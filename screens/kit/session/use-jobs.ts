import { useSyncExternalStore } from 'react'
import type { Job } from './jobs.ts'
import { useSession } from './session.ts'

/** All jobs of the session; the component is drawn again when one changes. */
export const useJobs = (): readonly Job[] => {
  const { jobs } = useSession()
  return useSyncExternalStore(jobs.subscribe, jobs.list)
}

/** How many run; the component is drawn again only when that changes. */
export const useRunningJobs = (): number => {
  const { jobs } = useSession()
  return useSyncExternalStore(jobs.subscribe, () => jobs.list().filter(({ state }) => state.is === 'running').length)
}
