import { createEmitter } from '../../base/emitter.ts'
import { memoize } from '../../base/memoize.ts'
import type { Key, MouseReport } from './key-reader.ts'

/** Where a binding is listed in help. */
export type BindingGroup = 'Move' | 'Go' | 'Find' | 'Shape' | 'Act'

/**
 * A key with what it does and its help: data, read by the handler, the hints, the help and the README. `keys` are
 * alternatives; one with spaces is a sequence (`g u`). See Key for how keys are written.
 */
export type Binding = {
  keys: readonly string[]
  /** Its keys without those of the user's own. @default `keys` */
  usualKeys?: readonly string[]
  action: string
  /** What it does, in a few lower-case words; it has this, `inside` or `sortsBy`. */
  help?: string | undefined
  /** What it does inside what is open on the screen, such as a detail or a diff. */
  inside?: string | undefined
  /** What it sorts the rows of the list by. */
  sortsBy?: string | undefined
  group: BindingGroup
  /** Pressed several times in one burst it is done once and told how often: moving by ten is moving ten times by one. */
  folds?: boolean
  /** With a count it goes to the row of that number. */
  takesRow?: boolean
  /** With a count it is pressed so often. @default whether it moves, or goes to the next or the last of something */
  repeats?: boolean
  /** Its last key is the first digit of a count for the key that comes next. */
  begins?: 'count'
  /** Its keys as lists of them show these. @default all of them */
  keysLabel?: string
  /** Its words in the hints at the bottom; absent: listed in help only. */
  hint?: string
  /** The key as the hint shows it, where that is shorter than the list of keys (`j/k`). */
  hintKey?: string
}

/** What a key does, as lists of keys show it. */
export const helpOf = ({ help, inside, sortsBy }: Binding): string =>
  [
    help ?? (sortsBy === undefined ? undefined : `sort by ${sortsBy}`),
    inside === undefined ? undefined : `inside: ${inside}`,
  ]
    .filter((text) => text !== undefined)
    .join('; ')

/** Where a key works that works on every screen. */
export const EVERYWHERE = 'everywhere'

/** Bindings of a scope, a screen or {@link EVERYWHERE}, with the keys of the user's own. The same list answers the same list. */
export type Remap = (scope: string, bindings: readonly Binding[]) => readonly Binding[]
export const noRemap: Remap = (_scope, bindings) => bindings

/** The bindings of what hears no key now. */
export const noKeys = [] as const satisfies readonly Binding[]

/**
 * Actions of a list of bindings, each with what it does. One that finds nothing to do may answer why, in a short sentence, which the
 * user is told; whatever else it answers means nothing.
 */
export type Handlers<B extends readonly Binding[]> = {
  [A in B[number]['action']]: (times: number, row?: number) => void
}

/** Who hears a key first: what lies over the screen, then a text field of the screen, then the screen, then the application. */
export type LayerKind = 'overlay' | 'field' | 'screen' | 'app'
const order: readonly LayerKind[] = ['overlay', 'field', 'screen', 'app']

export type Layer = {
  kind: LayerKind
  bindings: readonly Binding[]
  /**
   * `times` is 1 for all but bindings that fold; `row`, counted from 1, is where one goes that takes a row, undefined without a count.
   * Answers why nothing was done, as a text, where nothing was.
   */
  run: (action: string, times: number, row?: number) => unknown
  /**
   * Takes what is typed, before any binding of its layer but those of keys that type no text; true when it took the key. A layer
   * that takes pastes is a text field and gets what was typed in one burst as one key.
   */
  type?: (key: Key) => boolean
  /** Takes pasted text. Without a layer that does, a paste is dropped. */
  paste?: (text: string) => void
  /** Keys that are not bound here do not reach lower layers. */
  isExclusive?: boolean
}

/** A key that did nothing: as bindings write it, and why; undefined where nobody hears it here. */
export type IdleKey = { keys: string; why: string | undefined }

/** A binding and how to do what it says without its key. */
export type Reachable = { binding: Binding; run: () => void }

export type Keymap = ReturnType<typeof createKeymap>

