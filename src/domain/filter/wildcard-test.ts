/** A text as a pattern that matches only that text, with or without the flag `u`, which refuses to escape any other sign. */
export const escapedForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Whether a text is made of these, ignoring case, with anything between them. Each is looked for once, behind the one before: one
 * pattern for all of them would try every way to place them in a long name.
 */
export const wildcardTest = (literals: readonly string[]): ((text: string) => boolean) => {
  const [first = '', ...others] = literals
  if (others.length === 0) {
    const whole = new RegExp(`^${escapedForPattern(first)}$`, 'iu')
    return (text) => whole.test(text)
  }
  const last = others.at(-1) ?? ''
  const start = new RegExp(`^${escapedForPattern(first)}`, 'iu')
  const end = new RegExp(`${escapedForPattern(last)}$`, 'iu')
  const between = others.slice(0, -1).map((literal) => new RegExp(escapedForPattern(literal), 'giu'))
  return (text) => {
    let at = start.exec(text)?.[0].length
    if (at === undefined) return false
    for (const pattern of between) {
      pattern.lastIndex = at
      if (!pattern.test(text)) return false
      at = pattern.lastIndex
    }
    return (end.exec(text.slice(-last.length))?.index ?? -1) >= 0 && text.length - last.length >= at
  }
}
