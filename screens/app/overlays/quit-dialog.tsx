import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { jobText } from '../../kit/session/jobs.ts'
import { useSession } from '../../kit/session/session.ts'
import { useJobs } from '../../kit/session/use-jobs.ts'

/** Jobs that are named; a dialog has only so many rows. */
const NAMED = 4

export type QuitDialogProps = {
  /** Leaves, once all that runs has stopped. */
  quit: () => void | Promise<void>
  /** The profile that is explored instead. @default the program ends */
  profile?: string
}

/** Asks before an organisation is left while something runs. */
export const QuitDialog = ({ quit, profile }: QuitDialogProps) => {
  const { jobs } = useSession()
  const running = useJobs().filter(({ state }) => state.is === 'running')
  const about = running.slice(0, NAMED).map(({ title, state }) => ({ label: title, text: jobText(state) }))
  return (
    <ConfirmDialog
      title={`${profile === undefined ? 'Quit' : `Switch to ${profile}`} while ${running.length === 1 ? '1 job is running' : `${running.length} jobs are running`}`}
      about={about}
      verb={`stops running jobs and ${profile === undefined ? 'quits' : `switches to ${profile}`}`}
      request="unfinished exports leave no file"
      doing="stopping"
      confirm={async () => {
        await jobs.stopAll()
        await quit()
        return undefined
      }}
    />
  )
}
