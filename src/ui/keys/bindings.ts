import { createEmitter } from '../../base/emitter.ts'
import { memoize } from '../../base/memoize.ts'
import type { Key, MouseReport } from './key-reader.ts'

/** The section of help in which a binding is listed. `Shape` changes which data is shown: range, sort, measure. */
type BindingGroup = 'Move' | 'Go' | 'Find' | 'Shape' | 'Act'

/**
 * A key with its effect and help, as data for the handler, the hints, the help and the README. `keys` are alternatives;
 * one with spaces is a sequence (`g u`). See Key for the notation.
 */
export type Binding = {
  keys: readonly string[]
  /** The keys before the user's own keys were applied. @default `keys` */
  defaultKeys?: readonly string[]
  action: string
  /** Its effect, in a few lower-case words. A binding has this, `inside` or `sortsBy`. */
  help?: string | undefined
  /** Its effect inside an open part of the screen, such as a detail or a diff. */
  inside?: string | undefined
  /** The column by which it sorts the list. */
  sortsBy?: string | undefined
  group: BindingGroup
  /** Whether several presses in one burst run the action once, with their number. Moving by ten is ten moves by one. */
  coalesces?: boolean
  /** Whether it goes to row N after a count N. */
  takesRow?: boolean
  /** Whether a count repeats it. @default true if it moves, or goes to the next or the last of something */
  repeats?: boolean
  /** Set if its last key is the first digit of a count for the next key. */
  begins?: 'count'
  /** Its keys as shown in lists of keys. @default all of them */
  keysLabel?: string
  /** Its text in the hints at the bottom; absent if it is listed in help only. */
  hint?: string
  /** The key shown in the hint, if shorter than the list of keys (`j/k`). */
  hintKey?: string
}

/** The effect of a key as shown in lists of keys. */
export const helpOf = ({ help, inside, sortsBy }: Binding): string =>
  [
    help ?? (sortsBy === undefined ? undefined : `sort by ${sortsBy}`),
    inside === undefined ? undefined : `when opened: ${inside}`,
  ]
    .filter((text) => text !== undefined)
    .join('; ')

/** The scope of keys that work on every screen. */
export const EVERYWHERE = 'everywhere'

/**
 * Applies the user's own keys to the bindings of a scope, which is a screen or {@link EVERYWHERE}. Returns the same
 * list for the same list.
 */
export type Remap = (scope: string, bindings: readonly Binding[]) => readonly Binding[]
export const noRemap: Remap = (_scope, bindings) => bindings

/** The bindings of a component that has no keys now. */
export const noKeys = [] as const satisfies readonly Binding[]

/**
 * The actions of a list of bindings with their handlers. A handler that has nothing to do may return the reason, as a
 * short sentence that is shown to the user. Other return values are ignored.
 */
export type Handlers<B extends readonly Binding[]> = {
  [A in B[number]['action']]: (times: number, row?: number) => void
}

/** The order in which layers get a key: an overlay, a text field of the screen, the screen, the application. */
export type LayerKind = 'overlay' | 'field' | 'screen' | 'app'
const order: readonly LayerKind[] = ['overlay', 'field', 'screen', 'app']

export type Layer = {
  kind: LayerKind
  bindings: readonly Binding[]
  /**
   * `times` is 1 except for bindings with `coalesces`. `row`, counted from 1, is the target of a binding with `takesRow`;
   * undefined without a count. Returns the reason as text if nothing was done.
   */
  run: (action: string, times: number, row?: number) => unknown
  /**
   * Handles typed text, before all bindings of its layer except those of keys without text; returns whether it handled
   * the key. A layer with `paste` is a text field and gets the text of one burst as one key.
   */
  type?: (key: Key) => boolean
  /** Handles pasted text. If no layer has it, a paste is dropped. */
  paste?: (text: string) => void
  /** Keys that are not bound here do not reach lower layers. */
  isExclusive?: boolean
}

