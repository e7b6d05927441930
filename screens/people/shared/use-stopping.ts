import type { PeopleWalk } from '../../../src/cache/load/people-walk.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'

/** Whether the user has stopped loading: it goes on only when the user says so. */
export const useStopping = (walk: PeopleWalk | undefined) => {
  const [isStopped, setIsStopped] = useScreenState('stopped', false)
  return {
    isStopped,
    stop() {
      setIsStopped(true)
      walk?.stop()
    },
    goOn: () => setIsStopped(false),
  }
}
