import { useMemo, useRef } from 'react'
import type { Binding } from '../keys/bindings.ts'
import { choiceKeys } from '../keys/dialog-keys.ts'
import { useKeymap, useKeys } from '../keys/use-keys.ts'
import { Rows } from '../layout/rows.tsx'
import { Choice, type ChoiceHandle, LAST_OPTION, type Option, withoutKeys } from './choice.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'

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
  const { height, close, tell } = useDialogPlace()
  const choice = useRef<ChoiceHandle>(null)
  const taken = useRef(false)
  const take = (value: Value) => {
    if (taken.current) return
    taken.current = true
    onChoose(value)
  }
  const given = useRef(keysWith(leaveKeys)).current
  const keys = useKeymap().keysIn('choice', given)
  const lettered = useMemo(() => withoutKeys(options, keys), [options, keys])
  useKeys(
    given,
    {
      down: () => choice.current?.move(1) || tell(LAST_OPTION),
      up: () => choice.current?.move(-1) || tell('This is the first one.'),
      take: () => choice.current?.take(),
      leave: leave ?? close,
    },
    {
      kind: 'overlay',
      scope: 'choice',
      isExclusive: true,
      type: (key) => {
        const own = lettered.find((option) => option.key === key.id)
        if (own) take(own.value)
        return own !== undefined
      },
    },
  )
  return (
    <Dialog title={title} keys={keys}>
      {options.length > 0 ? (
        <Choice
          options={lettered}
          chosen={chosen}
          rows={Math.max(1, Math.min(options.length, height - 1))}
          top={1}
          take={() => choice.current?.take()}
          onChoose={take}
          handle={choice}
        />
      ) : (
        <Rows lines={[' There is nothing to choose from.']} />
      )}
    </Dialog>
  )
}

const noKeys: readonly string[] = []

const keysWith = (leaveKeys: readonly string[]) =>
  choiceKeys.map((binding) =>
    binding.action === 'leave' ? { ...binding, keys: [...binding.keys, ...leaveKeys] } : binding,
  ) satisfies readonly Binding[]
