import { AppError } from '../../../src/base/errors.ts'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { useChange, useQueries } from '../../kit/dialogs/use-change.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { computerPath, lookAtComputer } from './dialog-words.ts'
import type { ComputerDialogProps } from './edit-computer-dialog.tsx'
import { followInstallation } from './follow-installation.ts'

/** Runs the step install-deps again; one that runs already is told as that, and is no failure. */
export const InstallDialog = ({ id, name, computer, canRead }: ComputerDialogProps) => {
  const change = useChange()
  const session = useSession()
  const queriesOf = useQueries()
  const { tell } = useLastRow()
  const requestTexts = useRequestTexts()
  const step = computer?.provisioningSteps?.find((one) => one.id === 'install-deps')
  const title = `Installation on ${name}`
  const goesOn = canRead ? 'it is followed until it ends' : 'this server does not tell how it goes on'
  return (
    <ConfirmDialog
      title={`Install the dependencies of ${name} again`}
      about={[
        { label: 'last time', text: step ? (step.error ?? step.status ?? 'not told') : 'not known' },
        { label: 'then', text: goesOn },
      ]}
      verb="starts it"
      doing="starting it"
      request={requestTexts('POST', computerPath(id, '/install-deps'))}
      confirm={async (signal) => {
        const words = {
          title,
          done: () => `The installation on ${name} has begun: ${goesOn}.`,
          look: lookAtComputer(id, canRead),
          signal,
        }
        try {
          const { next } = await change('installDependencies', { params: { computerId: id } }, words)
          const queries = queriesOf()
          if (next === undefined && canRead && queries) void followInstallation(queries, { id, title }, session)
          return next
        } catch (error) {
          if (!(error instanceof AppError) || error.status !== 409) throw error
          tell(`The installation on ${name} is already running: nothing was begun.`)
          return undefined
        }
      }}
    />
  )
}
