import { nearestWord } from '../text/fuzzy.ts'
import { isJsonObject, isScalar, memberOf, scalarKey } from './json-value.ts'
import { type Path, pathText, type Step } from './setting-path.ts'

/** The value at a path; undefined if there is none. Of items with the same key, the first counts. */
export const valueAt = (settings: unknown, path: Path): unknown => {
  let value = settings
  for (const step of path) {
    value = stepInto(value, step)
    if (value === undefined) return undefined
  }
  return value
}

const stepInto = (value: unknown, step: Step): unknown => {
  if (step.is === 'member') return isJsonObject(value) ? memberOf(value, step.name) : undefined
  if (!Array.isArray(value)) return undefined
  if (step.is === 'place') return value[step.index]
  if (step.is === 'item') {
    return value.find((item) => isJsonObject(item) && Object.is(memberOf(item, step.by), step.value))
  }
  const key = scalarKey(step.value)
  const equal = value.filter((entry) => isScalar(entry) && scalarKey(entry) === key)
  return equal.length >= step.nth ? step.value : undefined
}

/**
 * A similar path that exists in some of the settings: the first unknown name is replaced by the closest existing one.
 * Undefined if there is none.
 */
export const nearestPath = (path: Path, settings: readonly unknown[]): Path | undefined => {
  let found = settings
  for (const [at, step] of path.entries()) {
    if (step.is !== 'member') return undefined
    const objects = found.filter(isJsonObject)
    const names = [...new Set(objects.flatMap((each) => Object.keys(each)))]
    if (!names.includes(step.name)) {
      const name = nearestWord(step.name, names)
      return name === undefined ? undefined : [...path.slice(0, at), { is: 'member', name }, ...path.slice(at + 1)]
    }
    found = objects.filter((each) => Object.hasOwn(each, step.name)).map((each) => each[step.name])
  }
  return undefined
}

/** Display paths of all properties of settings, parents first. List items are left out. Untrusted text. */
export const memberPaths = (settings: unknown, above: Path = []): string[] => {
  if (!isJsonObject(settings)) return []
  return Object.entries(settings).flatMap(([name, value]) => {
    const path: Path = [...above, { is: 'member', name }]
    return [pathText(path), ...memberPaths(value, path)]
  })
}
