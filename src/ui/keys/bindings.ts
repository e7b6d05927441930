import type { Key } from './key-reader.ts'

/** Where a binding is listed in help. */
export type BindingGroup = 'Move' | 'Go' | 'Find' | 'Shape' | 'Act'

/**
 * A key with what it does and its help: data, read by the handler, the hints, the help and the README. `keys` are
 * alternatives; one with spaces is a sequence (`g u`). See Key for how keys are written.
 */
export type Binding = {
  keys: readonly string[]
  action: string
  /** What it does, in a few lower-case words. */
  help: string
  group: BindingGroup
  /** Pressed several times in one burst it is done once and told how often: moving by ten is moving ten times by one. */
  folds?: boolean
  /** Its words in the hints at the bottom; absent: listed in help only. */
  hint?: string
  /** The key as the hint shows it, where that is shorter than the list of keys (`j/k`). */
  hintKey?: string
}

/** The bindings of what hears no key now. */
export const noKeys = [] as const satisfies readonly Binding[]

/**
 * Actions of a list of bindings, each with what it does. One that finds nothing to do may answer why, in a short sentence, which the
 * user is told; whatever else it answers means nothing.
 */
export type Handlers<B extends readonly Binding[]> = { [A in B[number]['action']]: (times: number) => void }

/** Who hears a key first: what lies over the screen, then a text field of the screen, then the screen, then the application. */
export type LayerKind = 'overlay' | 'field' | 'screen' | 'app'
const order: readonly LayerKind[] = ['overlay', 'field', 'screen', 'app']

export type Layer = {
  kind: LayerKind
  bindings: readonly Binding[]
  /** `times` is 1 for all but bindings that fold. Answers why nothing was done, as a text, where nothing was. */
  run: (action: string, times: number) => unknown
  /**
   * Takes what is typed, before any binding of its layer; true when it took the key. A layer that takes pastes is a text field and
   * gets what was typed in one burst as one key.
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

export type Keymap = {
  /** Adds a layer and returns how to take it away again. The newest of a kind is heard first. */
  add(layer: Layer): () => void
  press(key: Key): void
  /** Presses the key at `from` and with it those behind it that can be done in one; answers how many that were. */
  pressRun(keys: readonly Key[], from: number): number
  paste(text: string): void
  /** The keys pressed so far of an unfinished sequence, and what could follow. */
  pending(): { prefix: string; next: readonly Binding[] } | undefined
  /** What can be done on the screen and everywhere, whatever lies over it. */
  reachable(): Reachable[]
  /** Called at every key before anything is done with it. */
  onPress(listener: () => void): () => void
  /** Called after a key that did nothing; never for one that went to a text field or to what lies over the screen. */
  onIdle(listener: (key: IdleKey) => void): () => void
  /** Keys wait until what is returned is called: what will hear them is being loaded or drawn. */
  hold(): () => void
  /** Calls back once nothing holds the keys; at once when nothing does. */
  whenFree(act: () => void): void
  /** Called when the unfinished sequence changes. */
  subscribe(listener: () => void): () => void
}