/** A key that did nothing, in the notation of bindings, and the reason; undefined if the key is not bound. */
export type UnhandledKey = { keys: string; why: string | undefined }

/** A binding with a function that runs its action without the key. */
export type Reachable = { binding: Binding; run: () => void }

export type Keymap = ReturnType<typeof createKeymap>

/** @param keysIn - Applies the user's own keys. @default none */
export const createKeymap = (keysIn: Remap = noRemap) => {
  const events = createEvents()
  let remap = keysIn
  let layers: readonly Layer[] = []
  let listening: readonly Layer[] = []
  const setLayers = (next: readonly Layer[]) => {
    layers = next
    listening = listeningOf(next)
  }
  return {
    /** The bindings of a scope with the user's own keys. Use them wherever keys are shown. */
    keysIn: (scope: string, bindings: readonly Binding[]) => remap(scope, bindings),
    /** Changes the user's own keys. Components show them when they are mounted again. */
    setRemap(next: Remap): void {
      remap = next
    },
    /** Adds a layer and returns a function that removes it. The newest layer of a kind gets keys first. */
    add(layer: Layer): () => void {
      setLayers([...layers, layer])
      return () => setLayers(layers.filter((one) => one !== layer))
    },
    ...createPress(() => listening, events),
    ...createGate(),
    /** The actions of the screen and the application, even under an overlay. */
    reachable: (): Reachable[] =>
      (['screen', 'app'] as const)
        .flatMap((kind) => layers.filter((layer) => layer.kind === kind))
        .flatMap((layer) =>
          layer.bindings.map((binding) => ({
            binding,
            run: () => runAction(events, layer, binding.action, binding.keys[0] ?? ''),
          })),
        ),
    /** Calls the listener when the pending sequence changes. */
    subscribe: events.change.subscribe,
    /** Calls the listener at every key, before its effect. */
    onPress: events.press.subscribe,
    /** Calls the listener at every key that is not a move, before its effect. Moves come in large numbers. */
    onOtherThanMove: events.other.subscribe,
    /** Calls the listener on mouse events. */
    onMouse: events.mouse.subscribe,
    /** Calls the listener after a key that did nothing, but not for keys of a text field. */
    onUnhandledKey: events.idle.subscribe,
    /** Calls the listener with keys to press next, each after the effect of the previous one is on the screen. */
    onRepeat: events.repeat.subscribe,
  }
}

const createEvents = () => ({
  change: createEmitter(),
  press: createEmitter(),
  other: createEmitter(),
  mouse: createEmitter<[MouseReport]>(),
  idle: createEmitter<[UnhandledKey]>(),
  repeat: createEmitter<[readonly Key[]]>(),
})
type Events = ReturnType<typeof createEvents>

/** The layers that get keys, in order. */
const listeningOf = (layers: readonly Layer[]): readonly Layer[] => {
  const sorted = order.flatMap((kind) => layers.filter((layer) => layer.kind === kind).reverse())
  const last = sorted.findIndex((layer) => layer.isExclusive)
  return last < 0 ? sorted : sorted.slice(0, last + 1)
}

/** Delays keys while a component holds them. */
const createGate = () => {
  const holders = new Set<object>()
  const waiting: (() => void)[] = []
  return {
    /** Delays keys until the returned function is called, while their target is being loaded or rendered. */
    hold(): () => void {
      const holder = {}
      holders.add(holder)
      return () => {
        holders.delete(holder)
        if (holders.size === 0) for (const act of waiting.splice(0)) act()
      }
    },
    /** Runs `act` once nothing holds the keys; immediately if nothing does. */
    whenFree(act: () => void): void {
      if (holders.size === 0) act()
      else waiting.push(act)
    },
  }
}

const runAction = (events: Events, layer: Layer, action: string, keys: string, times = 1, row?: number): void => {
  const why = layer.run(action, times, row)
  if (typeof why === 'string' && why !== '') events.idle.emit({ keys, why })
}

