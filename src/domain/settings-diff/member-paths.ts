import { isJsonObject } from './json-value.ts'
import { type Path, pathText } from './setting-path.ts'

/** Paths of all members of settings, outer ones first, as people read them. Items of lists have none. Untrusted text. */
export const memberPaths = (settings: unknown, above: Path = []): string[] => {
  if (!isJsonObject(settings)) return []
  return Object.entries(settings).flatMap(([name, value]) => {
    const path: Path = [...above, { is: 'member', name }]
    return [pathText(path), ...memberPaths(value, path)]
  })
}
