import { useSyncExternalStore } from 'react'
import type { Job } from './jobs.ts'
import { useSession } from './session.ts'

/** All jobs of the session. The component renders when one changes. */
export const useJobs = (): readonly Job[] => {
  const { jobs } = useSession()
  return useSyncExternalStore(jobs.subscribe, jobs.list)
}

/** The number of running jobs. The component renders only when it changes. */
export const useRunningJobs = (): number => {
  const { jobs } = useSession()
  return useSyncExternalStore(jobs.subscribe, () => jobs.list().filter(({ state }) => state.is === 'running').length)
}
