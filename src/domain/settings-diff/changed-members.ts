import { isSameJson } from '../../base/same-json.ts'

/** Names of members, each list in alphabetical order; never values, which may be secrets. Untrusted text. */
export type ChangedMembers = { added: string[]; removed: string[]; changed: string[] }

type Json = Record<string, unknown>

/** Which top-level members differ between two settings. The order of keys says nothing, that of arrays does. */
export const changedMembers = (before: Json | undefined, after: Json | undefined): ChangedMembers => {
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
