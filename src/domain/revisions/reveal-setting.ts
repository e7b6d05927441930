import { maskSettings, type SecretHash } from '../secrets/mask-settings.ts'
import { isJsonObject, isScalar, type JsonObject, scalarKey } from '../settings-diff/json-value.ts'
import type { Path, Step } from '../settings-diff/setting-path.ts'

/**
 * The value in unmasked settings at a path of the masked ones; undefined where there is none. Names and values of
 * the path may be masked, so it is looked up in masked settings and followed by index. The answer may be a secret: keep it nowhere.
 *
 * @param hash - The one that the settings of the path were masked with.
 */
export const revealSetting = (settings: unknown, path: Path, hash: SecretHash): unknown => {
  // Masked as a member of its revision, see maskRevision.
  let masked: unknown = maskSettings({ settings }, hash).settings
  let value = settings
  for (const step of path) {
    // What lies too deep is masked as a whole.
    if (!isAlike(masked, value)) return undefined
    const at = placeOf(masked, step)
    if (at < 0) return undefined
    masked = Object.values(masked as object)[at]
    value = Object.values(value as object)[at]
  }
  return value
}

/** Whether two values have as many parts, so that indexes mean the same. */
const isAlike = (masked: unknown, value: unknown): boolean => {
  if (Array.isArray(masked)) return Array.isArray(value) && masked.length === value.length
  return isJsonObject(masked) && isJsonObject(value) && Object.keys(masked).length === Object.keys(value).length
}

/** The index of the part that a step of masked settings leads to; -1 for none. */
const placeOf = (masked: unknown, step: Step): number => {
  if (step.is === 'member') return isJsonObject(masked) ? Object.keys(masked).indexOf(step.name) : -1
  if (!Array.isArray(masked)) return -1
  if (step.is === 'place') return step.index < masked.length ? step.index : -1
  if (step.is === 'item') {
    const hasKey = (item: JsonObject) => Object.hasOwn(item, step.by) && Object.is(item[step.by], step.value)
    return masked.findIndex((item) => isJsonObject(item) && hasKey(item))
  }
  const key = scalarKey(step.value)
  const equal = masked.flatMap((entry, at) => (isScalar(entry) && scalarKey(entry) === key ? [at] : []))
  return equal[step.nth - 1] ?? -1
}
