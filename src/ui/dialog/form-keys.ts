import type { Binding, Keymap } from '../keys/bindings.ts'
import { choiceKeys, formKeys } from '../keys/dialog-keys.ts'

type Editing = {
  isSingle: boolean
  /** Whether the field is a choice, which has keys of its own. */
  isChoosing: boolean
  sends: string
  leaves: string
}

/** The keys of a form while a field is edited. Where there is one field, there is none to go to. */
export const editingKeys = (keymap: Keymap, { isSingle, isChoosing, sends, leaves }: Editing) => {
  const hints: Readonly<Record<string, string | false>> = {
    end: isSingle ? sends : 'next',
    send: !isSingle && sends,
    leave: leaves,
  }
  const own = keymap.keysIn('form', formKeys).map((binding) => {
    const hint = hints[binding.action]
    return hint ? { ...binding, hint } : binding
  })
  if (!isChoosing) return own as FormBinding[]
  const moving = keymap.keysIn('choice', choiceKeys).flatMap((binding) => {
    const { hint: _, hintKey: __, ...rest } = binding
    // Enter ends the choice and the field.
    return rest.action === 'leave' ? [] : [{ ...rest, keys: rest.keys.filter((key) => key !== 'Enter') }]
  })
  return [...moving, ...own] as FormBinding[]
}

type FormBinding = Binding & { action: (typeof formKeys | typeof choiceKeys)[number]['action'] }
