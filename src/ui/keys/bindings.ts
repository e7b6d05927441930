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

export type Keymap = {
  /** Bindings of a scope with the keys of the user's own: what is drawn of keys is drawn of these. */
  keysIn: Remap
  /** Adds a layer and returns how to take it away again. The newest of a kind is heard first. */
  add(layer: Layer): () => void
  press(key: Key): void
  /** Presses the key at `from` and with it those behind it that can be done in one; answers how many that were. */
  pressRun(keys: readonly Key[], from: number): number
  /** Does what a key does without the keys of the user's own, so often: a click is Enter, whichever key Enter's action has. */
  pressUsual(id: string, times?: number): void
  paste(text: string): void
  /** Called with keys that are to be pressed next, each after what the one before it did has been drawn. */
  onRepeat(listener: (keys: readonly Key[]) => void): () => void
  /** The keys pressed so far of an unfinished sequence, and what could follow. */
  pending(): { prefix: string; next: readonly Binding[] } | undefined
  /** What can be done on the screen and everywhere, whatever lies over it. */
  reachable(): Reachable[]
  /** Called at every key before anything is done with it. */
  onPress(listener: () => void): () => void
  /** Called with what the mouse does. */
  onMouse(listener: (report: MouseReport) => void): () => void
  /** Called after a key that did nothing; never for one that went to a text field. */
  onIdle(listener: (key: IdleKey) => void): () => void
  /** Keys wait until what is returned is called: what will hear them is being loaded or drawn. */
  hold(): () => void
  /** Calls back once nothing holds the keys; at once when nothing does. */
  whenFree(act: () => void): void
  /** Called when the unfinished sequence changes. */
  subscribe(listener: () => void): () => void
}

