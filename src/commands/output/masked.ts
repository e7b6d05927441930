/**
 * A copy of plain data with every text in it masked, names of members too. Done before a format quotes, escapes or cuts
 * what it prints, which would leave a secret readable and unlike any form that is looked for afterwards.
 */
export const masked = <T>(value: T, redact: (text: string) => string): T => maskedValue(value, redact) as T

const maskedValue = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), maskedValue(member, redact)]))
}
