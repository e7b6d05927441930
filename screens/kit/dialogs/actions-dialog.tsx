import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { useDialogPlace } from '../../../src/ui/dialog/dialog-context.ts'
import type { RowAction, RowMenu } from '../offers/view-offers.ts'

export type { RowAction, RowMenu }

export const ActionsDialog = ({ title, actions }: RowMenu) => {
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
