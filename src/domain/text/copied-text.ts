import { CARRIER, safeText } from './safe-text.ts'
import { graphemesOf } from './width.ts'

/**
 * Text for the clipboard, which may be pasted into other terminals. Control and hidden characters become visible signs,
 * as on the screen; nothing is truncated. Tabs stay, because they separate the cells of a row.
 *
 * @param mode - `text` keeps line breaks; `line` doesn't.
 */
export const copiedText = (text: string, mode: 'line' | 'text'): string => {
  const kept = mode === 'text' ? '\t\n' : '\t'
  const lines = mode === 'text' ? text.replaceAll('\r\n', '\n') : text
  if (isPlain.test(lines)) return lines
  let copied = ''
  let before = ''
  for (const { segment } of graphemesOf(lines.toWellFormed())) {
    if (kept.includes(segment)) copied += segment
    // The preceding segment may already be the base of the mark.
    else copied += before === CARRIER ? safeText(CARRIER + segment).slice(CARRIER.length) : safeText(segment)
    before = segment
  }
  return copied
}

const isPlain = /^[\t\x20-\x7e]*$/
