import { fit } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import type { Line } from '../../../src/ui/keys/line-editor.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/**
 * Whether a text has every word of a filter, and none of the words with a `!` before them. Ignores case.
 *
 * @param filter - Empty: every text.
 * @param text - Called only if the filter has words.
 */
export const hasWords = (filter: string, text: () => string): boolean => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const searched = text().toLowerCase()
  return words.every((word) =>
    word.startsWith('!') ? word === '!' || !searched.includes(word.slice(1)) : searched.includes(word),
  )
}

/** The filter, with its cursor while it is typed, and the number of matching rows. */
export const filterLine = (filter: Line | string, count: string, width: number, theme: Theme): string => {
  const cells = width - textWidth(count) - 5
  const text = typeof filter === 'string' ? fit(safeText(filter), cells) : fieldText(filter, cells, theme)
  return ` ${theme.accent('/')} ${text}  ${theme.muted(count)}`
}
