import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { useDialogPlace } from '../../../src/ui/dialog/dialog-context.ts'
import { lettersOf } from '../../kit/dialogs/letters-of.ts'

export type BreakdownDialogProps = {
  /** The breakdowns of the view, in order. */
  groups: readonly { id: string; title: string }[]
  /** Id of the current breakdown. */
  shown: string
  show: (id: string) => void
}

/** Chooses a breakdown by letter. The breakdown after the current one is preselected. */
export const BreakdownDialog = ({ groups, shown, show }: BreakdownDialogProps) => {
  const { close } = useDialogPlace()
  const letters = lettersOf(groups.map(({ title }) => title))
  const next = groups[(groups.findIndex(({ id }) => id === shown) + 1) % groups.length]
  return (
    <ChoiceDialog
      title="Break down by"
      options={groups.map(({ id, title }, index) => ({
        value: id,
        key: letters[index] ?? '',
        label: title,
        ...(id === shown && { detail: 'current' }),
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
