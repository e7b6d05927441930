import { expect, test } from 'vitest'
import { type Binding, createKeymap, type Keymap, keyLabel, type Layer } from '../../../src/ui/keys/bindings.ts'
import type { Key } from '../../../src/ui/keys/key-reader.ts'

const binding = (action: string, ...keys: string[]): Binding => ({
  keys,
  action,
  help: `help of ${action}`,
  group: 'Go',
})

/** Adds a layer that writes down what it was told. */
const layerOn = (keymap: Keymap, heard: string[], name: string, layer: Omit<Layer, 'run'>) =>
  keymap.add({ ...layer, run: (action) => heard.push(`${name}:${action}`) })

const press = (keymap: Keymap, ...ids: string[]) => {
  for (const id of ids) keymap.press({ id })
}

test('an overlay is asked before a field, that before the screen, and that before the app', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  const kinds = ['app', 'field', 'screen', 'overlay'] as const
  const removals = new Map(
    kinds.map((kind) => [kind, layerOn(keymap, heard, kind, { kind, bindings: [binding('x', 'x')] })]),
  )
  for (const kind of ['overlay', 'field', 'screen', 'app'] as const) {
    press(keymap, 'x')
    removals.get(kind)?.()
  }
  press(keymap, 'x')
  expect(heard).toEqual(['overlay:x', 'field:x', 'screen:x', 'app:x'])
})

test('the newest layer of a kind is asked first', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  layerOn(keymap, heard, 'old', { kind: 'screen', bindings: [binding('x', 'x'), binding('y', 'y')] })
  const remove = layerOn(keymap, heard, 'new', { kind: 'screen', bindings: [binding('x', 'x')] })
  press(keymap, 'x', 'y')
  remove()
  remove()
  press(keymap, 'x')
  expect(heard).toEqual(['new:x', 'old:y', 'old:x'])
})

test('below an exclusive layer nobody hears a key, not even one that it has no binding for', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  layerOn(keymap, heard, 'app', { kind: 'app', bindings: [binding('x', 'x'), binding('quit', 'q')] })
  const remove = layerOn(keymap, heard, 'overlay', {
    kind: 'overlay',
    bindings: [binding('close', 'q')],
    isExclusive: true,
  })
  press(keymap, 'x', 'q')
  remove()
  press(keymap, 'x', 'q')
  expect(heard).toEqual(['overlay:close', 'app:x', 'app:quit'])
})

test('a sequence waits for its next key and tells what can follow', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  const changes: (string | undefined)[] = []
  keymap.subscribe(() => changes.push(keymap.pending()?.prefix))
  const [top, usage] = [binding('top', 'g g', 'Home'), binding('usage', 'g u')]
  layerOn(keymap, heard, 'screen', { kind: 'screen', bindings: [top, binding('down', 'j')] })
  layerOn(keymap, heard, 'app', { kind: 'app', bindings: [usage] })
  press(keymap, 'g')
  expect(keymap.pending()).toEqual({ prefix: 'g', next: [top, usage] })
  expect(heard).toEqual([])
  press(keymap, 'u')
  expect(keymap.pending()).toBeUndefined()
  press(keymap, 'g', 'g', 'j')
  expect(heard).toEqual(['app:usage', 'screen:top', 'screen:down'])
  expect(changes).toEqual(['g', undefined, 'g', undefined])
})

test('a key that continues no sequence ends it and does nothing else', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  layerOn(keymap, heard, 'app', { kind: 'app', bindings: [binding('top', 'g g'), binding('quit', 'q', 'Esc')] })
  press(keymap, 'g', 'q')
  expect(heard).toEqual([])
  expect(keymap.pending()).toBeUndefined()
  press(keymap, 'g', 'Esc', 'Esc')
  expect(heard).toEqual(['app:quit'])
})

test('what is typed into a field does not reach bindings, and what the field does not take does', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  const typed: string[] = []
  layerOn(keymap, heard, 'app', { kind: 'app', bindings: [binding('quit', 'q'), binding('interrupt', '^c')] })
  layerOn(keymap, heard, 'field', {
    kind: 'field',
    bindings: [binding('take', 'Enter'), binding('never', 'q')],
    type: (key) => {
      if (key.text === undefined) return false
      typed.push(key.text)
      return true
    },
  })
  keymap.press({ id: 'q', text: 'q' })
  press(keymap, 'Enter', '^c')
  expect(typed).toEqual(['q'])
  expect(heard).toEqual(['field:take', 'app:interrupt'])
})

