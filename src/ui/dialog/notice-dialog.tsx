import { noticeKeys } from '../keys/dialog-keys.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Rows } from '../layout/rows.tsx'
import type { Variant } from './dialog.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import { Message } from './message.tsx'

export type NoticeDialogProps = {
  title: string
  messages: readonly { variant: Variant; text: string }[]
}

/** A notice that stays until the user closes it. */
export const NoticeDialog = ({ title, messages }: NoticeDialogProps) => {
  const { close } = useDialogPlace()
  const keys = useKeys(noticeKeys, { leave: close }, { kind: 'overlay', scope: 'notice', isExclusive: true })
  return (
    <Dialog title={title} keys={keys}>
      {messages.map(({ variant, text }) => (
        <Message key={text} variant={variant} text={text} rows={4} />
      ))}
      <Rows lines={['']} />
    </Dialog>
  )
}
