import { memoize, memoizePerObject } from '../../base/memoize.ts'
import { graphemesOf } from '../../domain/text/width.ts'
import { type Binding, EVERYWHERE, helpOf, keyLabel, keysLabel, noRemap, type Remap } from './bindings.ts'

/** Bindings that belong together: those of a screen, of all lists, of everywhere, or of something that lies over a screen. */
export type KeyGroup = {
  scope: string
  title: string
  bindings: readonly Binding[]
  /** Whether they are heard in place of those of everywhere. @default beside them */
  isAlone?: boolean
  /** Whether what types a text is typed there. @default false */
  isTyped?: boolean
}

/** What holds for the lists of all screens. */
export const LISTS = 'lists'

/** Keys of the user's own: by scope and action, `usage.nextMeasure`, one key or several. */
export type WantedKeys = Readonly<Record<string, string | readonly string[]>>

/** What is in force of them, by scope and action, and what is wrong with the rest: a sentence for each. */
export type OwnKeys = { inForce: ReadonlyMap<string, readonly string[]>; faults: readonly string[] }

export const noOwnKeys: OwnKeys = { inForce: new Map(), faults: [] }

/**
 * Judges keys of the user's own. One that names no action, is no key, or is another action's already is left out, and its action
 * keeps the keys that it has; of two that collide the one that is written first holds.
 *
 * @param groups - Everything that can be given another key.
 */
export const readOwnKeys = (wanted: WantedKeys, groups: readonly KeyGroup[]): OwnKeys => {
  const faults: string[] = []
  const inForce = new Map<string, readonly string[]>()
  const actions = new Map(
    groups.flatMap(({ scope, bindings }) => bindings.map((one): [string, Binding] => [`${scope}.${one.action}`, one])),
  )
  const typed = new Set(groups.filter(({ isTyped }) => isTyped).map(({ scope }) => scope))
  for (const [id, value] of Object.entries(wanted)) {
    const keys = typeof value === 'string' ? [value] : value
    const problem = (key: string) =>
      keyProblem(key) ??
      (typed.has(id.split('.')[0] ?? '') && typesText(key) ? `${keyLabel(key)} is typed there` : undefined)
    const wrong = actions.has(id) ? keys.map(problem).find((one) => one !== undefined) : 'there is no such action'
    if (wrong === undefined) inForce.set(id, keys)
    else faults.push(`"${id}": ${wrong}.`)
  }
  for (let clash = firstClash(inForce, groups); clash; clash = firstClash(inForce, groups)) {
    const { loser, keys, winner } = clash
    inForce.delete(loser)
    const [before, holder] = [actions.get(loser), actions.get(winner)]
    faults.push(
      `"${loser}": ${keyLabel(keys)} is taken by ${winner} (${holder && helpOf(holder)}), ${before && keysLabel(before)} stays.`,
    )
  }
  return { inForce, faults }
}

/** What is wrong with keys of the user's own, in one line; undefined: nothing. */
export const ownKeysNotice = ([first, ...rest]: OwnKeys['faults']): string | undefined => {
  if (first === undefined) return undefined
  return `keys in config.json: ${first}${rest.length > 0 ? ` ${rest.length} more: qd doctor tells them.` : ''}`
}

type Clash = { loser: string; keys: string; winner: string }

const firstClash = (inForce: OwnKeys['inForce'], groups: readonly KeyGroup[]): Clash | undefined => {
  if (inForce.size === 0) return undefined
  const order = [...inForce.keys()]
  const everywhere = groups.find(({ scope }) => scope === EVERYWHERE)
  for (const { scope, bindings, isAlone } of groups) {
    const own = bindings.map((binding) => keysFor(scope, binding, inForce))
    const others = scope === EVERYWHERE || isAlone ? [] : (everywhere?.bindings ?? [])
    const all = [...own, ...others.map((binding) => keysFor(EVERYWHERE, binding, inForce))]
    for (const one of all) {
      if (!inForce.has(one.id)) continue
      for (const other of all) {
        // What the program itself lets a screen hear in place of everywhere is no mistake of the user's.
        if (one.id === other.id || (inForce.has(other.id) && order.indexOf(other.id) > order.indexOf(one.id))) continue
        const keys = one.fresh.find((key) => other.keys.some((taken) => isStartOf(key, taken) || isStartOf(taken, key)))
        if (keys !== undefined) return { loser: one.id, keys, winner: other.id }
      }
    }
  }
  return undefined
}

