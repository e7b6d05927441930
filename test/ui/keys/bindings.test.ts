import { expect, test } from 'vitest'
import { type Binding, createKeymap, keyLabel, type Layer, type UnhandledKey } from '../../../src/ui/keys/bindings.ts'
import type { Key } from '../../../src/ui/keys/key-reader.ts'

const binding = (action: string, ...keys: string[]): Binding => ({ keys, action, help: action, group: 'Go' })

/** A keymap with these layers, whose actions are recorded as `kind:action`. */
const open = (...given: Partial<Layer>[]) => {
  const keymap = createKeymap()
  const heard: string[] = []
  const idle: UnhandledKey[] = []
  keymap.onUnhandledKey((key) => idle.push(key))
  const add = ({ kind = 'screen', ...layer }: Partial<Layer>, name: string = kind) =>
    keymap.add({ kind, bindings: [], run: (action) => void heard.push(`${name}:${action}`), ...layer })
  const removals = given.map((layer) => add(layer))
  const press = (...ids: string[]) => {
    for (const id of ids) keymap.pressRun([{ id }])
  }
  const burst = (keys: readonly Key[]) => {
    for (let rest = keys; rest.length > 0; ) rest = rest.slice(keymap.pressRun(rest))
  }
  const paste = (text: string) => keymap.pressRun([{ id: 'Paste', text }])
  return { keymap, heard, idle, add, removals, press, burst, paste }
}

test('a key goes to overlays, then fields, the screen and the app; the newest layer of a kind first', () => {
  const kinds = ['app', 'field', 'screen', 'overlay'] as const
  const layers = kinds.map((kind) => ({ kind, bindings: [binding('x', 'x')] }))
  const { keymap, heard, removals, add, press } = open(...layers)
  removals.push(add({ kind: 'overlay', bindings: [binding('x', 'x')] }, 'new'))
  const stop = keymap.onPress(() => heard.push('press'))
  for (const layer of [4, 3, 1, 2, 0]) {
    press('x')
    stop()
    removals[layer]?.()
    removals[layer]?.()
  }
  press('x')
  expect(heard).toEqual(['press', 'new:x', 'overlay:x', 'field:x', 'screen:x', 'app:x'])
  const keys = ['^d', 'g u', 'g g', 'Left', 'PageDown', 'Esc', 'g Left']
  expect(keys.map(keyLabel)).toEqual(['^d', 'gu', 'gg', 'Left', 'PgDn', 'Esc', 'g Left'])
})

test('layers below an exclusive one get no key, even one without a binding above', () => {
  const app = { kind: 'app', bindings: [binding('x', 'x'), binding('quit', 'q')] } as const
  const overlay = { kind: 'overlay', bindings: [binding('close', 'q')], isExclusive: true } as const
  const { heard, idle, removals, press } = open(app, overlay)
  press('x', 'q')
  removals[1]?.()
  press('x', 'q')
  expect(heard).toEqual(['overlay:close', 'app:x', 'app:quit'])
  expect(idle).toEqual([{ keys: 'x', why: 'x does nothing here. Press q to close.' }])
})

test('a sequence waits for its next key and lists what can follow', () => {
  const [top, usage] = [binding('top', 'g g', 'Home'), binding('usage', 'g u')]
  const screen = { bindings: [top, binding('down', 'j')] }
  const { keymap, heard, press } = open(screen, { kind: 'app', bindings: [usage] })
  const changes: (string | undefined)[] = []
  keymap.subscribe(() => changes.push(keymap.pending()?.prefix))
  press('g')
  expect(keymap.pending()).toEqual({ prefix: 'g', next: [top, usage] })
  expect(heard).toEqual([])
  press('u')
  expect(keymap.pending()).toBeUndefined()
  press('g', 'g', 'j')
  expect(heard).toEqual(['app:usage', 'screen:top', 'screen:down'])
  expect(changes).toEqual(['g', undefined, 'g', undefined])
})

test('a key that continues no sequence ends it and does nothing else; Esc ends it silently', () => {
  const { keymap, heard, idle, press } = open({ bindings: [binding('top', 'g g'), binding('quit', 'q', 'Esc')] })
  press('g', 'q')
  expect(keymap.pending()).toBeUndefined()
  press('g', 'Esc')
  expect(heard).toEqual([])
  expect(idle).toEqual([{ keys: 'g q', why: undefined }])
  press('Esc', 'W')
  expect(heard).toEqual(['screen:quit'])
  expect(idle.at(-1)).toEqual({ keys: 'W', why: undefined })
})

const typeInto = (typed: string[]) => (key: Key) => {
  if (key.text !== undefined) typed.push(key.text)
  return key.text !== undefined
}

test('text typed into a field reaches no binding; other keys do', () => {
  const typed: string[] = []
  const { heard, idle, burst, press } = open(
    { kind: 'app', bindings: [binding('quit', 'q'), binding('interrupt', '^c')] },
    { kind: 'field', bindings: [binding('take', 'Enter'), binding('never', 'q')], type: typeInto(typed) },
  )
  burst([{ id: 'q', text: 'q' }])
  press('Enter', '^c', 'F9')
  expect(typed).toEqual(['q'])
  expect(heard).toEqual(['field:take', 'app:interrupt'])
  expect(idle).toEqual([])
})

