import { nearestWord } from '../text/nearest-word.ts'
import { isJsonObject } from './json-value.ts'
import type { Path } from './setting-path.ts'

/** A path that some of the settings have, and of which one name is nearly the same; undefined without one. */
export const nearestPath = (path: Path, settings: readonly unknown[]): Path | undefined => {
  let held = settings
  for (const [at, step] of path.entries()) {
    if (step.is !== 'member') return undefined
    const objects = held.filter(isJsonObject)
    const names = [...new Set(objects.flatMap((each) => Object.keys(each)))]
    if (!names.includes(step.name)) {
      const name = nearestWord(step.name, names)
      return name === undefined ? undefined : [...path.slice(0, at), { is: 'member', name }, ...path.slice(at + 1)]
    }
    held = objects.filter((each) => Object.hasOwn(each, step.name)).map((each) => each[step.name])
  }
  return undefined
}