export const createKeymap = (): Keymap => {
  const layers: Layer[] = []
  const listeners = new Set<() => void>()
  const pressListeners = new Set<() => void>()
  const idleListeners = new Set<(key: IdleKey) => void>()
  const holders = new Set<object>()
  let waiting: (() => void)[] = []
  let prefix = ''

  const heard = (): Layer[] => {
    const sorted = order.flatMap((kind) => layers.filter((layer) => layer.kind === kind).reverse())
    const last = sorted.findIndex((layer) => layer.isExclusive)
    return last < 0 ? sorted : sorted.slice(0, last + 1)
  }
  const setPrefix = (next: string) => {
    if (prefix === next) return
    prefix = next
    for (const listener of listeners) listener()
  }

  const run = (layer: Layer, action: string, times: number, keys: string): void => {
    const why = layer.run(action, times)
    if (typeof why === 'string' && why !== '') for (const listener of idleListeners) listener({ keys, why })
  }

  const pressRun = (keys: readonly Key[], from: number): number => {
    const key = keys[from]
    if (!key) return 1
    if (key.id === 'Paste') {
      paste(key.text ?? '')
      return 1
    }
    for (const listener of pressListeners) listener()
    const sequence = prefix ? `${prefix} ${key.id}` : key.id
    for (const layer of heard()) {
      if (!prefix && layer.type) {
        const typed = layer.paste ? typedTogether(keys, from) : { key, count: 1 }
        if (layer.type(typed.key)) return typed.count
      }
      const binding = layer.bindings.find(({ keys }) => keys.includes(sequence))
      if (binding) {
        setPrefix('')
        const times = binding.folds && sequence === key.id ? sameInARow(keys, from) : 1
        run(layer, binding.action, times, sequence)
        return times
      }
      if (layer.bindings.some(({ keys }) => keys.some((one) => one.startsWith(`${sequence} `)))) {
        setPrefix(sequence)
        return 1
      }
    }
    setPrefix('')
    const isTakenElsewhere = heard().some((layer) => layer.isExclusive || (layer.kind === 'field' && layer.type))
    // Esc ends a sequence that was begun by mistake.
    if (!isTakenElsewhere && key.id !== 'Esc')
      for (const tell of idleListeners) tell({ keys: sequence, why: undefined })
    return 1
  }

  const paste = (text: string) => {
    setPrefix('')
    heard()
      .find((layer) => layer.paste)
      ?.paste?.(text)
  }

  const pending = () => {
    if (!prefix) return undefined
    const seen = new Set<string>()
    const next = heard()
      .flatMap((layer) => layer.bindings)
      .filter(({ keys }) => {
        const one = keys.find((key) => key.startsWith(`${prefix} `))
        if (!one || seen.has(one)) return false
        seen.add(one)
        return true
      })
    return { prefix, next }
  }

  return {
    add(layer) {
      layers.push(layer)
      return () => {
        const index = layers.indexOf(layer)
        if (index >= 0) layers.splice(index, 1)
      }
    },
    press: (key) => void pressRun([key], 0),
    pressRun,
    paste,
    pending,
    reachable: () =>
      (['screen', 'app'] as const).flatMap((kind) =>
        layers
          .filter((layer) => layer.kind === kind)
          .flatMap((layer) =>
            layer.bindings.map((binding) => ({
              binding,
              run: () => run(layer, binding.action, 1, binding.keys[0] ?? ''),
            })),
          ),
      ),
    onPress(listener) {
      pressListeners.add(listener)
      return () => pressListeners.delete(listener)
    },
    onIdle(listener) {
      idleListeners.add(listener)
      return () => idleListeners.delete(listener)
    },
    hold() {
      const holder = {}
      holders.add(holder)
      return () => {
        holders.delete(holder)
        if (holders.size > 0) return
        const free = waiting
        waiting = []
        for (const act of free) act()
      }
    },
    whenFree(act) {
      if (holders.size === 0) act()
      else waiting.push(act)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Keys that are taken as one. */
const LONGEST_RUN = 100_000

const sameInARow = (keys: readonly Key[], from: number): number => {
  let to = from + 1
  while (to < keys.length && to - from < LONGEST_RUN && keys[to]?.id === keys[from]?.id) to += 1
  return to - from
}

/** What was typed in one burst as one key. */
const typedTogether = (keys: readonly Key[], from: number): { key: Key; count: number } => {
  let text = ''
  let to = from
  for (; to - from < LONGEST_RUN && keys[to]?.text !== undefined && keys[to]?.id !== 'Paste'; to += 1)
    text += keys[to]?.text
  return to - from > 1 ? { key: { id: 'Typed', text }, count: to - from } : { key: keys[from] as Key, count: 1 }
}

/** How a key is written for a reader: `^d`, `gu`, `Left`. */
export const keyLabel = (keys: string): string =>
  keys
    .split(' ')
    .map((key) => labels[key] ?? key)
    .join(' ')
    .replace(/^(\S) (\S)$/, '$1$2')

// Arrows are signs of other things.
const labels: Record<string, string> = { PageUp: 'PgUp', PageDown: 'PgDn' }
