import type { ChangeName, ChangeRequest } from '../../../src/cache/load/management/change.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useChange, useRequestTexts } from './use-change.ts'

type ConfirmChangeProps<N extends ChangeName> = Omit<ConfirmDialogProps, 'request' | 'confirm'> & {
  change: N
  request: ChangeRequest<N>
  /** Method and path, as the last line shows them. */
  shown: [method: string, path: string]
  /** The notice after success, one sentence. */
  done: string
  /** How to check whether the change was applied, one sentence. */
  howToCheck: string
}

/** Asks for confirmation of a change, and sends it once. */
export const ConfirmChange = <N extends ChangeName>(props: ConfirmChangeProps<N>) => {
  const { change: name, request, shown, done, howToCheck, ...dialog } = props
  const change = useChange()
  const requestTexts = useRequestTexts()
  return (
    <ConfirmDialog
      {...dialog}
      request={requestTexts(...shown)}
      confirm={async (signal) =>
        (await change(name, request, { title: dialog.title, done: () => done, howToCheck, signal })).next
      }
    />
  )
}
