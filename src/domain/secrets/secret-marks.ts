// Private characters, which no settings have any use for, around a hash.
const START = '\u{f8ff}\u{e0aa}'
const END = '\u{e0bb}\u{f8ff}'

/** What stands for a secret in masked text. Global: for `replace`, `matchAll`, `search` and the source of others. */
export const secretMarks = new RegExp(`${START}[A-Za-z0-9_-]{16,64}${END}`, 'gu')

const oneMark = new RegExp(`^(?:${secretMarks.source})$`, 'u')

/** What stands for a secret of this hash. */
export const secretMark = (hash: string): string => `${START}${hash}${END}`

/** Whether a text is what stands for one secret and nothing else. */
export const isSecretMark = (text: string): boolean => oneMark.test(text)

/** Whether a text that nobody has masked holds an edge of a mark, with which a part of it could pass for masked. */
export const hasMarkEdge = (text: string): boolean => text.includes(START) || text.includes(END)

/** Changes what lies around the marks of a text and leaves them as they are. */
export const outsideMarks = (text: string, change: (part: string) => string): string => {
  // Texts without a secret are by far the most, and are looked at again and again.
  if (!text.includes(START)) return change(text)
  let changed = ''
  let at = 0
  for (const { 0: mark, index } of text.matchAll(secretMarks)) {
    changed += change(text.slice(at, index)) + mark
    at = index + mark.length
  }
  return changed + change(text.slice(at))
}
