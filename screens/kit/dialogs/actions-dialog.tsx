import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { useDialogPlace } from '../../../src/ui/dialog/dialog-context.ts'

export type RowAction = {
  /** The letter that runs it; not j, k or q. */
  key: string
  label: string
  /** Shown after the label. */
  detail?: string
  /** Runs it, or opens a dialog in place of this one. */
  run: () => void
}

export type ActionsDialogProps = { title: string; actions: readonly RowAction[] }

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
