import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useJobs } from '../../kit/use-jobs.ts'

/** Asks before the end of the program stops what goes on. */
export const QuitDialog = ({ quit }: { quit: () => void }) => {
  const running = useJobs().filter(({ state }) => state.is === 'running')
  return (
    <ConfirmDialog
      title="Quit"
      about={running.map(({ title, target = '' }) => ({ label: title, text: target }))}
      verb="stops it and quits"
      request={running.length === 0 ? 'Nothing goes on any more.' : 'It is cancelled, and nothing of it is left.'}
      confirm={async () => {
        quit()
        return undefined
      }}
    />
  )
}
