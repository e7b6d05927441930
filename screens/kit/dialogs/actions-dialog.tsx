import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { useDialogPlace } from '../../../src/ui/dialog/dialog-context.ts'

/** Something that can be done with a row. */
export type RowAction = {
  /** A letter that takes it at once; not j, k or q. */
  key: string
  label: string
  /** What is told beside it. */
  detail?: string
  /** Does it, or opens a dialog in the place of this one. */
  run: () => void
}

export type ActionsDialogProps = { title: string; actions: readonly RowAction[] }

/** What can be done with a row, to choose from. */
export const ActionsDialog = ({ title, actions }: ActionsDialogProps) => {
  const { close } = useDialogPlace()
  return (
    <ChoiceDialog
      title={title}
      options={actions.map(({ run: _, ...option }) => ({ value: option.key, ...option }))}
      onChoose={(key) => {
        close()
        actions.find((action) => action.key === key)?.run()
      }}
      leaveKeys={['a']}
    />
  )
}
