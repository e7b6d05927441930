import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useSession } from '../../kit/session.ts'
import { useJobs } from '../../kit/use-jobs.ts'
import { jobText } from './job-text.ts'

/** Jobs that are named; a dialog has only so many rows. */
const NAMED = 4

/** Asks before the program is left while something runs. */
export const QuitDialog = ({ quit }: { quit: () => void }) => {
  const { jobs } = useSession()
  const running = useJobs().filter(({ state }) => state.is === 'running')
  const about = running.slice(0, NAMED).map(({ title, state }) => ({ label: title, text: jobText(state) }))
  return (
    <ConfirmDialog
      title={running.length === 1 ? 'Quit while a job runs' : `Quit while ${running.length} jobs run`}
      about={about}
      verb="stops what runs and quits"
      request="what is not finished leaves no file behind"
      doing="stopping"
      confirm={async () => {
        await jobs.stopAll()
        quit()
        return undefined
      }}
    />
  )
}
