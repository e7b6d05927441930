import { expect, test } from 'vitest'
import { type Binding, createKeymap, type IdleKey } from '../../../src/ui/keys/bindings.ts'

const bind = (keys: string): Binding => ({ keys: [keys], action: keys, help: keys, group: 'Act' })

/** A keymap with a screen that hears `x` and `g u`, and the keys that did nothing. */
const keymapOf = (answer: unknown) => {
  const keymap = createKeymap()
  const idle: IdleKey[] = []
  keymap.onIdle((key) => idle.push(key))
  keymap.add({ kind: 'screen', bindings: [bind('x'), bind('g u')], run: () => answer })
  return { keymap, idle }
}

test('why an action found nothing to do is told, whatever else it answers is not', () => {
  const { keymap, idle } = keymapOf('No row is selected.')
  keymap.press({ id: 'x' })
  keymap.press({ id: 'g' })
  keymap.press({ id: 'u' })
  expect(idle).toEqual([
    { keys: 'x', why: 'No row is selected.' },
    { keys: 'g u', why: 'No row is selected.' },
  ])
  for (const answer of [undefined, false, 3, '', {}]) {
    const done = keymapOf(answer)
    done.keymap.press({ id: 'x' })
    expect(done.idle).toEqual([])
  }
})

test('why is told as well where the palette runs the action', () => {
  const { keymap, idle } = keymapOf('No row is selected.')
  keymap.reachable()[0]?.run()
  expect(idle).toEqual([{ keys: 'x', why: 'No row is selected.' }])
})

test('a key that nobody hears is told with its sequence, and Esc only ends one', () => {
  const { keymap, idle } = keymapOf(undefined)
  keymap.press({ id: 'W', text: 'W' })
  keymap.press({ id: 'g' })
  keymap.press({ id: 'q' })
  keymap.press({ id: 'g' })
  keymap.press({ id: 'Esc' })
  expect(idle).toEqual([
    { keys: 'W', why: undefined },
    { keys: 'g q', why: undefined },
  ])
})

test('a text field keeps what it does not hear to itself, and what lies over the screen says which key leaves', () => {
  const field = keymapOf(undefined)
  field.keymap.add({ kind: 'field', bindings: [], run: () => {}, type: () => false })
  field.keymap.press({ id: 'F9' })
  expect(field.idle).toEqual([])
  const popup = keymapOf(undefined)
  const leaving: Binding = { keys: ['Esc', 'q'], action: 'close', help: 'close', group: 'Go' }
  popup.keymap.add({ kind: 'overlay', bindings: [leaving], run: () => {}, isExclusive: true })
  popup.keymap.press({ id: 'W' })
  expect(popup.idle).toEqual([{ keys: 'W', why: 'W does nothing here: Esc leaves.' }])
})