const runCounted = (events: Events, layer: Layer, binding: Binding, keys: string, count: number): void => {
  const { action, coalesces, takesRow } = binding
  if (takesRow) runAction(events, layer, action, keys, 1, count)
  else if (coalesces) runAction(events, layer, action, keys, count)
  else if (takesCount(binding)) {
    runAction(events, layer, action, keys)
    const again = keys.split(' ').map((id) => ({ id }))
    events.repeat.emit(Array.from({ length: Math.min(count, MAX_REPEATS) - 1 }, () => again).flat())
  } else events.idle.emit({ keys, why: `${keyLabel(keys)} takes no count.` })
}

const beginsSequence = ({ bindings }: Layer, keys: string): boolean =>
  bindings.some((binding) => binding.keys.some((one) => one.startsWith(`${keys} `)))

/** Reports a key that did nothing, unless a text field takes all keys. */
const emitUnhandled = ({ idle }: Events, layers: readonly Layer[], keys: string): void => {
  if (layers.some(({ kind, type }) => kind === 'field' && type)) return
  idle.emit({ keys, why: unhandledReason(layers, keys) })
}

/** Whether the first binding of a key moves in a list. */
const isMove = (layers: readonly Layer[], sequence: string): boolean => {
  const isBound = ({ keys }: Binding) => keys.includes(sequence)
  return layers.find(({ bindings }) => bindings.some(isBound))?.bindings.find(isBound)?.coalesces === true
}

/** Dispatches keys to the layers. */
const createPress = (listening: () => readonly Layer[], events: Events) => {
  /** The keys of the pending sequence, and the digits of a count. */
  let [prefix, count] = ['', '']
  const setPending = (nextPrefix = '', nextCount = '') => {
    if (prefix === nextPrefix && count === nextCount) return
    prefix = nextPrefix
    count = nextCount
    events.change.emit()
  }

  /** The number of keys that a layer handles; undefined if it handles none. */
  const pressIn = (layer: Layer, keys: readonly Key[], sequence: string): number | undefined => {
    const typed = prefix || count ? undefined : typeIn(layer, keys)
    if (typed !== undefined) return typed
    const binding = layer.bindings.find(({ keys }) => keys.includes(sequence))
    if (!binding) {
      if (!beginsSequence(layer, sequence)) return undefined
      setPending(sequence, count)
      return 1
    }
    const counted = count
    setPending('', binding.begins === 'count' ? sequence.slice(-1) : '')
    if (binding.begins === 'count') return 1
    const times = binding.coalesces && !counted && sequence === keys[0]?.id ? sameInARow(keys) : 1
    if (counted) runCounted(events, layer, binding, sequence, Number(counted))
    else runAction(events, layer, binding.action, sequence, times)
    return times
  }

  const pressRun = (keys: readonly Key[]): number => {
    const key = keys[0] as Key
    if (key.id === 'Paste') {
      setPending()
      const field = listening().find((layer) => layer.paste)
      field?.paste?.(key.text ?? '')
      return 1
    }
    events.press.emit()
    if (key.mouse) {
      setPending()
      events.mouse.emit(key.mouse)
      return 1
    }
    if (count !== '' && prefix === '' && /^\d$/.test(key.id)) {
      setPending('', (count + key.id).slice(0, MAX_DIGITS))
      return 1
    }
    const sequence = prefix ? `${prefix} ${key.id}` : key.id
    if (!isMove(listening(), sequence)) events.other.emit()
    for (const layer of listening()) {
      const taken = pressIn(layer, keys, sequence)
      if (taken !== undefined) return taken
    }
    setPending()
    // Esc cancels a pending sequence silently.
    if (key.id !== 'Esc') emitUnhandled(events, listening(), sequence)
    return 1
  }

  return {
    /** Presses the first key, together with following keys that can be handled at the same time. Returns their number. */
    pressRun,
    /**
     * Runs the action of a default key `times` times, whichever keys the user has assigned: a click runs the action of
     * Enter.
     */
    pressDefault(id: string, times = 1): void {
      const isUsual = ({ keys, defaultKeys = keys }: Binding) => defaultKeys.includes(id)
      const layer = listening().find(({ bindings }) => bindings.some(isUsual))
      const binding = layer?.bindings.find(isUsual)
      if (!layer || !binding) return void pressRun([{ id }])
      events.press.emit()
      setPending()
      for (const count of binding.coalesces ? [times] : Array.from({ length: times }, () => 1))
        runAction(events, layer, binding.action, id, count)
    },
    /** The keys of the pending sequence, and the bindings that can follow. */
    pending: () => pendingOf(listening(), prefix, count),
  }
}

