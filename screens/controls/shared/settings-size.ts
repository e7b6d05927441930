/** Most values of settings that are compared within a frame. */
const MANY = 20_000
/** Most UTF-16 units of their texts. */
const LONG = 1_000_000

const known = new WeakMap<object, boolean>()

/** Whether settings are so large that comparing or printing them would hold up a frame; cached. */
export const areLarge = (settings: unknown): boolean => {
  if (typeof settings !== 'object' || settings === null) return false
  let large = known.get(settings)
  if (large === undefined) {
    large = isMuch(settings)
    known.set(settings, large)
  }
  return large
}

const isMuch = (settings: object): boolean => {
  let [count, length] = [0, 0]
  const open: unknown[] = [settings]
  while (open.length > 0) {
    const value = open.pop()
    count += 1
    if (typeof value === 'string') length += value.length
    else if (Array.isArray(value)) {
      if (value.length > MANY) return true
      for (const item of value) open.push(item)
    } else if (typeof value === 'object' && value !== null) {
      for (const name in value) open.push((value as Record<string, unknown>)[name])
    }
    if (count > MANY || length > LONG || open.length > 2 * MANY) return true
  }
  return false
}
