import { safeText } from '../src/domain/safe-text.ts'
import type { Line } from '../src/ui/line-editor.ts'
import type { Theme } from '../src/ui/theme.ts'

/** A text field: what is typed, with the cursor as a reversed cell. */
export const fieldText = ({ graphemes, cursor }: Line, theme: Theme): string => {
  const before = graphemes.slice(0, cursor).join('')
  const at = graphemes[cursor] ?? ' '
  const after = graphemes.slice(cursor + 1).join('')
  return safeText(before) + theme.inverse(safeText(at)) + safeText(after)
}
