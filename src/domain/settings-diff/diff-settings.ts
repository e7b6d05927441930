import { DEEPEST, isJsonObject, isSameJson, isScalars, type JsonObject, memberOf, scalarKey } from './json-value.ts'
import { createItemKeys, type ItemKeys, type ItemMatch, matchItems } from './match-items.ts'
import { ITEM_KEYS, type Path, type Scalar, type Step } from './setting-path.ts'

/**
 * One difference of two settings. Whatever came or went as a whole is one change, and so is another value or another type.
 * Values are those of the settings, masked as they are: show them only through shownSetting or what this folder offers.
 */
export type Change =
  | { kind: 'added'; path: Path; after: unknown }
  | { kind: 'removed'; path: Path; before: unknown }
  | { kind: 'changed'; path: Path; before: unknown; after: unknown }
  /** Items or entries that are on both sides stand in another order; `moved` is the fewest that had to be moved. */
  | { kind: 'reordered'; path: Path; before: readonly unknown[]; after: readonly unknown[]; moved: number }

/**
 * What differs between two settings, in the order of the first, what was added last. Members of objects are compared by name
 * whatever their order; lists of scalars as sets, with an order that changed as one change; items of other lists as
 * matchItems tells. Settings may be null or no object at all; undefined is what is not there. No input is too deep.
 */
export const diffSettings = (before: unknown, after: unknown): Change[] => {
  const changes: Change[] = []
  if (before === undefined || after === undefined) diffPresence(before, after, [], changes)
  else diffValues(before, after, [], changes)
  return changes
}

const diffPresence = (before: unknown, after: unknown, path: Path, changes: Change[]): void => {
  if (after !== undefined) changes.push({ kind: 'added', path, after })
  else if (before !== undefined) changes.push({ kind: 'removed', path, before })
}

// One list of steps is used for the whole walk and copied into what is found: most of what is compared did not change.
const diffValues = (before: unknown, after: unknown, steps: Step[], changes: Change[]): void => {
  if (Object.is(before, after)) return
  if (steps.length < DEEPEST) {
    if (Array.isArray(before) && Array.isArray(after)) {
      diffLists(before, after, steps, changes)
      return
    }
    if (isJsonObject(before) && isJsonObject(after)) {
      diffObjects(before, after, steps, changes)
      return
    }
  }
  if (!isSameJson(before, after)) changes.push({ kind: 'changed', path: [...steps], before, after })
}

const diffObjects = (before: JsonObject, after: JsonObject, steps: Step[], changes: Change[]): void => {
  const names = Object.keys(before)
  const others = Object.keys(after)
  let kept = 0
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string
    if (others[index] === name || Object.hasOwn(after, name)) {
      kept += 1
      const [old, now] = [before[name], after[name]]
      if (old === now && old !== 0) continue
      steps.push({ is: 'member', name })
      diffValues(old, now, steps, changes)
      steps.pop()
    } else changes.push({ kind: 'removed', path: [...steps, { is: 'member', name }], before: before[name] })
  }
  if (kept === others.length) return
  for (const name of others) {
    if (Object.hasOwn(before, name)) continue
    changes.push({ kind: 'added', path: [...steps, { is: 'member', name }], after: memberOf(after, name) })
  }
}

const diffLists = (before: readonly unknown[], after: readonly unknown[], steps: Step[], changes: Change[]): void => {
  const areScalars = isScalars(before) && isScalars(after)
  const match = matchItems(before, after)
  if (areScalars) diffEntries({ before, after, match }, steps, changes)
  else diffItems({ before, after, match }, steps, changes)
  if (match.movedCount > 0) {
    changes.push({ kind: 'reordered', path: [...steps], before, after, moved: match.movedCount })
  }
}

type Lists<Item> = { before: readonly Item[]; after: readonly Item[]; match: ItemMatch }

const diffEntries = ({ before, after, match }: Lists<Scalar>, steps: Step[], changes: Change[]): void => {
  const gone = before.filter((_, index) => !match.isKept[index])
  const added = after.filter((_, index) => match.from[index] === -1)
  if (gone.length + added.length === 0) return
  const counts = new Map<unknown, number>([...gone, ...added].map((value) => [scalarKey(value), 0]))
  const next = (value: Scalar): number => {
    const key = scalarKey(value)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
  // Equal entries that stayed are counted first, so that those gone or new have the highest numbers.
  for (let index = 0; index < before.length; index += 1) {
    const value = before[index] as Scalar
    if (match.isKept[index] && counts.has(scalarKey(value))) next(value)
  }
  for (const value of gone) {
    changes.push({ kind: 'removed', path: [...steps, { is: 'entry', value, nth: next(value) }], before: value })
  }
  for (const value of added) {
    changes.push({ kind: 'added', path: [...steps, { is: 'entry', value, nth: next(value) }], after: value })
  }
}

const diffItems = ({ before, after, match }: Lists<unknown>, steps: Step[], changes: Change[]): void => {
  const { from, isKept, isSame } = match
  const to = new Int32Array(before.length).fill(-1)
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
    if (place >= 0) to[place] = index
  }
  const oldSteps = itemSteps(before, false, match.oldKeys)
  for (let index = 0; index < before.length; index += 1) {
    if (!isKept[index]) {
      changes.push({ kind: 'removed', path: [...steps, oldSteps(index)], before: before[index] })
      continue
    }
    if (isSame[index]) continue
    steps.push(oldSteps(index))
    diffValues(before[index], after[to[index] as number], steps, changes)
    steps.pop()
  }
  const newSteps = itemSteps(after, true, match.nowKeys)
  for (let index = 0; index < after.length; index += 1) {
    if (from[index] === -1) {
      changes.push({ kind: 'added', path: [...steps, newSteps(index)], after: after[index] })
    }
  }
}

/**
 * The step to each item of a list: by the first key that tells it apart, else by its place.
 *
 * @param isAdded - Whether places are those after a change.
 */
export const itemSteps = (
  list: readonly unknown[],
  isAdded = false,
  keys: ItemKeys = createItemKeys(list),
): ((index: number) => Step) => {
  const steps: Step[] = []
  const find = (index: number): Step => {
    for (const [order, by] of ITEM_KEYS.entries()) {
      const value = keys(order)[index]
      if (value !== undefined) return { is: 'item', by, value }
    }
    return isAdded ? { is: 'place', index, isAdded } : { is: 'place', index }
  }
  return (index) => {
    steps[index] ??= find(index)
    return steps[index]
  }
}
