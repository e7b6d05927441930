import { isObject } from '../../base/json.ts'
import {
  addChildren,
  applyJsonEdits,
  type JsonEdit,
  type NewChild,
  type Node,
  parseJsonTree,
  removeChildren,
  replaceValue,
  withoutComments,
} from '../../base/json-edit.ts'
import { isSameJson } from '../../base/same-json.ts'

/**
 * Changes the text of an object so that its value is `after`. Comments, the order of members and the indentation stay.
 * Returns undefined if anything else would change.
 *
 * @param text - JSON with the value `before`, which may have comments; empty: a new file.
 */
export const editedConfig = (text: string, before: object, after: object): string | undefined => {
  if (text !== '' && isSameJson(before, after)) return text
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const json = text.slice(mark.length) || '{}\n'
  // Members are added last, because they go after the last one, which may be removed.
  const changed = applyJsonEdits(json, editsOf(json, parseJsonTree(json), before, after, 'change'))
  const value = parseOrUndefined(changed)
  if (!isObject(value)) return undefined
  const next = applyJsonEdits(changed, editsOf(changed, parseJsonTree(changed), value, after, 'add'))
  return isSameJson(parseOrUndefined(next), after) ? mark + next : undefined
}

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(withoutComments(text))
  } catch {
    return undefined
  }
}

type Members = Readonly<Record<string, unknown>>

const editsOf = (text: string, object: Node, before: object, after: object, step: 'change' | 'add'): JsonEdit[] => {
  const [old, wanted]: [Members, Members] = [{ ...before }, { ...after }]
  const removed = new Set<Node>()
  const edits: JsonEdit[] = []
  for (const property of object.children ?? []) {
    const [key, value] = property.children ?? []
    const name = String(key?.value)
    if (!Object.hasOwn(wanted, name)) removed.add(property)
    else if (value && !isSameJson(old[name], wanted[name])) {
      const [inner, next] = [old[name], wanted[name]]
      if (isObject(inner) && isObject(next) && value.type === 'object')
        edits.push(...editsOf(text, value, inner, next, step))
      else if (step === 'change') edits.push(replaceValue(text, value, next))
    }
  }
  const added = Object.entries(wanted).flatMap(([name, value]): NewChild[] =>
    Object.hasOwn(old, name) ? [] : [{ name, value }],
  )
  if (step === 'change') return removed.size > 0 ? [...edits, ...removeChildren(text, object, removed)] : edits
  return added.length > 0 ? [...edits, ...addChildren(text, object, added)] : edits
}
