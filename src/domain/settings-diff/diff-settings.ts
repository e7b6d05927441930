import { isSameJson } from '../../base/same-json.ts'
import { createItemKeys, type ItemKeys } from './item-keys.ts'
import { DEEPEST, isJsonObject, type JsonObject, memberOf, scalarKey } from './json-value.ts'
import { type ItemMatch, type MatchOf, matchItems } from './match-items.ts'
import { type Runs, scalarHash } from './scalar-hash.ts'
import { ITEM_KEYS, type Path, type Scalar, type Step } from './setting-path.ts'

/**
 * One difference of two settings. A part added or removed as a whole is one change, and so is another value or type.
 * Values are masked as the settings are: show them only through shownSetting or functions of this folder.
 */
export type Change =
  /** `isCovered`: an entry that another one covers on the side without it, or that another list overrules: it changes nothing. */
  | { kind: 'added'; path: Path; after: unknown; isCovered?: true }
  | { kind: 'removed'; path: Path; before: unknown; isCovered?: true }
  | { kind: 'changed'; path: Path; before: unknown; after: unknown }
  /** Items or entries of both sides stand in another order; `moved` is the least number of moves. */
  | { kind: 'reordered'; path: Path; before: readonly unknown[]; after: readonly unknown[]; moved: number }

/**
 * The differences of two settings, in the order of the first, additions last. Members of objects are compared by name
 * whatever their order; lists of scalars as sets, where another order is one change; items of other lists as
 * matchItems pairs them. Settings may be null or no object; undefined is no settings. No input is too deep.
 *
 * @param matchOf - How items are matched, for whoever has matched them already.
 */
export const diffSettings = (before: unknown, after: unknown, matchOf: MatchOf = matchItems): Change[] => {
  const changes: Change[] = []
  if (before !== undefined && after !== undefined) diffValues(before, after, { steps: [], changes, matchOf })
  else if (after !== undefined) changes.push({ kind: 'added', path: [], after })
  else if (before !== undefined) changes.push({ kind: 'removed', path: [], before })
  return changes
}

// The walk shares one list of steps, which is copied into changes only: most of what is compared did not change.
type Walk = { steps: Step[]; changes: Change[]; matchOf: MatchOf }

/** Of the exact length: behind a spread V8 leaves room for 16 more steps, which for 50,000 changes is most of what they take. */
const pathTo = ({ steps }: Walk, last: Step): Path => {
  const path = new Array<Step>(steps.length + 1)
  for (let at = 0; at < steps.length; at += 1) path[at] = steps[at] as Step
  path[steps.length] = last
  return path
}

const diffValues = (before: unknown, after: unknown, walk: Walk): void => {
  if (Object.is(before, after)) return
  if (walk.steps.length < DEEPEST) {
    if (Array.isArray(before) && Array.isArray(after)) {
      diffLists(before, after, walk)
      return
    }
    if (isJsonObject(before) && isJsonObject(after)) {
      diffObjects(before, after, walk)
      return
    }
  }
  if (!isSameJson(before, after)) walk.changes.push({ kind: 'changed', path: [...walk.steps], before, after })
}

const diffObjects = (before: JsonObject, after: JsonObject, walk: Walk): void => {
  const names = Object.keys(before)
  const others = Object.keys(after)
  let kept = 0
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string
    if (others[index] === name || Object.hasOwn(after, name)) {
      kept += 1
      const [old, now] = [before[name], after[name]]
      if (old === now && old !== 0) continue
      walk.steps.push({ is: 'member', name })
      diffValues(old, now, walk)
      walk.steps.pop()
    } else walk.changes.push({ kind: 'removed', path: pathTo(walk, { is: 'member', name }), before: before[name] })
  }
  if (kept === others.length) return
  for (const name of others) {
    if (Object.hasOwn(before, name)) continue
    walk.changes.push({ kind: 'added', path: pathTo(walk, { is: 'member', name }), after: memberOf(after, name) })
  }
}

const diffLists = (before: readonly unknown[], after: readonly unknown[], walk: Walk): void => {
  const match = walk.matchOf(before, after)
  if (match.isSet) diffEntries({ before, after, match } as Lists<Scalar>, walk)
  else diffItems({ before, after, match }, walk)
  if (match.movedCount > 0) {
    walk.changes.push({ kind: 'reordered', path: [...walk.steps], before, after, moved: match.movedCount })
  }
}

type Lists<Item> = { before: readonly Item[]; after: readonly Item[]; match: ItemMatch }

