import type { Binding } from '../keys/bindings.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Rows } from '../layout/rows.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import type { Variant } from './dialog-theme.ts'
import { Message } from './message.tsx'

export type NoticeDialogProps = {
  title: string
  messages: readonly { variant: Variant; text: string }[]
}

/** What has to be read before anything else is done: it stays until it is closed. */
export const NoticeDialog = ({ title, messages }: NoticeDialogProps) => {
  const { close } = useDialogPlace()
  useKeys(noticeKeys, { leave: close }, { kind: 'overlay', isExclusive: true })
  return (
    <Dialog title={title} keys={noticeKeys}>
      {messages.map(({ variant, text }) => (
        <Message key={text} variant={variant} text={text} rows={4} />
      ))}
      <Rows lines={['']} />
    </Dialog>
  )
}

const noticeKeys = [
  { keys: ['Esc', 'Enter', 'q', '^c'], action: 'leave', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]
