import { AppError } from '../../../src/base/errors.ts'
import type { ComputerRow } from '../../../src/cache/load/management/load-computers.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import { decisiveStep, isProvisioning, statusGroupOf, stepsOf } from '../../../src/domain/computers/computer-steps.ts'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useChange, useQueries, useRequestTexts } from '../../kit/dialogs/use-change.ts'
import type { JobResult } from '../../kit/session/jobs.ts'
import { type Session, useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { type ComputerDialogProps, checkInstruction, computerPath } from './computer-dialogs.tsx'

/** Runs the step install-deps again. If it is already running (status 409), a notice says so, without an error. */
export const InstallDialog = ({ id, name, computer, canRead }: ComputerDialogProps) => {
  const change = useChange()
  const session = useSession()
  const queriesOf = useQueries()
  const { showNotice } = useLastRow()
  const requestTexts = useRequestTexts()
  const step = computer?.provisioningSteps?.find((one) => one.id === 'install-deps')
  const title = `Installation on ${name}`
  const followText = canRead ? 'shown until the installation ends' : 'not reported by this server'
  return (
    <ConfirmDialog
      title={`Reinstall the dependencies of ${name}`}
      about={[
        { label: 'last time', text: step ? (step.error ?? step.status ?? 'unknown') : 'unknown' },
        { label: 'progress', text: followText },
      ]}
      verb="starts it"
      doing="starting it"
      request={requestTexts('POST', computerPath(id, '/install-deps'))}
      confirm={async (signal) => {
        const done = () => `Installation on ${name} started. Progress: ${followText}.`
        const words = { title, done, howToCheck: checkInstruction(id, canRead), signal }
        try {
          const { next } = await change('installDependencies', { params: { computerId: id } }, words)
          const queries = queriesOf()
          if (next === undefined && canRead && queries) void pollInstallation(queries, { id, title }, session)
          return next
        } catch (error) {
          if (!(error instanceof AppError) || error.status !== 409) throw error
          showNotice(`The installation on ${name} is already running.`)
          return undefined
        }
      }}
    />
  )
}

type ComputerState = Exclude<QueryState<ComputerRow>, { is: 'loading' }>

/** Polling interval in ms. */
const POLL_INTERVAL_MS = 2_500

/**
 * Polls a computer until its installation ends, on any screen. The result becomes a job, which shows a notice. Polling
 * stops while auto-refresh is paused.
 *
 * @param title - Title of the job.
 */
export const pollInstallation = async (
  queries: Queries,
  { id, title }: { id: string; title: string },
  { jobs, now, get }: Session,
): Promise<void> => {
  let latest: ComputerState
  do {
    do await waitInterval()
    while (get().pausedAt !== undefined)
    latest = await fetchComputer(queries, id)
  } while (latest.is === 'ready' ? isProvisioning(latest.now.data.item) : latest.error.kind === 'interrupted')
  jobs.start({ title, run: async () => endOf(latest, now()) })
}

// `unref`, so that the process can exit while polling.
const waitInterval = () => new Promise<void>((resolve) => setTimeout(resolve, POLL_INTERVAL_MS).unref())

const fetchComputer = (queries: Queries, id: string): Promise<ComputerState> =>
  new Promise((resolve) => {
    const stop = queries.watch('computer', { id }, (state) => {
      if (state.is === 'loading') return
      resolve(state)
      // The first state can arrive before `stop` is assigned.
      queueMicrotask(() => stop())
    })
  })

const endOf = (latest: ComputerState, now: number): JobResult => {
  if (latest.is === 'failed')
    throw new AppError('outcomeUnknown', `its result could not be loaded. ${latest.error.message}`)
  const { item = {} } = latest.now.data
  if (statusGroupOf(item) === 'active') return { text: 'the computer is active' }
  throw new AppError(
    'failed',
    decisiveStep(stepsOf(item, now))?.error ?? `the computer is ${item.status ?? 'in an unknown state'}`,
  )
}
