import { isContainer } from '../base/json.ts'

/**
 * Plain data with every text in it masked, names of members too: a copy, or the same object when there was nothing to mask. Done
 * before a format quotes, escapes or cuts what it prints, which would leave a secret readable and unlike any form that is looked
 * for afterwards, and instead of masking JSON text, where a secret like `true` or `2026` would be found outside the strings.
 */
export const masked = <T>(value: T, redact: (text: string) => string): T =>
  isClean(value, redact) ? value : (maskedValue(value, redact) as T)

/** Whether there is nothing to mask, as nearly always: looked at without a copy. */
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

// A sign of a secret that may be written by its number, or behind a backslash.
const mayHide = /\\["\\/u]/

/** What a JSON text was parsed to, masked. Nothing is copied when the text shows that no secret can be in it. */
export const maskedJson = (text: string, value: unknown, redact: (text: string) => string): unknown =>
  mayHide.test(text) || redact(text) !== text ? masked(value, redact) : value
