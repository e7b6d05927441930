import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { useChange } from '../../kit/dialogs/use-change.ts'
import { computerPath, lookAtComputer } from './dialog-words.ts'
import type { ComputerDialogProps } from './edit-computer-dialog.tsx'

/** Resumes a computer that is paused. */
export const RestartComputerDialog = ({ id, name, computer, canRead }: ComputerDialogProps) => {
  const change = useChange()
  const requestTexts = useRequestTexts()
  return (
    <ConfirmDialog
      title={`Restart ${name}`}
      about={[
        { label: 'status', text: computer?.status ?? 'not known' },
        { label: 'then', text: 'one that is paused is resumed; to one that runs nothing happens' },
      ]}
      verb="restarts it"
      doing="restarting it"
      request={requestTexts('POST', computerPath(id, '/restart'))}
      confirm={async (signal) => {
        const words = {
          title: `Restart ${name}`,
          done: () => `Restarted ${name}.`,
          look: lookAtComputer(id, canRead),
          signal,
        }
        return (await change('restartComputer', { params: { computerId: id } }, words)).next
      }}
    />
  )
}
