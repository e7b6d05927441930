import { AppError } from '../../../src/base/errors.ts'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useChange, useRequestTexts } from '../../kit/dialogs/use-change.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { type ComputerDialogProps, checkInstruction, computerPath } from './computer-dialogs.tsx'
import { useFollowComputer } from './follow-computer.ts'

/** Runs the step install-deps again. If it is already running (status 409), a notice says so, without an error. */
export const InstallDialog = ({ id, name, computer, canRead }: ComputerDialogProps) => {
  const change = useChange()
  const follow = useFollowComputer(canRead)
  const { showNotice } = useLastRow()
  const requestTexts = useRequestTexts()
  const step = computer?.provisioningSteps?.find((one) => one.id === 'install-deps')
  const followText = canRead ? 'its end is announced on every screen' : 'this server does not report its end'
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
        const words = {
          action: {
            what: 'install dependencies',
            target: name,
            command: `computers install-deps ${shellWord(id)}`,
          },
          done: () => `Installation on ${name} started: ${followText}.`,
          follow: (started: NonNullable<typeof computer>) => follow(started, id),
          howToCheck: checkInstruction(id, canRead),
          signal,
        }
        try {
          return (await change('installDependencies', { params: { computerId: id } }, words)).next
        } catch (error) {
          if (!(error instanceof AppError) || error.status !== 409) throw error
          showNotice(`The installation on ${name} is already running.`)
          return undefined
        }
      }}
    />
  )
}