/** @param keysIn - The keys of the user's own. @default none */
export const createKeymap = (keysIn: Remap = noRemap): Keymap => {
  const layers: Layer[] = []
  const listeners = new Set<() => void>()
  const pressListeners = new Set<() => void>()
  const idleListeners = new Set<(key: IdleKey) => void>()
  const mouseListeners = new Set<(report: MouseReport) => void>()
  const repeatListeners = new Set<(keys: readonly Key[]) => void>()
  const holders = new Set<object>()
  let waiting: (() => void)[] = []
  let prefix = ''
  /** The digits of a count. */
  let count = ''

  /** Who hears keys now, until a layer comes or goes. */
  let listening: readonly Layer[] | undefined

  const heard = (): readonly Layer[] => {
    listening ??= findHeard()
    return listening
  }
  const findHeard = (): readonly Layer[] => {
    const sorted = order.flatMap((kind) => layers.filter((layer) => layer.kind === kind).reverse())
    const last = sorted.findIndex((layer) => layer.isExclusive)
    return last < 0 ? sorted : sorted.slice(0, last + 1)
  }
  const setPrefix = (next: string, nextCount = '') => {
    if (prefix === next && count === nextCount) return
    prefix = next
    count = nextCount
    for (const listener of listeners) listener()
  }

  const tellIdle = (keys: string, why: string | undefined): void => {
    for (const tell of idleListeners) tell({ keys, why })
  }
  const run = (layer: Layer, action: string, times: number, keys: string, row?: number): void => {
    const why = layer.run(action, times, row)
    if (typeof why === 'string' && why !== '') tellIdle(keys, why)
  }
  const runCounted = (layer: Layer, binding: Binding, counted: number, keys: string): void => {
    const { action, folds, takesRow } = binding
    if (takesRow) run(layer, action, 1, keys, counted)
    else if (folds) run(layer, action, counted, keys)
    else if (takesCount(binding)) {
      run(layer, action, 1, keys)
      const again = keys.split(' ').map((id) => ({ id }))
      const rest = Array.from({ length: Math.min(counted, MAX_REPEATS) - 1 }, () => again).flat()
      for (const repeat of repeatListeners) repeat(rest)
    } else tellIdle(keys, `${keyLabel(keys)} takes no count.`)
  }

  const pressRun = (keys: readonly Key[], from: number): number => {
    const key = keys[from]
    if (!key) return 1
    if (key.id === 'Paste') {
      paste(key.text ?? '')
      return 1
    }
    for (const listener of pressListeners) listener()
    if (key.mouse) {
      setPrefix('')
      for (const listener of mouseListeners) listener(key.mouse)
      return 1
    }
    if (count !== '' && prefix === '' && /^\d$/.test(key.id)) {
      setPrefix('', (count + key.id).slice(0, MAX_DIGITS))
      return 1
    }
    const sequence = prefix ? `${prefix} ${key.id}` : key.id
    for (const layer of heard()) {
      if (!prefix && !count && layer.type && !isNamed(layer, key)) {
        const typed = layer.paste ? typedTogether(keys, from) : { key, count: 1 }
        if (layer.type(typed.key)) return typed.count
      }
      const binding = layer.bindings.find(({ keys }) => keys.includes(sequence))
      if (binding?.begins === 'count') {
        setPrefix('', sequence.slice(-1))
        return 1
      }
      if (binding) {
        const counted = count === '' ? undefined : Number(count)
        setPrefix('')
        if (counted !== undefined) {
          runCounted(layer, binding, counted, sequence)
          return 1
        }
        const times = binding.folds && sequence === key.id ? sameInARow(keys, from) : 1
        run(layer, binding.action, times, sequence)
        return times
      }
      if (layer.bindings.some(({ keys }) => keys.some((one) => one.startsWith(`${sequence} `)))) {
        setPrefix(sequence, count)
        return 1
      }
    }
    setPrefix('')
    const isTyped = heard().some((layer) => layer.kind === 'field' && layer.type)
    // Esc ends a sequence that was begun by mistake.
    if (isTyped || key.id === 'Esc') return 1
    const above = heard().find((layer) => layer.isExclusive)
    tellIdle(sequence, above && nothingIn(above, sequence))
    return 1
  }

  const pressUsual = (id: string, times = 1): void => {
    const isUsual = ({ keys, usualKeys = keys }: Binding) => usualKeys.includes(id)
    const layer = heard().find(({ bindings }) => bindings.some(isUsual))
    const binding = layer?.bindings.find(isUsual)
    if (!layer || !binding) return void pressRun([{ id }], 0)
    for (const listener of pressListeners) listener()
    setPrefix('')
    if (binding.folds) run(layer, binding.action, times, id)
    else for (let done = 0; done < times; done += 1) run(layer, binding.action, 1, id)
  }

  const paste = (text: string) => {
    setPrefix('')
    heard()
      .find((layer) => layer.paste)
      ?.paste?.(text)
  }

  const pending = () => {
    if (count && !prefix)
      return {
        prefix: count,
        next: heard()
          .flatMap(({ bindings }) => bindings)
          .filter(takesCount),
      }
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
    keysIn,
    add(layer) {
      layers.push(layer)
      listening = undefined
      return () => {
        listening = undefined
        const index = layers.indexOf(layer)
        if (index >= 0) layers.splice(index, 1)
      }
    },
    press: (key) => void pressRun([key], 0),
    pressRun,
    pressUsual,
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
    onRepeat(listener) {
      repeatListeners.add(listener)
      return () => repeatListeners.delete(listener)
    },
    onMouse(listener) {
      mouseListeners.add(listener)
      return () => mouseListeners.delete(listener)
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

/** Whether a count before a key means something. */
const takesCount = ({ folds, takesRow, repeats, group, action }: Binding): boolean =>
  folds || takesRow || (repeats ?? (group === 'Move' || STEP.test(action)))

const STEP = /^(next|last|previous|older|newer)[A-Z]/

const MAX_DIGITS = 6
/** More often nothing is pressed by one count: each time is drawn. */
const MAX_REPEATS = 100

/** Why a key does nothing while something lies over the screen, and the way out of it. */
const nothingIn = ({ bindings }: Layer, keys: string): string => {
  const out = bindings.find(({ action }) => action === 'close' || action === 'leave')?.keys[0]
  return `${keyLabel(keys)} does nothing here${out === undefined ? '.' : `: ${keyLabel(out)} leaves.`}`
}

/** Whether a layer binds a key that types no text. */
const isNamed = ({ bindings }: Layer, { id, text }: Key): boolean =>
  text === undefined && bindings.some(({ keys }) => keys.some((one) => one.split(' ')[0] === id))

/** Keys that are taken as one. */
const MAX_RUN_LENGTH = 100_000

const sameInARow = (keys: readonly Key[], from: number): number => {
  let to = from + 1
  while (to < keys.length && to - from < MAX_RUN_LENGTH && keys[to]?.id === keys[from]?.id) to += 1
  return to - from
}

/** What was typed in one burst as one key. */
const typedTogether = (keys: readonly Key[], from: number): { key: Key; count: number } => {
  let text = ''
  let to = from
  for (; to - from < MAX_RUN_LENGTH && keys[to]?.text !== undefined && keys[to]?.id !== 'Paste'; to += 1)
    text += keys[to]?.text
  return to - from > 1 ? { key: { id: 'Typed', text }, count: to - from } : { key: keys[from] as Key, count: 1 }
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