const pendingOf = (
  listening: readonly Layer[],
  prefix: string,
  count: string,
): { prefix: string; next: readonly Binding[] } | undefined => {
  const bindings = listening.flatMap((layer) => layer.bindings)
  if (prefix === '') return count === '' ? undefined : { prefix: count, next: bindings.filter(takesCount) }
  const seen = new Set<string>()
  const next = bindings.filter(({ keys }) => {
    const one = keys.find((key) => key.startsWith(`${prefix} `))
    if (!one || seen.has(one)) return false
    seen.add(one)
    return true
  })
  return { prefix, next }
}

/** The number of keys that the text field of a layer handles; undefined if it handles none. */
const typeIn = (layer: Layer, keys: readonly Key[]): number | undefined => {
  const key = keys[0] as Key
  if (!layer.type || isNamed(layer, key)) return undefined
  const typed = layer.paste ? typedTogether(keys) : { key, count: 1 }
  return layer.type(typed.key) ? typed.count : undefined
}

/** Whether a count before the key of a binding has an effect. */
const takesCount = ({ coalesces, takesRow, repeats, group, action }: Binding): boolean =>
  coalesces || takesRow || (repeats ?? (group === 'Move' || STEP.test(action)))

const STEP = /^(next|last|previous|older|newer)[A-Z]/

const MAX_DIGITS = 6
/** Maximum number of repeats by a count: each of them is painted. */
const MAX_REPEATS = 100

/** Why a key does nothing while an overlay is open, and how to close the overlay. */
const unhandledReason = (listening: readonly Layer[], keys: string): string | undefined => {
  const above = listening.find((layer) => layer.isExclusive)
  const closeKey = above?.bindings.find(({ action }) => action === 'close' || action === 'leave')?.keys[0]
  return (
    above &&
    `${keyLabel(keys)} does nothing here.${closeKey === undefined ? '' : ` Press ${keyLabel(closeKey)} to close.`}`
  )
}

/** Whether a layer binds a key that types no text. */
const isNamed = ({ bindings }: Layer, { id, text }: Key): boolean =>
  text === undefined && bindings.some(({ keys }) => keys.some((one) => one.split(' ')[0] === id))

const sameInARow = (keys: readonly Key[]): number => {
  let count = 1
  while (count < keys.length && keys[count]?.id === keys[0]?.id) count += 1
  return count
}

/** Combines the text of one burst into one key. */
const typedTogether = (keys: readonly Key[]): { key: Key; count: number } => {
  let text = ''
  let count = 0
  for (; keys[count]?.text !== undefined && keys[count]?.id !== 'Paste'; count += 1) text += keys[count]?.text
  return count > 1 ? { key: { id: 'Typed', text }, count } : { key: keys[0] as Key, count: 1 }
}

/** A key as shown to the user: `^d`, `gu`, `Left`. */
export const keyLabel = memoize(
  (keys: string): string =>
    keys
      .split(' ')
      .map((key) => labels[key] ?? key)
      .join(' ')
      .replace(/^(\S) (\S)$/, '$1$2'),
  500,
)

/** The keys of a binding as shown in lists of keys. */
export const keysLabel = (binding: Binding): string => binding.keysLabel ?? binding.keys.map(keyLabel).join(' ')

// The names of arrow keys stay, because arrow signs have other meanings.
const labels: Record<string, string> = { PageUp: 'PgUp', PageDown: 'PgDn' }
