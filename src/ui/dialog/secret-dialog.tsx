import { useEffect, useState } from 'react'
import type { ClipboardPlan } from '../../domain/clipboard/clipboard-plan.ts'
import { type CopyOutcome, copyOutcomeText } from '../../domain/clipboard/copy-outcome.ts'
import { wrapText } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Binding } from '../keys/bindings.ts'
import { secretKeys } from '../keys/dialog-keys.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Rows } from '../layout/rows.tsx'
import { Dialog, type Variant } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import { Form } from './form.tsx'
import { Message } from './message.tsx'

export type SecretDialogProps = {
  title: string
  /** The text above the secret: that it is shown only once. */
  text: string
  /** Stored only in this property, so that it is released with the dialog. */
  secret: string
  /** Copies it, unless only a terminal could be asked to. */
  copy: (secret: string) => Promise<CopyOutcome>
  /** How it would be copied. */
  plan: () => Promise<ClipboardPlan>
  /** Writes it to a new file that only the user can read. Returns its path, and throws an AppError. */
  save: (path: string, secret: string) => Promise<string>
  /** The suggested path of the file. */
  path: string
}

/** A value that is shown once: masked until `x`, copied by `c`, saved by `s`, gone when the dialog closes. */
export const SecretDialog = (props: SecretDialogProps) => {
  const { title, text, secret, copy } = props
  const { width, theme, close } = useDialogPlace()
  const [isShown, setShown] = useState(false)
  // Text for a screen reader stays in the terminal's scrollback.
  const [isWarned, setWarned] = useState(!theme.isLinear)
  const [isSaving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isLeaving, setLeaving] = useState(false)
  const copying = useCopyingText(props.plan)
  const isKept = outcome?.variant === 'success'
  const keys = useKeys(
    secretKeys,
    {
      reveal: () => (isWarned ? setShown(!isShown) : setWarned(true)),
      copy: () => void copy(secret).then((result) => setOutcome(outcomeOfCopy(result))),
      save: () => setSaving(true),
      leave: () => (isKept || isShown || isLeaving ? close() : setLeaving(true)),
    },
    { kind: 'overlay', scope: 'secret', isExclusive: true },
  )
  if (isSaving) {
    const saved = (path: string) => {
      setOutcome({ variant: 'success', text: `Saved to ${path}, which only you can read.` })
      setSaving(false)
    }
    return <SaveForm {...props} saved={saved} leave={() => setSaving(false)} />
  }
  const lines = isShown ? wrapText(safeText(secret), width - 4) : [MASK]
  const last: Outcome = outcome ?? { variant: 'warning', text: `Not stored yet: ${copying}s saves it to a file.` }
  return (
    <Dialog title={title} keys={keys}>
      <Message variant="success" text={text} />
      <Rows lines={['', ...lines.map((line) => `   ${theme.strong(line)}`), '']} />
      {theme.isLinear && isWarned && !isShown && <Message variant="warning" text={inScrollback(keys)} />}
      <Message {...(isLeaving && !isKept ? LEAVING : last)} />
    </Dialog>
  )
}

type Outcome = { variant: Variant; text: string }

const LEAVING: Outcome = { variant: 'warning', text: 'Neither copied nor saved: press Esc again to lose the value.' }

const outcomeOfCopy = (outcome: CopyOutcome): Outcome =>
  outcome.is === 'copied'
    ? { variant: 'success', text: 'Copied. The value is gone when this closes.' }
    : { variant: 'warning', text: `${copyOutcomeText(outcome)}; s saves it to a file.` }

/** How the value would be copied, as the start of a sentence; empty until that is known. */
const useCopyingText = (plan: SecretDialogProps['plan']): string => {
  const [text, setText] = useState('')
  useEffect(() => {
    let isGone = false
    void plan().then(({ ways: [first], whyNoProgram }) => {
      if (isGone) return
      if (first?.is === 'program') setText(`c copies it with ${first.program.argv[0]}, `)
      else setText(`it can't be copied safely, because ${whyNoProgram}; `)
    })
    return () => {
      isGone = true
    }
  }, [plan])
  return text
}

type SaveFormProps = Pick<SecretDialogProps, 'title' | 'path' | 'secret' | 'save'> & {
  saved: (path: string) => void
  leave: () => void
}

const SaveForm = ({ title, path, secret, save, saved, leave }: SaveFormProps) => (
  <Form
    title={`${title}: save`}
    fields={[{ is: 'text', name: 'file', label: 'file', value: path }]}
    request={['a new file that only you can read; ~/ is your home', 'a new file that only you can read']}
    verb="writes it"
    doing="writing"
    minRows={5}
    leave={leave}
    send={async ({ file }) => {
      saved(await save(file.trim(), secret))
      return 'stay'
    }}
  />
)

const inScrollback = (keys: readonly Binding[]): string => {
  const show = keys.find(({ action }) => action === 'reveal')?.keys[0] ?? ''
  return `Press ${show} again to write the value into the scrollback of the terminal, where it stays.`
}

/** As for every secret, it shows neither the length nor the end. */
const MASK = '••••••'
