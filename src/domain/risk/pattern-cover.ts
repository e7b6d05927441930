/** Which commands the patterns of a list cover. */
export type PatternCover = {
  add(entry: string): void
  /** Whether a pattern covers the entry, which may be a pattern itself: `gh *` covers `gh pr *`. */
  covers(entry: string): boolean
}

/** Patterns with an asterisk elsewhere than at their end that are looked at, and lengths of the others: each is tried on each entry. */
const MOST_INNER = 200
const MOST_LENGTHS = 200

/** Patterns of shell commands, in which `*` stands for any rest (and, where it stands further in, for anything). */
export const createPatternCover = (): PatternCover => {
  const starts = new Set<string>()
  const inner: string[][] = []
  const lengths = new Set<number>()
  return {
    add(entry) {
      const first = entry.indexOf('*')
      if (first < 0) return
      if (first < entry.length - 1) {
        if (inner.length < MOST_INNER) inner.push(entry.split('*'))
        return
      }
      if (lengths.size >= MOST_LENGTHS && !lengths.has(first)) return
      lengths.add(first)
      starts.add(entry.slice(0, first))
    },
    covers(entry) {
      for (const length of lengths) if (length <= entry.length && starts.has(entry.slice(0, length))) return true
      return inner.some((parts) => isMatch(parts, entry))
    },
  }
}

/** Whether a text has these parts in this order, the first at its start and the last at its end. */
export const isMatch = (parts: readonly string[], text: string): boolean => {
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}
