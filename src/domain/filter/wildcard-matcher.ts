/** Escapes a text for a regular expression. The result is also valid with the `u` flag, which rejects other escapes. */
export const escapedForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Returns a case-insensitive predicate for texts that consist of these literals with any text between them. It searches
 * for each literal once, after the preceding match. A single regular expression could backtrack through every placement
 * in a long text.
 */
export const wildcardMatcher = (literals: readonly string[]): ((text: string) => boolean) => {
  const [first = '', ...others] = literals
  if (others.length === 0) {
    const whole = first.toLowerCase()
    return (text) => text.toLowerCase() === whole
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
