import { isContainer } from '../base/json.ts'

/**
 * Masks secrets in all strings of plain data, including member names. Returns a copy, or the same object if nothing was
 * masked. Mask before formatting: quoting, escaping or cutting could make a secret unrecognizable but still readable.
 * Don't mask JSON text instead: a secret such as `true` or `2026` would also match outside the strings.
 */
export const masked = <T>(value: T, redact: (text: string) => string): T =>
  isClean(value, redact) ? value : (maskedValue(value, redact) as T)

/** Whether there is nothing to mask, which is nearly always true. Checks without copying. */
const isClean = (value: unknown, redact: (text: string) => string): boolean => {
  if (typeof value === 'string') return redact(value) === value
  if (!isContainer(value)) return true
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (!isClean(value[at], redact)) return false
    return true
  }
  for (const name in value) {
    if (redact(name) !== name || !isClean((value as Record<string, unknown>)[name], redact)) return false
  }
  return true
}

const maskedValue = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value)
  if (!isContainer(value)) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => maskedValue(item, redact))
    return items.some((item, at) => !Object.is(item, value[at])) ? items : value
  }
  const members = Object.entries(value)
  const shown = members.map(([name, member]): [string, unknown] => [redact(name), maskedValue(member, redact)])
  const isChanged = shown.some(
    ([name, member], at) => name !== members[at]?.[0] || !Object.is(member, members[at]?.[1]),
  )
  return isChanged ? Object.fromEntries(shown) : value
}

// An escape sequence in which part of a secret may be written.
const mayContainEscapedSecret = /\\["\\/u]/

/** Masks parsed JSON. Copies nothing if the text shows that it contains no secret. */
export const maskedJson = (text: string, value: unknown, redact: (text: string) => string): unknown =>
  mayContainEscapedSecret.test(text) || redact(text) !== text ? masked(value, redact) : value
