import { useState } from 'react'
import { wrapText } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Binding } from '../keys/bindings.ts'
import { secretKeys } from '../keys/dialog-keys.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Rows } from '../layout/rows.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import { Message } from './message.tsx'

export type SecretDialogProps = {
  title: string
  /** The text above the secret: that it is shown only once. */
  text: string
  /** Stored only in this property, so that it is released with the dialog. */
  secret: string
  /** Sends it to the terminal's clipboard; returns false if it is too long. */
  copy: (secret: string) => boolean
}

/** A value that is shown once: masked until `x`, copied by `y`, gone when the dialog closes. */
export const SecretDialog = ({ title, text, secret, copy }: SecretDialogProps) => {
  const { width, theme, close } = useDialogPlace()
  const [isShown, setShown] = useState(false)
  // Text for a screen reader stays in the terminal's scrollback.
  const [isWarned, setWarned] = useState(!theme.isLinear)
  const [isSent, setSent] = useState<boolean>()
  const keys = useKeys(
    secretKeys,
    {
      reveal: () => (isWarned ? setShown(!isShown) : setWarned(true)),
      copy: () => setSent(copy(secret)),
      leave: close,
    },
    { kind: 'overlay', scope: 'secret', isExclusive: true },
  )
  const lines = isShown ? wrapText(safeText(secret), width - 4) : [MASK]
  return (
    <Dialog title={title} keys={keys}>
      <Message variant="success" text={text} />
      <Rows lines={['', ...lines.map((line) => `   ${theme.strong(line)}`), '']} />
      {theme.isLinear && isWarned && !isShown && <Message variant="warning" text={inScrollback(keys)} />}
      <Message
        variant="warning"
        text={`${isSent === undefined ? 'Not stored: it is' : isSent ? SENT : NOT_SENT} gone when this closes.`}
      />
    </Dialog>
  )
}

const SENT = 'Sent to the terminal. Check the clipboard: it is'
const NOT_SENT = 'Too long for the clipboard, so not copied: it is'

const inScrollback = (keys: readonly Binding[]): string => {
  const [show, copy] = ['reveal', 'copy'].map((action) => keys.find((one) => one.action === action)?.keys[0] ?? '')
  return `Press ${show} again to write the value into the scrollback of the terminal, where it stays, or ${copy} to send it to the clipboard only.`
}

/** As for every secret, it shows neither the length nor the end. */
const MASK = '••••••'
