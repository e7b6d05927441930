/** By UTF-16 units, the same on every machine; for sorting. */
export const compareText = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)

/** A 32-bit hash (FNV-1a) of a text, where its quality matters less than that node:crypto takes milliseconds to load. */
export const textHash = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * The words of a command as a shell would split it, `less -R`, `"my editor" --wait`, but nothing in it is ever run or expanded:
 * single quotes keep everything, double quotes all but `\` before `" \ $` and a backquote, and `\` outside of quotes keeps the next
 * character. None for an empty text; undefined where a quote is not closed.
 *
 * @param isWindows - `\` is what paths are written with, and stands for itself.
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
