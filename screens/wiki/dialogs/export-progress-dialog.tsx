import { ProgressDialog } from '../../../src/ui/dialog/progress-dialog.tsx'
import { useLastDefined } from '../../../src/ui/keys/use-latest.ts'
import type { JobState } from '../../kit/session/jobs.ts'
import { useSession } from '../../kit/session/session.ts'
import { useJobs } from '../../kit/session/use-jobs.ts'

/** How far a job is, with the key that stops it. */
export const ExportProgressDialog = ({ id }: { id: number }) => {
  const { jobs } = useSession()
  const found = useJobs().find((job) => job.id === id)
  // One that was taken from the list in the meantime stays as it was seen last.
  const job = useLastDefined(found)
  if (!job) return null
  const { state } = job
  const progress = (state.is === 'running' && state.progress) || { doneBytes: 0 }
  return (
    <ProgressDialog
      title={job.title}
      text={job.target === undefined ? '' : `to ${job.target}`}
      progress={progress}
      ended={state.is === 'running' ? undefined : endOf(state)}
      cancel={() => jobs.cancel(id)}
    />
  )
}

const endOf = (state: Exclude<JobState, { is: 'running' }>) => {
  if (state.is === 'done') return { isGood: true, text: state.text }
  if (state.is === 'cancelled') return { isGood: false, text: 'It was cancelled, and nothing of it is left.' }
  return { isGood: false, text: state.error.message }
}