test('a paste goes to the first layer that takes one, else nowhere', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  const pasted: string[] = []
  keymap.paste('lost')
  layerOn(keymap, heard, 'screen', { kind: 'screen', bindings: [], paste: (text) => pasted.push(`screen ${text}`) })
  const remove = layerOn(keymap, heard, 'field', {
    kind: 'field',
    bindings: [],
    paste: (text) => pasted.push(`field ${text}`),
  })
  keymap.paste('a')
  remove()
  keymap.paste('b')
  layerOn(keymap, heard, 'overlay', { kind: 'overlay', bindings: [], isExclusive: true })
  keymap.paste('c')
  expect(pasted).toEqual(['field a', 'screen b'])
})

test('a paste ends an unfinished sequence', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  layerOn(keymap, heard, 'app', { kind: 'app', bindings: [binding('top', 'g g')] })
  press(keymap, 'g')
  keymap.paste('g')
  expect(keymap.pending()).toBeUndefined()
  press(keymap, 'g')
  expect(heard).toEqual([])
})

test('every key is told to those who listen for presses, before it does anything', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  layerOn(keymap, heard, 'app', { kind: 'app', bindings: [binding('x', 'x')] })
  const stop = keymap.onPress(() => heard.push('press'))
  press(keymap, 'x', 'nothing')
  stop()
  press(keymap, 'x')
  expect(heard).toEqual(['press', 'app:x', 'press', 'app:x'])
})

test('keys are written for readers', () => {
  expect(['^d', 'g u', 'g g', 'Left', 'PageDown', 'Esc', 'g Left'].map(keyLabel)).toEqual([
    '^d',
    'gu',
    'gg',
    'Left',
    'PgDn',
    'Esc',
    'g Left',
  ])
})

test('keys wait while anything holds them', () => {
  const keymap = createKeymap()
  const done: string[] = []
  keymap.whenFree(() => done.push('free'))
  const [first, second] = [keymap.hold(), keymap.hold()]
  keymap.whenFree(() => done.push('held'))
  first()
  first()
  expect(done).toEqual(['free'])
  second()
  expect(done).toEqual(['free', 'held'])
  second()
  expect(done).toEqual(['free', 'held'])
})

test('a burst of a key that folds is done once, of any other one by one', () => {
  const keymap = createKeymap()
  const heard: string[] = []
  const bindings = [{ ...binding('down', 'j', 'Down'), folds: true }, binding('open', 'o'), binding('top', 'g g')]
  keymap.add({ kind: 'screen', bindings, run: (action, times) => heard.push(`${action}×${times}`) })
  const keys = ['j', 'j', 'j', 'Down', 'o', 'o', 'g', 'g', 'j'].map((id) => ({ id }))
  for (let from = 0; from < keys.length; ) from += keymap.pressRun(keys, from)
  expect(heard).toEqual(['down×3', 'down×1', 'open×1', 'open×1', 'top×1', 'down×1'])
})

test('what is typed in one burst reaches a text field at once, and only a text field', () => {
  const keymap = createKeymap()
  const typed: string[] = []
  const type = (key: Key) => {
    if (key.text === undefined) return false
    typed.push(key.text)
    return true
  }
  const removeField = keymap.add({
    kind: 'field',
    bindings: [],
    run: () => {},
    type,
    paste: (text) => typed.push(text),
  })
  const keys = [...'ab c'].map((text) => ({ id: text === ' ' ? 'Space' : text, text }))
  keys.push({ id: 'Paste', text: 'p' }, { id: 'd', text: 'd' })
  const press = () => {
    for (let from = 0; from < keys.length; ) from += keymap.pressRun(keys, from)
  }
  press()
  expect(typed.splice(0)).toEqual(['ab c', 'p', 'd'])
  removeField()
  keymap.add({ kind: 'field', bindings: [], run: () => {}, type })
  press()
  expect(typed).toEqual(['a', 'b', ' ', 'c', 'd'])
})
