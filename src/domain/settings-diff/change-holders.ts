import type { Change } from './diff-settings.ts'
import type { PathGlob } from './path-glob.ts'
import { pathKey } from './setting-path.ts'

/** Matches what holds any of the changed parts: `sandbox` and `sandbox.network` of a change of `sandbox.network.on`. */
export const changeHolders = (changes: readonly Change[]): PathGlob => {
  const keys = new Set<string>()
  for (const { path } of changes) {
    for (let length = path.length - 1; length > 0; length -= 1) {
      const key = pathKey(path.slice(0, length))
      if (keys.has(key)) break
      keys.add(key)
    }
  }
  return (path) => keys.has(pathKey(path))
}
