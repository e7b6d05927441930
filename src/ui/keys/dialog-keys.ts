import type { Binding, Keymap } from './bindings.ts'
import type { KeyGroup } from './own-keys.ts'

export const choiceKeys = [
  { keys: ['j', 'Down', '^n'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: 'j/k' },
  { keys: ['k', 'Up', '^p'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Enter', 'Space'], action: 'select', help: 'select', group: 'Act', hint: 'select' },
  { keys: ['Esc', 'q', '^c'], action: 'leave', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

const formKeys = [
  { keys: ['Enter'], action: 'nextField', help: 'next field; in the last one, send', group: 'Act' },
  { keys: ['Tab', 'Down'], action: 'next', help: 'next field', group: 'Move' },
  { keys: ['S-Tab', 'Up'], action: 'before', help: 'previous field', group: 'Move' },
  { keys: ['^s', 'M-Enter'], action: 'send', help: 'send', group: 'Act' },
  { keys: ['Esc', '^c'], action: 'leave', help: 'close without sending', group: 'Go' },
] as const satisfies readonly Binding[]

/** The keys of a form while it is being sent. */
export const sendingKeys = [
  {
    keys: ['Esc', '^c'],
    action: 'leave',
    help: 'stop waiting (request continues)',
    group: 'Go',
    hint: 'stop waiting',
  },
] as const satisfies readonly Binding[]

export const questionKeys = [
  { keys: ['y', 'Y'], action: 'yes', help: 'yes', group: 'Act', hint: 'yes' },
  { keys: ['n', 'N'], action: 'no', help: 'no', group: 'Act', hint: 'no' },
  { keys: ['Enter'], action: 'default', help: 'default answer', group: 'Act' },
  { keys: ['Esc', '^c'], action: 'leave', help: 'back to the fields', group: 'Go', hint: 'back' },
] as const satisfies readonly Binding[]

export const progressKeys = [
  { keys: ['x'], action: 'cancel', help: 'stop', group: 'Act', hint: 'stop' },
  { keys: ['Esc', 'q', '^c', 'Enter'], action: 'leave', help: 'close (keeps running)', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** The keys of a value that is shown once. */
export const secretKeys = [
  { keys: ['x'], action: 'reveal', help: 'show or hide the value', group: 'Act', hint: 'show' },
  { keys: ['c', 'y'], action: 'copy', help: 'copy the value', group: 'Act', hint: 'copy', hintKey: 'c' },
  { keys: ['s', '^s'], action: 'save', help: 'save the value to a new file', group: 'Act', hint: 'save', hintKey: 's' },
  { keys: ['Esc', '^c'], action: 'leave', help: 'close and clear the value', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** The keys of a notice: only Esc closes it, because frequent keys could close it by accident. */
export const noticeKeys = [
  { keys: ['Esc'], action: 'leave', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** The keys of all dialogs, in this file so that listing them loads no dialog. */
export const dialogGroups = [
  { scope: 'choice', title: 'in choices', bindings: choiceKeys, isAlone: true },
  { scope: 'form', title: 'in forms', bindings: formKeys, isAlone: true, isTyped: true },
  { scope: 'question', title: 'in questions', bindings: questionKeys, isAlone: true },
  { scope: 'progress', title: 'while a job is shown', bindings: progressKeys, isAlone: true },
  { scope: 'secret', title: 'for a new value', bindings: secretKeys, isAlone: true },
  { scope: 'notice', title: 'in notices', bindings: noticeKeys, isAlone: true },
] as const satisfies readonly KeyGroup[]

type Editing = {
  isSingle: boolean
  /** Whether the field is a choice, which has its own keys. */
  isChoosing: boolean
  sends: string
  leaves: string
}

/** The keys of a form while a field is edited. With a single field, there are none for the next field. */
export const editingKeys = (keymap: Keymap, { isSingle, isChoosing, sends, leaves }: Editing) => {
  const hints: Readonly<Record<string, string | false>> = {
    nextField: isSingle ? sends : 'next',
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
    // Enter ends both the choice and the field.
    return rest.action === 'leave' ? [] : [{ ...rest, keys: rest.keys.filter((key) => key !== 'Enter') }]
  })
  return [...moving, ...own] as FormBinding[]
}

type FormBinding = Binding & { action: (typeof formKeys | typeof choiceKeys)[number]['action'] }