/** @param keysIn - The keys of the user's own. @default none */
export const createKeymap = (keysIn: Remap = noRemap) => {
  const events = createEvents()
  let layers: readonly Layer[] = []
  let listening: readonly Layer[] = []
  const setLayers = (next: readonly Layer[]) => {
    layers = next
    listening = listeningOf(next)
  }
  return {
    /** Bindings of a scope with the user's own keys: whatever is drawn of keys uses these. */
    keysIn,
    /** Adds a layer and returns how to remove it. The newest of a kind gets keys first. */
    add(layer: Layer): () => void {
      setLayers([...layers, layer])
      return () => setLayers(layers.filter((one) => one !== layer))
    },
    ...createPress(() => listening, events),
    ...createGate(),
    /** What can be done on the screen and everywhere, whatever lies over it. */
    reachable: (): Reachable[] =>
      (['screen', 'app'] as const)
        .flatMap((kind) => layers.filter((layer) => layer.kind === kind))
        .flatMap((layer) =>
          layer.bindings.map((binding) => ({
            binding,
            run: () => runAction(events, layer, binding.action, binding.keys[0] ?? ''),
          })),
        ),
    /** Calls back when the unfinished sequence changes. */
    subscribe: events.change.subscribe,
    /** Calls back at every key, before it does anything. */
    onPress: events.press.subscribe,
    /** Calls back with what the mouse does. */
    onMouse: events.mouse.subscribe,
    /** Calls back after a key that did nothing; never for one that went to a text field. */
    onIdle: events.idle.subscribe,
    /** Calls back with keys to press next, each after the effect of the one before it has been drawn. */
    onRepeat: events.repeat.subscribe,
  }
}

const createEvents = () => ({
  change: createEmitter(),
  press: createEmitter(),
  mouse: createEmitter<[MouseReport]>(),
  idle: createEmitter<[IdleKey]>(),
  repeat: createEmitter<[readonly Key[]]>(),
})
type Events = ReturnType<typeof createEvents>

/** The layers that get keys, the first one first. */
const listeningOf = (layers: readonly Layer[]): readonly Layer[] => {
  const sorted = order.flatMap((kind) => layers.filter((layer) => layer.kind === kind).reverse())
  const last = sorted.findIndex((layer) => layer.isExclusive)
  return last < 0 ? sorted : sorted.slice(0, last + 1)
}

/** Lets keys wait while something holds them. */
const createGate = () => {
  const holders = new Set<object>()
  const waiting: (() => void)[] = []
  return {
    /** Keys wait until the returned function is called: what will get them is being loaded or drawn. */
    hold(): () => void {
      const holder = {}
      holders.add(holder)
      return () => {
        holders.delete(holder)
        if (holders.size === 0) for (const act of waiting.splice(0)) act()
      }
    },
    /** Calls back once nothing holds the keys; at once when nothing does. */
    whenFree(act: () => void): void {
      if (holders.size === 0) act()
      else waiting.push(act)
    },
  }
}

const runAction = ({ idle }: Events, layer: Layer, action: string, keys: string, times = 1, row?: number): void => {
  const why = layer.run(action, times, row)
  if (typeof why === 'string' && why !== '') idle.emit({ keys, why })
}

const runCounted = (events: Events, layer: Layer, binding: Binding, keys: string, count: number): void => {
  const { action, folds, takesRow } = binding
  if (takesRow) runAction(events, layer, action, keys, 1, count)
  else if (folds) runAction(events, layer, action, keys, count)
  else if (takesCount(binding)) {
    runAction(events, layer, action, keys)
    const again = keys.split(' ').map((id) => ({ id }))
    events.repeat.emit(Array.from({ length: Math.min(count, MAX_REPEATS) - 1 }, () => again).flat())
  } else events.idle.emit({ keys, why: `${keyLabel(keys)} takes no count.` })
}

