import { isObject } from '../../base/json.ts'
import { isSameJson } from '../../base/same-json.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * What config.json must contain to change the whole configuration from `before` to `wanted`. Members that it gets from
 * included files are added to it only if they change. An included member cannot be removed: it stays in effect.
 *
 * @param own - What config.json contains.
 */
export const overridesFor = (own: Members, before: Members, wanted: Members): Members => {
  const names = new Set([...Object.keys(own), ...Object.keys(wanted)])
  const members = [...names].flatMap((name): [string, unknown][] => {
    if (!Object.hasOwn(wanted, name)) return []
    const isOwn = Object.hasOwn(own, name)
    const [old, next] = [Object.hasOwn(before, name) ? before[name] : undefined, wanted[name]]
    if (isSameJson(old, next)) return isOwn ? [[name, own[name]]] : []
    const inner = isOwn ? own[name] : {}
    if (!isObject(old) || !isObject(next) || !isObject(inner)) return [[name, next]]
    const overrides = overridesFor(inner, old, next)
    return isOwn || Object.keys(overrides).length > 0 ? [[name, overrides]] : []
  })
  return Object.fromEntries(members)
}

/** The path of the first difference of two values; undefined if they are the same. */
export const firstDifference = (one: unknown, other: unknown): string[] | undefined => {
  if (isSameJson(one, other)) return undefined
  if (!isObject(one) || !isObject(other)) return []
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (Object.hasOwn(one, name) !== Object.hasOwn(other, name)) return [name]
    const inner = firstDifference(one[name], other[name])
    if (inner) return [name, ...inner]
  }
  return []
}
