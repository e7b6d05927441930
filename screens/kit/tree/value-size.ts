import { isContainer } from '../../../src/base/json.ts'

/** Most values within a value that are gone through within a frame. */
const MANY = 20_000
/** Most UTF-16 units of their texts. */
const LONG = 1_000_000

const known = new WeakMap<object, boolean>()

/** Whether a value, as settings, is so large that comparing or printing it would hold up a frame; cached. */
export const isLargeValue = (value: unknown): boolean => {
  if (!isContainer(value)) return false
  let large = known.get(value)
  if (large === undefined) {
    large = isMuch(value)
    known.set(value, large)
  }
  return large
}

const isMuch = (whole: object): boolean => {
  let [count, length] = [0, 0]
  const open: unknown[] = [whole]
  while (open.length > 0) {
    const value = open.pop()
    count += 1
    if (typeof value === 'string') length += value.length
    else if (Array.isArray(value)) {
      if (value.length > MANY) return true
      for (const item of value) open.push(item)
    } else if (isContainer(value)) {
      for (const name in value) open.push((value as Record<string, unknown>)[name])
    }
    if (count > MANY || length > LONG || open.length > 2 * MANY) return true
  }
  return false
}
