import type { ChangeName, ChangeRequest, ChangeResponse } from '../../../src/cache/load/management/change.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { type ChangeAction, type ChangeTexts, useChange, useRequestTexts } from './use-change.ts'

type ConfirmChangeProps<N extends ChangeName> = Omit<ConfirmDialogProps, 'request' | 'confirm'> & {
  change: N
  request: ChangeRequest<N>
  /** The change in the action log. */
  action: ChangeAction
  follow?: ChangeTexts<ChangeResponse<N>>['follow']
  /** Method and path, as the last line shows them. */
  shown: [method: string, path: string]
  /** The notice after success, one sentence. */
  done: string
  /** How to check whether the change was applied, one sentence. */
  howToCheck: string
}

/** Asks for confirmation of a change, and sends it once. */
export const ConfirmChange = <N extends ChangeName>(props: ConfirmChangeProps<N>) => {
  const { change: name, request, action, follow, shown, done, howToCheck, ...dialog } = props
  const change = useChange()
  const requestTexts = useRequestTexts()
  return (
    <ConfirmDialog
      {...dialog}
      request={requestTexts(...shown)}
      confirm={async (signal) =>
        (await change(name, request, { action, done: () => done, follow, howToCheck, signal })).next
      }
    />
  )
}
