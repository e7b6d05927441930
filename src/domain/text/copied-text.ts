import { CARRIER, safeText } from './safe-text.ts'
import { graphemesOf } from './width.ts'

/**
 * A text as it may go to the clipboard, from where it is pasted into other terminals: what would act there or hide is a visible
 * sign, as where it is drawn; nothing is cut. Tabs stay, as they part the cells of a row.
 *
 * @param mode - `text` keeps line breaks; a `line` has none.
 */
export const copiedText = (text: string, mode: 'line' | 'text'): string => {
  const kept = mode === 'text' ? '\t\n' : '\t'
  const lines = mode === 'text' ? text.replaceAll('\r\n', '\n') : text
  if (isPlain.test(lines)) return lines
  let copied = ''
  let before = ''
  for (const { segment } of graphemesOf(lines.toWellFormed())) {
    if (kept.includes(segment)) copied += segment
    // A mark may stand on the sign before it already.
    else copied += before === CARRIER ? safeText(CARRIER + segment).slice(CARRIER.length) : safeText(segment)
    before = segment
  }
  return copied
}

const isPlain = /^[\t\x20-\x7e]*$/