const isStartOf = (start: string, keys: string): boolean => `${keys} `.startsWith(`${start} `)

const keysFor = (scope: string, { action, keys }: Binding, inForce: OwnKeys['inForce']) => {
  const id = [`${scope}.${action}`, `${LISTS}.${action}`].find((one) => inForce.has(one))
  const own = id === undefined ? undefined : inForce.get(id)
  const all = own && [...own, ...keys.filter((key) => isWayOut(key) && !own.includes(key))]
  return { id: id ?? `${scope}.${action}`, keys: all ?? keys, fresh: own?.filter((key) => !keys.includes(key)) ?? [] }
}

/** What bindings look like with these keys, in hints too, which then name a key as it is. */
export const createRemap = (inForce: OwnKeys['inForce']): Remap => {
  if (inForce.size === 0) return noRemap
  const remapped = memoize((scope: string) =>
    memoizePerObject((bindings: readonly Binding[]) => {
      const next = bindings.map((binding): Binding => {
        const { keys } = keysFor(scope, binding, inForce)
        if (keys === binding.keys) return binding
        return { ...withoutLabels(binding), keys, usualKeys: binding.usualKeys ?? binding.keys }
      })
      const lost = new Set(bindings.flatMap(({ keys }, at) => (next[at]?.keys === keys ? [] : keys.map(keyLabel))))
      // `j/k` stands for two bindings: it is right only while both have their keys.
      return next.map((binding) =>
        binding.hintKey?.split('').some((sign) => lost.has(sign)) ? withoutLabels(binding) : binding,
      )
    }),
  )
  return (scope, bindings) => remapped(scope)(bindings)
}

const withoutLabels = ({ hintKey: _, keysLabel: __, ...binding }: Binding): Binding => binding

const NAMED =
  'Enter Esc Tab S-Tab Space Backspace Delete Insert Up Down Left Right Home End PageUp PageDown F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12'
const named = new Set(NAMED.split(' '))

/** Why a text is no key that an action may have, as the end of a sentence; undefined where it is one. */
export const keyProblem = (keys: string): string | undefined => {
  const steps = keys.split(' ')
  const wrong = steps.find((step) => !isKey(step))
  if (wrong !== undefined || steps.length > 3)
    return `"${keys}" is no key: write a sign (m), ^x for Ctrl, M-x for Alt, a name (F5, Home), or several with spaces (g u)`
  if (steps.some(isWayOut)) return `${keys} is the way out of everything, and stays that`
  return undefined
}

/** What leads out of everything, whatever else does. */
const isWayOut = (key: string): boolean => key === 'Esc' || key === '^c'

/** Whether a text field would take the first step. */
const typesText = (keys: string): boolean => {
  const [first = ''] = keys.split(' ')
  return first === 'Space' || [...graphemesOf(first)].length === 1
}

const isKey = (step: string): boolean => {
  const bare = step.replace(/^M-(?=.)/, '')
  if (named.has(bare)) return true
  if (/^\^([a-z]|Space)$/.test(bare)) return true
  if (/^(\^|S-|\^S-)(Up|Down|Left|Right|Home|End|PageUp|PageDown|Delete|F\d{1,2})$/.test(bare)) return true
  return /^[^\p{C}\p{Z}]+$/u.test(bare) && [...graphemesOf(bare)].length === 1
}
