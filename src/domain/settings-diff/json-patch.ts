import { toJson } from '../output/output.ts'
import { shownSettings } from '../secrets/mask-settings.ts'
import { isJsonObject, type JsonObject } from './json-value.ts'
import { type ItemMatch, matchItems, stayingItems } from './match-items.ts'

/** An operation of a JSON Patch (RFC 6902). `path` and `from` are JSON Pointers (RFC 6901). */
export type PatchOperation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move'; from: string; path: string }

/**
 * The operations that turn one JSON document into another, except for the order of properties, with the minimum number
 * of moves. Secrets are masked only if the input masks them. For output use {@link jsonPatchText}.
 */
export const toJsonPatch = (before: unknown, after: unknown): PatchOperation[] => {
  const operations: PatchOperation[] = []
  patchValues(before, after, [], operations)
  return operations
}

/** A JSON Patch for display and scripts, with `••••••` for secrets. */
export const jsonPatchText = (before: unknown, after: unknown): string =>
  toJson(shownSettings(toJsonPatch(before, after)), { indent: 2 })

const pointerOf = (tokens: readonly string[]): string =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const patchValues = (before: unknown, after: unknown, tokens: string[], operations: PatchOperation[]): void => {
  if (Array.isArray(before) && Array.isArray(after)) patchLists(before, after, tokens, operations)
  else if (isJsonObject(before) && isJsonObject(after)) patchObjects(before, after, tokens, operations)
  else if (!Object.is(before, after)) operations.push({ op: 'replace', path: pointerOf(tokens), value: after })
}

const patchObjects = (before: JsonObject, after: JsonObject, tokens: string[], operations: PatchOperation[]): void => {
  for (const name of Object.keys(before)) {
    tokens.push(name)
    if (Object.hasOwn(after, name)) patchValues(before[name], after[name], tokens, operations)
    else operations.push({ op: 'remove', path: pointerOf(tokens) })
    tokens.pop()
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) {
      operations.push({ op: 'add', path: pointerOf([...tokens, name]), value: after[name] })
    }
  }
}

const patchLists = (
  before: readonly unknown[],
  after: readonly unknown[],
  tokens: string[],
  operations: PatchOperation[],
): void => {
  const match = matchItems(before, after)
  const { from, isKept } = match
  const at = (place: number): string => pointerOf([...tokens, String(place)])
  // Changes within items come first, while all indexes are still the old ones.
  for (const [index, place] of from.entries()) {
    if (place < 0) continue
    tokens.push(String(place))
    patchValues(before[place], after[index], tokens, operations)
    tokens.pop()
  }
  for (let place = before.length - 1; place >= 0; place -= 1) {
    if (!isKept[place]) operations.push({ op: 'remove', path: at(place) })
  }
  for (const { index, from: start, to } of movePlaces(match)) {
    if (start < 0) operations.push({ op: 'add', path: at(to), value: after[index] })
    else operations.push({ op: 'move', from: at(start), path: at(to) })
  }
}

/** A moved or added item: its current index (-1 if added) and its target index. */
type Placed = { index: number; from: number; to: number }

/**
 * The moves and insertions that bring a list into its new order, after removed items were taken out. Staying items are
 * skipped; any other item is placed after its predecessor. `from` is the index at that moment, `to` the index after the
 * item was taken out, and `index` the final one.
 */
const movePlaces = (match: Pick<ItemMatch, 'from' | 'isKept'>): Placed[] => {
  const { from, isKept } = match
  const staying = stayingItems(match)
  if (staying.length === from.length) return []
  const stays = new Set(staying)
  // Number of items still to move before each old index.
  const pending = createCounts(isKept.length)
  const isStaying = new Array<boolean>(isKept.length).fill(false)
  for (const [index, place] of from.entries()) {
    if (place < 0) continue
    if (stays.has(index)) isStaying[place] = true
    else pending.add(place, 1)
  }
  // Number of staying items before each old index.
  const staysBefore = new Array<number>(isKept.length + 1).fill(0)
  for (let place = 0; place < isKept.length; place += 1) {
    staysBefore[place + 1] = (staysBefore[place] ?? 0) + Number(isStaying[place])
  }
  const placed: Placed[] = []
  // Old index of the last staying item that was passed.
  let anchor = -1
  for (const [index, place] of from.entries()) {
    if (stays.has(index)) {
      anchor = place
      continue
    }
    let start = -1
    if (place >= 0) {
      const before = staysBefore[place] ?? 0
      // Items before it: up to its new index or, if its old index is before the anchor, to the next staying item.
      const inOrder = place > anchor ? index : (staying[before] ?? 0)
      const staysInOrder = place > anchor ? staysUpTo(staysBefore, anchor) : before
      start = pending.before(place) + before + (inOrder - staysInOrder)
      pending.add(place, -1)
    }
    placed.push({ index, from: start, to: pending.before(anchor + 1) + index })
  }
  return placed
}

const staysUpTo = (staysBefore: readonly number[], anchor: number): number =>
  anchor < 0 ? 0 : (staysBefore[anchor + 1] ?? 0)

/** A Fenwick tree: counts by index, with the sum before any index in logarithmic time. */
const createCounts = (length: number) => {
  const sums = new Array<number>(length + 1).fill(0)
  return {
    add: (place: number, count: number): void => {
      for (let at = place + 1; at <= length; at += at & -at) sums[at] = (sums[at] ?? 0) + count
    },
    before: (place: number): number => {
      let sum = 0
      for (let at = place; at > 0; at -= at & -at) sum += sums[at] ?? 0
      return sum
    },
  }
}
