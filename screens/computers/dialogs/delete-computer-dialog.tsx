import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { typedWord } from '../../kit/dialogs/typed-word.ts'
import { useChange } from '../../kit/dialogs/use-change.ts'
import { computerPath, lookAtComputer } from './dialog-words.ts'
import type { ComputerDialogProps } from './edit-computer-dialog.tsx'

/** Deletes a computer once its name was typed. */
export const DeleteComputerDialog = ({ id, name, computer, canRead }: ComputerDialogProps) => {
  const change = useChange()
  const requestTexts = useRequestTexts()
  const directories = computer?.clonedRepoDirectories ?? []
  return (
    <ConfirmDialog
      title={`Delete ${name}`}
      about={[
        { label: 'id', text: id },
        { label: 'holds', text: directories.length === 0 ? 'no repositories that are known' : directories.join(', ') },
      ]}
      typed={typedWord(name, id)}
      verb="deletes it"
      doing="deleting it"
      request={requestTexts('DELETE', computerPath(id))}
      confirm={async (signal) => {
        const words = {
          title: `Delete ${name}`,
          done: () => `Deleted ${name}.`,
          look: lookAtComputer(id, canRead),
          signal,
        }
        return (await change('deleteComputer', { params: { computerId: id } }, words)).next
      }}
    />
  )
}
