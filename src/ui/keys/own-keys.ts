import { memoize, memoizePerObject } from '../../base/memoize.ts'
import { graphemesOf } from '../../domain/text/width.ts'
import { type Binding, EVERYWHERE, helpOf, keyLabel, keysLabel, noRemap, type Remap } from './bindings.ts'

/** A group of bindings: those of a screen, of all lists, of the application, or of an overlay. */
export type KeyGroup = {
  scope: string
  title: string
  bindings: readonly Binding[]
  /** Whether they replace the application's bindings. @default they are added to them */
  isAlone?: boolean
  /** Whether text is typed there. @default false */
  isTyped?: boolean
}

/** The scope of the lists of all screens. */
export const LISTS = 'lists'

/** The keys in the user's configuration: one key or several, by scope and action, such as `usage.nextMeasure`. */
export type WantedKeys = Readonly<Record<string, string | readonly string[]>>

/** The valid keys by scope and action, and the problems of the others, one sentence each. */
export type OwnKeys = { active: ReadonlyMap<string, readonly string[]>; problems: readonly string[] }

export const noOwnKeys: OwnKeys = { active: new Map(), problems: [] }

/**
 * Validates the user's own keys. An entry with an unknown action, an invalid key, or a key of another action is
 * ignored, and its action keeps its keys. Of two conflicting entries the first one applies.
 *
 * @param groups - All bindings that can be remapped.
 */
export const readOwnKeys = (wanted: WantedKeys, groups: readonly KeyGroup[]): OwnKeys => {
  const problems: string[] = []
  const active = new Map<string, readonly string[]>()
  const actions = new Map(
    groups.flatMap(({ scope, bindings }) => bindings.map((one): [string, Binding] => [`${scope}.${one.action}`, one])),
  )
  const typed = new Set(groups.filter(({ isTyped }) => isTyped).map(({ scope }) => scope))
  for (const [id, value] of Object.entries(wanted)) {
    const keys = typeof value === 'string' ? [value] : value
    const problem = (key: string) =>
      keyProblem(key) ??
      (typed.has(id.split('.')[0] ?? '') && typesText(key) ? `${keyLabel(key)} types text there` : undefined)
    const wrong = actions.has(id) ? keys.map(problem).find((one) => one !== undefined) : 'unknown action'
    if (wrong === undefined) active.set(id, keys)
    else problems.push(`"${id}": ${wrong}.`)
  }
  for (let clash = firstClash(active, groups); clash; clash = firstClash(active, groups)) {
    const { loser, keys, winner } = clash
    active.delete(loser)
    const [before, holder] = [actions.get(loser), actions.get(winner)]
    problems.push(
      `"${loser}": ${keyLabel(keys)} is already used by ${winner} (${holder && helpOf(holder)}); ${before && keysLabel(before)} is kept.`,
    )
  }
  return { active, problems }
}

/** The problems of the user's own keys, in one line; undefined if there are none. */
export const ownKeysNotice = ([first, ...rest]: OwnKeys['problems']): string | undefined => {
  if (first === undefined) return undefined
  return `keys in config.json: ${first}${rest.length > 0 ? ` ${rest.length} more; see qd doctor.` : ''}`
}

const firstClash = (active: OwnKeys['active'], groups: readonly KeyGroup[]) => {
  if (active.size === 0) return undefined
  const order = [...active.keys()]
  const everywhere = groups.find(({ scope }) => scope === EVERYWHERE)
  for (const { scope, bindings, isAlone } of groups) {
    const own = bindings.map((binding) => keysFor(scope, binding, active))
    const others = scope === EVERYWHERE || isAlone ? [] : (everywhere?.bindings ?? [])
    const all = [...own, ...others.map((binding) => keysFor(EVERYWHERE, binding, active))]
    for (const one of all) {
      if (!active.has(one.id)) continue
      for (const other of all) {
        // A screen's default key may override one of the application. That is not an error of the user.
        if (one.id === other.id || (active.has(other.id) && order.indexOf(other.id) > order.indexOf(one.id))) continue
        const keys = one.fresh.find((key) => other.keys.some((taken) => isStartOf(key, taken) || isStartOf(taken, key)))
        if (keys !== undefined) return { loser: one.id, keys, winner: other.id }
      }
    }
  }
  return undefined
}

const isStartOf = (start: string, keys: string): boolean => `${keys} `.startsWith(`${start} `)

const keysFor = (scope: string, { action, keys }: Binding, active: OwnKeys['active']) => {
  const id = [`${scope}.${action}`, `${LISTS}.${action}`].find((one) => active.has(one))
  const own = id === undefined ? undefined : active.get(id)
  const all = own && [...own, ...keys.filter((key) => isWayOut(key) && !own.includes(key))]
  return { id: id ?? `${scope}.${action}`, keys: all ?? keys, fresh: own?.filter((key) => !keys.includes(key)) ?? [] }
}

/** Applies these keys to bindings, including hints, which then show the new key. */
export const createRemap = (active: OwnKeys['active']): Remap => {
  if (active.size === 0) return noRemap
  const remapped = memoize((scope: string) =>
    memoizePerObject((bindings: readonly Binding[]) => {
      const next = bindings.map((binding): Binding => {
        const { keys } = keysFor(scope, binding, active)
        if (keys === binding.keys) return binding
        return { ...withoutLabels(binding), keys, defaultKeys: binding.defaultKeys ?? binding.keys }
      })
      const lost = new Set(bindings.flatMap(({ keys }, at) => (next[at]?.keys === keys ? [] : keys.map(keyLabel))))
      // The hint `j/k` describes two bindings, so it is valid only while both keep their keys.
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

/** Why a text cannot be the key of an action, as the end of a sentence; undefined if it can. */
export const keyProblem = (keys: string): string | undefined => {
  const steps = keys.split(' ')
  const wrong = steps.find((step) => !isKey(step))
  if (wrong !== undefined || steps.length > 3)
    return `"${keys}" is not a key; write a character (m), ^x for Ctrl, M-x for Alt, a name (F5, Home), or several with spaces (g u)`
  if (steps.some(isWayOut)) return `${keys} can't be remapped`
  return undefined
}

/** Keys that must always close or cancel. */
const isWayOut = (key: string): boolean => key === 'Esc' || key === '^c'

/** Whether a text field would handle the first key. */
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
