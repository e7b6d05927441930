import { safeText } from './safe-text.ts'
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
  for (const { segment } of graphemesOf(lines.toWellFormed()))
    copied += kept.includes(segment) ? segment : safeText(segment)
  return copied
}

const isPlain = /^[\t\x20-\x7e]*$/
