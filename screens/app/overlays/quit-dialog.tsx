import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { actionTitle, stateText } from '../../kit/session/actions.ts'
import { useActions, useSession } from '../../kit/session/session.ts'

/** Max jobs to list, because a dialog has few rows. */
const MAX_NAMED_JOBS = 4

export type QuitDialogProps = {
  /** Called after all running jobs have stopped. */
  quit: () => void | Promise<void>
  /** The profile that `quit` opens. @default `quit` exits the program */
  profile?: string
}

/** Asks for confirmation before leaving an organisation while jobs run. */
export const QuitDialog = ({ quit, profile }: QuitDialogProps) => {
  const { jobs } = useSession()
  const running = useActions().filter(({ id }) => jobs.isRunning(id))
  const about = running
    .slice(0, MAX_NAMED_JOBS)
    .map((job) => ({ label: actionTitle(job), text: stateText(job.state) || 'running' }))
  return (
    <ConfirmDialog
      title={`${profile === undefined ? 'Quit' : `Switch to ${profile}`} while ${running.length === 1 ? '1 job is running' : `${running.length} jobs are running`}`}
      about={about}
      verb={`stops running jobs and ${profile === undefined ? 'quits' : `switches to ${profile}`}`}
      request="unfinished exports are discarded"
      doing="stopping"
      confirm={async () => {
        await jobs.stopAll()
        await quit()
        return undefined
      }}
    />
  )
}