const diffEntries = ({ before, after, match }: Lists<Scalar>, walk: Walk): void => {
  const { isKept, from, scalars } = match
  const { given, asked, runs } = scalars
  const values: Scalar[] = []
  const hashes: number[] = []
  for (let turn = 0; turn < given.places.length; turn += 1) {
    const index = given.places[turn] as number
    if (isKept[index]) continue
    values.push(before[index] as Scalar)
    hashes.push(given.hashes[turn] as number)
  }
  const gone = values.length
  for (let turn = 0; turn < asked.places.length; turn += 1) {
    const index = asked.places[turn] as number
    if (from[index] !== -1) continue
    values.push(after[index] as Scalar)
    hashes.push(asked.hashes[turn] as number)
  }
  if (values.length === 0) return
  const numbers = numbersOf({ values, hashes, runs }, before, isKept)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as Scalar
    const path = pathTo(walk, { is: 'entry', value, nth: numbers[index] as number })
    walk.changes.push(index < gone ? { kind: 'removed', path, before: value } : { kind: 'added', path, after: value })
  }
}

type Entries = { values: readonly Scalar[]; hashes: readonly number[]; runs: Runs }

/**
 * Numbers equal entries from 1, kept ones first, so that removed or added ones have the highest numbers. An entry
 * whose hash is unique is the only one, and is not looked up.
 */
const numbersOf = ({ values, hashes, runs }: Entries, before: readonly Scalar[], isKept: Uint8Array): Int32Array => {
  let size = 256
  while (size < values.length * 16) size *= 2
  // Of each hash the upper bits at the place that the lower ones name; SHARED where two have that place.
  const SHARED = 255
  const seen = new Uint8Array(size)
  const places = new Int32Array(values.length)
  for (let index = 0; index < values.length; index += 1) {
    const hash = hashes[index] as number
    const place = hash & (size - 1)
    places[index] = place
    seen[place] = seen[place] ? SHARED : upperBits(hash)
  }
  const counts = new Map<unknown, number>()
  const count = (value: Scalar): number => {
    const key = scalarKey(value)
    const next = (counts.get(key) ?? 0) + 1
    counts.set(key, next)
    return next
  }
  for (let index = 0; index < before.length; index += 1) {
    if (!isKept[index]) continue
    const value = before[index] as Scalar
    const hash = scalarHash(value, runs)
    const own = seen[hash & (size - 1)] as number
    if (own === 0 || (own !== SHARED && own !== upperBits(hash))) continue
    seen[hash & (size - 1)] = SHARED
    count(value)
  }
  const numbers = new Int32Array(values.length).fill(1)
  for (let index = 0; index < values.length; index += 1) {
    if (seen[places[index] as number] === SHARED) numbers[index] = count(values[index] as Scalar)
  }
  return numbers
}

/** From 1 to 128. */
const upperBits = (hash: number): number => (hash >>> 25) + 1

const diffItems = ({ before, after, match }: Lists<unknown>, walk: Walk): void => {
  const { from, isKept, isSame } = match
  const to = new Int32Array(before.length).fill(-1)
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
    if (place >= 0) to[place] = index
  }
  const oldSteps = itemSteps(before, false, match.oldKeys)
  for (let index = 0; index < before.length; index += 1) {
    if (!isKept[index]) {
      walk.changes.push({ kind: 'removed', path: pathTo(walk, oldSteps(index)), before: before[index] })
      continue
    }
    if (isSame[index]) continue
    walk.steps.push(oldSteps(index))
    diffValues(before[index], after[to[index] as number], walk)
    walk.steps.pop()
  }
  const newSteps = itemSteps(after, true, match.nowKeys)
  for (let index = 0; index < after.length; index += 1) {
    if (from[index] === -1) {
      walk.changes.push({ kind: 'added', path: pathTo(walk, newSteps(index)), after: after[index] })
    }
  }
}

/**
 * The step to each item of a list: by its first unique key, else by its index.
 *
 * @param isAdded - Whether indexes are from after a change.
 */
export const itemSteps = (
  list: readonly unknown[],
  isAdded = false,
  keys: ItemKeys = createItemKeys(list),
): ((index: number) => Step) => {
  const steps: Step[] = []
  const find = (index: number): Step => {
    for (const [order, by] of ITEM_KEYS.entries()) {
      const value = keys(order, index)
      if (value !== undefined) return { is: 'item', by, value }
    }
    return isAdded ? { is: 'place', index, isAdded } : { is: 'place', index }
  }
  return (index) => {
    steps[index] ??= find(index)
    return steps[index]
  }
}