test('a paste goes to the first layer that accepts one, and ends a pending sequence', () => {
  const pasted: string[] = []
  const { keymap, heard, add, paste, press } = open({ kind: 'app', bindings: [binding('top', 'g g')] })
  press('g')
  paste('g')
  press('g')
  expect(heard).toEqual([])
  press('Esc')
  add({ paste: (text) => pasted.push(`screen ${text}`) })
  const remove = add({ kind: 'field', paste: (text) => pasted.push(`field ${text}`) })
  paste('a')
  remove()
  paste('b')
  add({ kind: 'overlay', isExclusive: true })
  paste('c')
  expect(pasted).toEqual(['field a', 'screen b'])
  expect(keymap.pending()).toBeUndefined()
})

test('keys wait while a component holds them', () => {
  const { keymap } = open()
  const done: string[] = []
  keymap.whenFree(() => done.push('free'))
  const [first, second] = [keymap.hold(), keymap.hold()]
  keymap.whenFree(() => done.push('held'))
  first()
  first()
  expect(done).toEqual(['free'])
  second()
  second()
  expect(done).toEqual(['free', 'held'])
})

test('a burst of a coalescing key runs once, of any other key one by one', () => {
  const heard: string[] = []
  const bindings = [{ ...binding('down', 'j', 'Down'), coalesces: true }, binding('open', 'o'), binding('top', 'g g')]
  const { burst } = open({ bindings, run: (action, times) => heard.push(`${action}×${times}`) })
  burst(['j', 'j', 'j', 'Down', 'o', 'o', 'g', 'g', 'j'].map((id) => ({ id })))
  expect(heard).toEqual(['down×3', 'down×1', 'open×1', 'open×1', 'top×1', 'down×1'])
})

test('a burst of text reaches a text field as one key', () => {
  const typed: string[] = []
  const type = typeInto(typed)
  const { add, burst } = open()
  const keys: Key[] = [...'ab c'].map((text) => ({ id: text === ' ' ? 'Space' : text, text }))
  keys.push({ id: 'Paste', text: 'p' }, { id: 'd', text: 'd' })
  const remove = add({ kind: 'field', type, paste: (text) => typed.push(text) })
  burst(keys)
  expect(typed.splice(0)).toEqual(['ab c', 'p', 'd'])
  remove()
  add({ kind: 'field', type })
  burst(keys)
  expect(typed).toEqual(['a', 'b', ' ', 'c', 'd'])
})

test('the reason why an action has no effect is reported, from the palette too; other results are not', () => {
  const why = 'No row is selected.'
  for (const answer of [why, undefined, false, 3, '', {}]) {
    const { keymap, idle, press } = open({ bindings: [binding('x', 'x'), binding('y', 'g u')], run: () => answer })
    press('x', 'g', 'u')
    keymap.reachable()[0]?.run()
    expect(idle).toEqual(answer === why ? ['x', 'g u', 'x'].map((keys) => ({ keys, why })) : [])
  }
})

test('a digit after g starts a count, which repeats moves or selects a row; other keys take none', () => {
  const bindings: Binding[] = [
    { ...binding('count', 'g 1', 'g 2', 'g 5'), begins: 'count' },
    { ...binding('down', 'j'), coalesces: true },
    { ...binding('bottom', 'G'), takesRow: true },
    { ...binding('top', 'g g'), takesRow: true },
    binding('nextChange', 'n'),
    binding('open', '1'),
    binding('quit', 'q'),
  ]
  const heard: unknown[] = []
  const { keymap, press } = open({ bindings, run: (...ran) => void heard.push(ran) })
  keymap.onUnhandledKey(({ why }) => heard.push(why))
  keymap.onRepeat((keys) => heard.push(keys.map(({ id }) => id).join('')))
  const pressed = (keys: string) => {
    heard.length = 0
    press(...keys)
    return heard
  }
  expect(pressed('1')).toEqual([['open', 1, undefined]])
  expect(pressed('g5j')).toEqual([['down', 5, undefined]])
  expect(pressed('g12G')).toEqual([['bottom', 1, 12]])
  expect(pressed('g12gg')).toEqual([['top', 1, 12]])
  expect(pressed('g2n')).toEqual([['nextChange', 1, undefined], 'n'])
  expect(pressed('g1j')).toEqual([['down', 1, undefined]])
  expect(pressed('g22')).toEqual([])
  expect(keymap.pending()).toEqual({ prefix: '22', next: bindings.slice(1, 5) })
  expect(pressed('x1')).toEqual([undefined, ['open', 1, undefined]])
  expect(pressed('g21')).toEqual([])
  press('Esc')
  expect(pressed('1')).toEqual([['open', 1, undefined]])
  expect(pressed('g2q')).toEqual(['q takes no count.'])
})