/** What keys do in the layers that get them. */
const createPress = (listening: () => readonly Layer[], events: Events) => {
  /** The keys of an unfinished sequence, and the digits of a count. */
  let [prefix, count] = ['', '']
  const setPending = (nextPrefix = '', nextCount = '') => {
    if (prefix === nextPrefix && count === nextCount) return
    prefix = nextPrefix
    count = nextCount
    events.change.emit()
  }

  /** How many keys a layer takes; undefined: none. */
  const pressIn = (layer: Layer, keys: readonly Key[], sequence: string): number | undefined => {
    const typed = prefix || count ? undefined : typeIn(layer, keys)
    if (typed !== undefined) return typed
    const binding = layer.bindings.find(({ keys }) => keys.includes(sequence))
    if (!binding) {
      const isBegun = layer.bindings.some(({ keys }) => keys.some((one) => one.startsWith(`${sequence} `)))
      if (!isBegun) return undefined
      setPending(sequence, count)
      return 1
    }
    const counted = count
    setPending('', binding.begins === 'count' ? sequence.slice(-1) : '')
    if (binding.begins === 'count') return 1
    const times = binding.folds && !counted && sequence === keys[0]?.id ? sameInARow(keys) : 1
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
    for (const layer of listening()) {
      const taken = pressIn(layer, keys, sequence)
      if (taken !== undefined) return taken
    }
    setPending()
    const isTyped = listening().some((layer) => layer.kind === 'field' && layer.type)
    // Esc ends a sequence that was begun by mistake.
    if (!isTyped && key.id !== 'Esc') events.idle.emit({ keys: sequence, why: whyNothing(listening(), sequence) })
    return 1
  }

  return {
    /** Presses the first key and those behind it that can be done together with it; returns how many that were. */
    pressRun,
    /** Does what a key does without the user's own keys, so often: a click is Enter, whichever key Enter's action has. */
    pressUsual(id: string, times = 1): void {
      const isUsual = ({ keys, usualKeys = keys }: Binding) => usualKeys.includes(id)
      const layer = listening().find(({ bindings }) => bindings.some(isUsual))
      const binding = layer?.bindings.find(isUsual)
      if (!layer || !binding) return void pressRun([{ id }])
      events.press.emit()
      setPending()
      const each = binding.folds ? [times] : Array.from({ length: times }, () => 1)
      for (const count of each) runAction(events, layer, binding.action, id, count)
    },
    /** The keys pressed so far of an unfinished sequence, and what could follow. */
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

/** How many keys the text field of a layer takes; undefined: none. */
const typeIn = (layer: Layer, keys: readonly Key[]): number | undefined => {
  const key = keys[0] as Key
  if (!layer.type || isNamed(layer, key)) return undefined
  const typed = layer.paste ? typedTogether(keys) : { key, count: 1 }
  return layer.type(typed.key) ? typed.count : undefined
}

/** Whether a count before a key means something. */
const takesCount = ({ folds, takesRow, repeats, group, action }: Binding): boolean =>
  folds || takesRow || (repeats ?? (group === 'Move' || STEP.test(action)))

const STEP = /^(next|last|previous|older|newer)[A-Z]/

const MAX_DIGITS = 6
/** More often nothing is pressed by one count: each time is drawn. */
const MAX_REPEATS = 100

/** Why a key does nothing while something lies over the screen, and the way out of it. */
const whyNothing = (listening: readonly Layer[], keys: string): string | undefined => {
  const above = listening.find((layer) => layer.isExclusive)
  const out = above?.bindings.find(({ action }) => action === 'close' || action === 'leave')?.keys[0]
  return above && `${keyLabel(keys)} does nothing here${out === undefined ? '.' : `: ${keyLabel(out)} leaves.`}`
}

/** Whether a layer binds a key that types no text. */
const isNamed = ({ bindings }: Layer, { id, text }: Key): boolean =>
  text === undefined && bindings.some(({ keys }) => keys.some((one) => one.split(' ')[0] === id))

const sameInARow = (keys: readonly Key[]): number => {
  let count = 1
  while (count < keys.length && keys[count]?.id === keys[0]?.id) count += 1
  return count
}

/** What was typed in one burst as one key. */
const typedTogether = (keys: readonly Key[]): { key: Key; count: number } => {
  let text = ''
  let count = 0
  for (; keys[count]?.text !== undefined && keys[count]?.id !== 'Paste'; count += 1) text += keys[count]?.text
  return count > 1 ? { key: { id: 'Typed', text }, count } : { key: keys[0] as Key, count: 1 }
}

/** How a key is written for a reader: `^d`, `gu`, `Left`. */
export const keyLabel = memoize(
  (keys: string): string =>
    keys
      .split(' ')
      .map((key) => labels[key] ?? key)
      .join(' ')
      .replace(/^(\S) (\S)$/, '$1$2'),
  500,
)

/** The keys of a binding as lists of them show these. */
export const keysLabel = (binding: Binding): string => binding.keysLabel ?? binding.keys.map(keyLabel).join(' ')

// Arrows are signs of other things.
const labels: Record<string, string> = { PageUp: 'PgUp', PageDown: 'PgDn' }
