import { maskSettings, type SecretHash } from '../secrets/mask-settings.ts'
import { isJsonObject, isScalar, type JsonObject, scalarKey } from '../settings-diff/json-value.ts'
import type { Path, Step } from '../settings-diff/setting-path.ts'

/**
 * The value in unmasked settings at a path of the masked ones; undefined if there is none. Names and values in the path
 * may be masked, so each step is found in masked settings and taken by index in the unmasked ones. The
 * result may be a secret: never store it.
 *
 * @param hash - The hash function that masked the settings of the path.
 */
export const revealSetting = (settings: unknown, path: Path, hash: SecretHash): unknown => {
  // Masked as a property of the revision, as in maskRevision.
  let masked: unknown = maskSettings({ settings }, hash).settings
  let value = settings
  for (const step of path) {
    // Parts below the depth limit are masked as a whole.
    if (!isAlike(masked, value)) return undefined
    const at = placeOf(masked, step)
    if (at < 0) return undefined
    masked = Object.values(masked as object)[at]
    value = Object.values(value as object)[at]
  }
  return value
}

/** Whether two values have the same number of parts, so that indexes correspond. */
const isAlike = (masked: unknown, value: unknown): boolean => {
  if (Array.isArray(masked)) return Array.isArray(value) && masked.length === value.length
  return isJsonObject(masked) && isJsonObject(value) && Object.keys(masked).length === Object.keys(value).length
}

/** Index of the part that a step selects in masked settings; -1 if there is none. */
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
