import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { useDialogPlace } from '../../../src/ui/dialog/dialog-context.ts'
import { lettersOf } from '../../kit/dialogs/letters-of.ts'

export type BreakdownDialogProps = {
  /** The breakdowns of the view, in their order. */
  groups: readonly { id: string; title: string }[]
  /** The id of the one that is shown. */
  shown: string
  show: (id: string) => void
}

/** The breakdowns of a view, each with the letter that shows it. It begins at the one behind the shown one. */
export const BreakdownDialog = ({ groups, shown, show }: BreakdownDialogProps) => {
  const { close } = useDialogPlace()
  const letters = lettersOf(groups.map(({ title }) => title))
  const next = groups[(groups.findIndex(({ id }) => id === shown) + 1) % groups.length]
  return (
    <ChoiceDialog
      title="By"
      options={groups.map(({ id, title }, index) => ({
        value: id,
        key: letters[index] ?? '',
        label: title,
        ...(id === shown && { detail: 'shown' }),
      }))}
      chosen={next?.id}
      onChoose={(id) => {
        close()
        show(id)
      }}
      leaveKeys={['F']}
    />
  )
}
