import { isSameJson } from '../../base/same-json.ts'
import { isJsonObject, type JsonObject, scalarKey } from './json-value.ts'
import { createItemKeys, type ItemKeys, type ItemMatch, matchItems } from './match-items.ts'
import { ITEM_KEYS, type Path, type Scalar, type Step } from './setting-path.ts'

/**
 * One difference between two settings. A part added or removed as a whole is one change, and so is a new value or type.
 * Values are masked like the settings: display them only with shownSetting or functions of this folder.
 */
export type Change =
  /** `isCovered`: the entry has no effect, because another entry covers it or another list overrules it. */
  | { kind: 'added'; path: Path; after: unknown; isCovered?: true }
  | { kind: 'removed'; path: Path; before: unknown; isCovered?: true }
  | { kind: 'changed'; path: Path; before: unknown; after: unknown }
  /** The items or entries of both sides have a different order. `moved` is the minimum number of moves. */
  | { kind: 'reordered'; path: Path; before: readonly unknown[]; after: readonly unknown[]; moved: number }

/**
 * The differences of two settings in the order of the first, additions last. Properties of objects are compared by
 * name. Lists of scalars are compared as sets, with a new order as one change. Items of other lists are paired by
 * matchItems. Settings may be null or a scalar; undefined means no settings.
 */
export const diffSettings = (before: unknown, after: unknown): Change[] => {
  const changes: Change[] = []
  if (before !== undefined && after !== undefined) diffValues(before, after, { steps: [], changes })
  else if (after !== undefined) changes.push({ kind: 'added', path: [], after })
  else if (before !== undefined) changes.push({ kind: 'removed', path: [], before })
  return changes
}

// The walk shares one list of steps and copies it only into changes, because most values are equal.
type Walk = { steps: Step[]; changes: Change[] }

const diffValues = (before: unknown, after: unknown, walk: Walk): void => {
  if (Array.isArray(before) && Array.isArray(after)) diffLists(before, after, walk)
  else if (isJsonObject(before) && isJsonObject(after)) diffObjects(before, after, walk)
  else if (!Object.is(before, after)) walk.changes.push({ kind: 'changed', path: [...walk.steps], before, after })
}

const diffObjects = (before: JsonObject, after: JsonObject, walk: Walk): void => {
  for (const name of Object.keys(before)) {
    const step: Step = { is: 'member', name }
    if (Object.hasOwn(after, name)) {
      walk.steps.push(step)
      diffValues(before[name], after[name], walk)
      walk.steps.pop()
    } else walk.changes.push({ kind: 'removed', path: [...walk.steps, step], before: before[name] })
  }
  for (const name of Object.keys(after)) {
    if (Object.hasOwn(before, name)) continue
    walk.changes.push({ kind: 'added', path: [...walk.steps, { is: 'member', name }], after: after[name] })
  }
}

const diffLists = (before: readonly unknown[], after: readonly unknown[], walk: Walk): void => {
  const match = matchItems(before, after)
  if (match.isSet) diffEntries({ before, after, match } as Lists<Scalar>, walk)
  else diffItems({ before, after, match }, walk)
  if (match.movedCount > 0) {
    walk.changes.push({ kind: 'reordered', path: [...walk.steps], before, after, moved: match.movedCount })
  }
}

type Lists<Item> = { before: readonly Item[]; after: readonly Item[]; match: ItemMatch }

const diffEntries = ({ before, after, match }: Lists<Scalar>, walk: Walk): void => {
  const removed = before.filter((_, place) => !match.isKept[place])
  const added = after.filter((_, index) => match.from[index] === -1)
  if (removed.length + added.length === 0) return
  // Equal entries are numbered from 1, kept ones first, so that removed or added ones have the highest numbers.
  const counts = new Map<unknown, number>()
  for (const value of [...removed, ...added]) counts.set(scalarKey(value), 0)
  for (const value of before.filter((_, place) => match.isKept[place])) {
    const count = counts.get(scalarKey(value))
    if (count !== undefined) counts.set(scalarKey(value), count + 1)
  }
  const pathOf = (value: Scalar): Path => {
    const nth = (counts.get(scalarKey(value)) ?? 0) + 1
    counts.set(scalarKey(value), nth)
    return [...walk.steps, { is: 'entry', value, nth }]
  }
  for (const value of removed) walk.changes.push({ kind: 'removed', path: pathOf(value), before: value })
  for (const value of added) walk.changes.push({ kind: 'added', path: pathOf(value), after: value })
}

const diffItems = ({ before, after, match }: Lists<unknown>, walk: Walk): void => {
  const { from, isKept, oldKeys, nowKeys } = match
  const indexes = new Map(from.map((place, index) => [place, index]))
  const oldSteps = itemSteps(before, false, oldKeys)
  for (const [place, item] of before.entries()) {
    const now = isKept[place] ? after[indexes.get(place) as number] : undefined
    if (!isKept[place]) walk.changes.push({ kind: 'removed', path: [...walk.steps, oldSteps(place)], before: item })
    else if (!isSameJson(item, now)) {
      walk.steps.push(oldSteps(place))
      diffValues(item, now, walk)
      walk.steps.pop()
    }
  }
  const newSteps = itemSteps(after, true, nowKeys)
  for (const [index, item] of after.entries()) {
    if (from[index] === -1) walk.changes.push({ kind: 'added', path: [...walk.steps, newSteps(index)], after: item })
  }
}

/**
 * Returns the step to each item of a list: by its first unique key, otherwise by its index.
 *
 * @param isAdded - Whether indexes refer to the list after the change.
 */
export const itemSteps = (
  list: readonly unknown[],
  isAdded = false,
  keys: ItemKeys = createItemKeys(list),
): ((index: number) => Step) => {
  return (index) => {
    for (const [order, by] of ITEM_KEYS.entries()) {
      const value = keys(order, index)
      if (value !== undefined) return { is: 'item', by, value }
    }
    return isAdded ? { is: 'place', index, isAdded } : { is: 'place', index }
  }
}

type Json = Record<string, unknown>

/**
 * Names of the top-level properties that differ between two settings, each list in alphabetical order. The order of
 * properties is ignored, the order in arrays isn't. Contains no values, which may be secrets. Untrusted text.
 */
export const changedMembers = (before: Json | undefined, after: Json | undefined) => {
  const old = before ?? {}
  const now = after ?? {}
  const names = Object.keys(now)
  return {
    added: names.filter((name) => !Object.hasOwn(old, name)).sort(),
    removed: Object.keys(old)
      .filter((name) => !Object.hasOwn(now, name))
      .sort(),
    changed: names.filter((name) => Object.hasOwn(old, name) && !isSameJson(old[name], now[name])).sort(),
  }
}
