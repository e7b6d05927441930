import { escapedForPattern } from '../filter/wildcard-matcher.ts'

/** What a text search finds, for help and hints. */
export const SEARCH_SYNTAX = 'lines with all words, or a "quoted phrase"'

/** A search stops when it has listed this number of lines and pages, so that its memory and time are limited. */
export const MAX_FOUND = 10_000
export const SEARCH_CUT = 'The search stopped after 10,000 results: use more words.'

/** The words and phrases of a search, the longest first; empty if nothing is searched. */
export type TextSearch = readonly RegExp[]

/** Parses a typed search. Letter case, and how a character is composed, do not matter. An open quote ends at the end. */
export const parseTextSearch = (typed: string): TextSearch =>
  [...typed.normalize('NFC').matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([word, phrase]) => (phrase ?? word).trim())
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
    .map((word) => new RegExp(word.split(/\s+/).map(escapedForPattern).join('[^\\S\\n]+'), 'giu'))

/** One pattern for all words, to highlight them; phrases may wrap. Undefined if nothing is searched. */
export const highlightPattern = (search: TextSearch): RegExp | undefined =>
  search.length === 0
    ? undefined
    : new RegExp(search.map(({ source }) => source.replaceAll('[^\\S\\n]+', '\\s+')).join('|'), 'giu')

/** Whether one line of text has all words. */
export const matchesLine = (line: string, search: TextSearch): boolean =>
  search.every((word) => line.normalize('NFC').search(word) >= 0)

/**
 * Calls back for each line that has all words, with its index. Takes linear time, however long the lines are.
 *
 * @param search - At least one word.
 * @returns The number of line breaks in the text.
 */
export const searchLines = (
  raw: string,
  search: TextSearch,
  onFound: (index: number, line: string) => void,
): number => {
  const text = raw.normalize('NFC')
  const [longest, ...others] = search
  const lines = createLineCounter(text)
  let from = 0
  while (longest && from < text.length) {
    longest.lastIndex = from
    const match = longest.exec(text)
    if (!match) break
    const start = text.lastIndexOf('\n', match.index) + 1
    const end = text.indexOf('\n', match.index)
    const line = text.slice(start, end < 0 ? text.length : end)
    if (others.every((word) => line.search(word) >= 0)) onFound(lines.before(start), line.replace(/\r$/, ''))
    from = end < 0 ? text.length : end + 1
  }
  return lines.before(text.length)
}

const createLineCounter = (text: string) => {
  let count = 0
  let counted = 0
  return {
    /** The number of line breaks before a position. Each position must be at or after the previous one. */
    before(position: number): number {
      for (let at = text.indexOf('\n', counted); at >= 0 && at < position; at = text.indexOf('\n', counted)) {
        count += 1
        counted = at + 1
      }
      return count
    },
  }
}

/** Maximum UTF-16 units of a line that is listed, and of the part before its first match. */
const MAX_EXCERPT = 400
const MAX_BEFORE = 60

/** A line, or the part of a long one around its first match. */
export const excerptOf = (line: string, search: TextSearch): string => {
  if (line.length <= MAX_EXCERPT) return line
  const first = Math.max(0, Math.min(...search.map((word) => line.search(word))))
  const from = first <= MAX_BEFORE ? 0 : first - MAX_BEFORE
  const excerpt = line.slice(from, from + MAX_EXCERPT).toWellFormed()
  return `${from > 0 ? '…' : ''}${excerpt}${from + MAX_EXCERPT < line.length ? '…' : ''}`
}
