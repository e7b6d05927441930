import { isSameJson } from '../../base/same-json.ts'
import { toJson } from '../output/output.ts'
import { shownSettings } from '../secrets/mask-settings.ts'
import { DEEPEST, isJsonObject, type JsonObject } from './json-value.ts'
import { matchItems } from './match-items.ts'
import { movePlaces } from './move-places.ts'

/** One operation of a JSON Patch (RFC 6902); `path` and `from` are JSON Pointers (RFC 6901). */
export type PatchOperation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move'; from: string; path: string }

/**
 * Operations that make one JSON document into the other, exactly but for the order of members; as few moves as can be.
 * Values are as masked as they were: a patch that leaves the program is {@link jsonPatchText}.
 */
export const toJsonPatch = (before: unknown, after: unknown): PatchOperation[] => {
  const operations: PatchOperation[] = []
  patchValues(before, after, [], operations)
  return operations
}

/** A JSON Patch as people and scripts may see it: `••••••` stands where secrets are. */
export const jsonPatchText = (before: unknown, after: unknown): string =>
  toJson(shownSettings(toJsonPatch(before, after)), { indent: 2 })

const pointerOf = (tokens: readonly string[]): string =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const patchValues = (before: unknown, after: unknown, tokens: string[], operations: PatchOperation[]): void => {
  if (Object.is(before, after)) return
  if (tokens.length < DEEPEST) {
    if (Array.isArray(before) && Array.isArray(after)) {
      patchLists(before, after, tokens, operations)
      return
    }
    if (isJsonObject(before) && isJsonObject(after)) {
      patchObjects(before, after, tokens, operations)
      return
    }
  }
  if (!isSameJson(before, after)) operations.push({ op: 'replace', path: pointerOf(tokens), value: after })
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
  // Within items first, while all indexes are the old ones.
  for (let index = 0; index < from.length; index += 1) {
    const place = from[index] as number
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
