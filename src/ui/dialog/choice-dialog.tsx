import { useRef } from 'react'
import type { Binding } from '../keys/bindings.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Rows } from '../layout/rows.tsx'
import { Choice, choiceKey, type Option } from './choice.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import { useFeed } from './use-fed-keys.ts'

export type ChoiceDialogProps<Value extends string> = {
  title: string
  options: readonly Option<Value>[]
  /** Where it begins. @default the first option */
  chosen?: Value | undefined
  /** Takes the place of the dialog, or closes it by `useDialogPlace().close`. */
  onChoose: (value: Value) => void
  /** What Esc does. @default closes the dialog */
  leave?: () => void
  /** Keys that leave, besides Esc: the one that has opened it. */
  leaveKeys?: readonly string[]
}

/** One of a list: by moving and Enter, or at once by the key that stands beside it. */
export const ChoiceDialog = <const Value extends string>(props: ChoiceDialogProps<Value>) => {
  const { title, options, chosen, onChoose, leave, leaveKeys = noKeys } = props
  const { height, close } = useDialogPlace()
  const feed = useFeed()
  const keys = useRef(keysWith(leaveKeys)).current
  const taken = useRef(false)
  const take = (value: Value) => {
    if (taken.current) return
    taken.current = true
    onChoose(value)
  }
  useKeys(
    keys,
    { move: () => {}, take: () => feed('Enter'), leave: leave ?? close },
    {
      kind: 'overlay',
      isExclusive: true,
      type: (key) => {
        const own = options.find((option) => option.key === key.id)
        const fed = own ? undefined : choiceKey(key)
        if (own) take(own.value)
        if (fed) feed(fed)
        return own !== undefined || fed !== undefined
      },
    },
  )
  return (
    <Dialog title={title} keys={keys}>
      {options.length > 0 ? (
        <Choice options={options} chosen={chosen} rows={Math.min(options.length, height - 1)} onChoose={take} />
      ) : (
        <Rows lines={[' There is nothing to choose from.']} />
      )}
    </Dialog>
  )
}

const noKeys: readonly string[] = []

const keysWith = (leaveKeys: readonly string[]) =>
  [
    { keys: ['j', 'k'], action: 'move', help: 'next, previous', group: 'Move', hint: 'move', hintKey: 'j/k' },
    { keys: ['Enter', 'Space'], action: 'take', help: 'take it', group: 'Act', hint: 'take' },
    { keys: ['Esc', 'q', '^c', ...leaveKeys], action: 'leave', help: 'leave it', group: 'Go', hint: 'close' },
  ] as const satisfies readonly Binding[]
