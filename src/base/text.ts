/** Compares by UTF-16 code units, so the order is the same on every machine. */
export const compareText = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)

/** Extends an order of values to missing ones, which come last, and are equal to each other. */
export const missingLast =
  <T>(compare: (a: T, b: T) => number) =>
  (a: T | undefined, b: T | undefined): number =>
    a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : compare(a, b)

/** 32-bit FNV-1a hash of a string. Weaker than node:crypto, which takes milliseconds to load. */
export const textHash = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Splits a text into pieces of this length, UTF-16 units, but never a character of two units. */
export function* splitText(text: string, length: number): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + length, text.length)
    if (end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff) end--
    yield text.slice(at, end)
  }
}

/**
 * Splits a command into words as a shell does (`less -R`, `"my editor" --wait`), without executing or expanding
 * anything. Single quotes keep everything; double quotes keep everything except `\` before `" \ $` and a backquote;
 * outside of quotes `\` keeps the next character.
 *
 * @param isWindows - `\` is a path separator and has no special meaning.
 * @returns No words for an empty text; undefined if a quote isn't closed.
 */
export const splitWords = (text: string, isWindows = process.platform === 'win32'): string[] | undefined => {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    const next = text[at + 1]
    if (quote === "'") {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '\\' && !isWindows && next !== undefined && (quote === '' || '"\\$`'.includes(next))) {
      word = (word ?? '') + next
      at += 1
    } else if (quote === '"') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== '') return undefined
  if (word !== undefined) words.push(word)
  return words
}
