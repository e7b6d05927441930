import { isJsonObject, isScalar, memberOf, scalarKey } from './json-value.ts'
import type { Path, Step } from './setting-path.ts'

/** What settings have at a path; undefined where there is nothing. Of items with the same key the first counts. */
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
