import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import type { Line } from '../keys/line-editor.ts'
import type { Theme } from './theme.ts'

/** A text field in at most `width` cells, with a reversed cell as the cursor. Cuts a longer text around the cursor. */
export const fieldText = ({ graphemes, cursor }: Line, width: number, theme: Theme): string => {
  const at = safeText(graphemes[cursor] ?? ' ')
  let left = width - textWidth(at)
  const takeIfItFits = (index: number): string | undefined => {
    const grapheme = graphemes[index]
    const text = grapheme === undefined ? undefined : safeText(grapheme)
    if (text === undefined || textWidth(text) > left) return undefined
    left -= textWidth(text)
    return text
  }
  let before = ''
  for (let index = cursor - 1, text = takeIfItFits(index); text !== undefined; text = takeIfItFits(--index))
    before = text + before
  let after = ''
  for (let index = cursor + 1, text = takeIfItFits(index); text !== undefined; text = takeIfItFits(++index))
    after += text
  return before + theme.inverse(at) + after
}
