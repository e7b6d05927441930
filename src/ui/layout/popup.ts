import { fit, truncate } from '../../domain/text/fit.ts'
import { textWidth } from '../../domain/text/width.ts'
import { MARK } from '../linear/linear-marks.ts'
import type { Theme } from './theme.ts'

/** Rows of a popup at the bottom of the body: a rule with a title, then its lines. */
export const popup = (title: string, lines: readonly string[], width: number, theme: Theme): string[] => {
  if (theme.isLinear) return [MARK.popup + title, ...lines]
  const sign = theme.signs.rule
  const head = truncate(`${sign}${sign} ${title} `, width)
  const line = theme.accent(head) + theme.muted(sign.repeat(width - textWidth(head)))
  return [line, ...lines]
}

/** Arranges lines in as many columns as fit, read downwards. */
export const inColumns = (items: readonly string[], itemWidth: number, width: number): string[] => {
  const columns = Math.max(1, Math.floor((width - 1) / (itemWidth + 2)))
  const height = Math.ceil(items.length / columns)
  return Array.from({ length: height }, (_, y) => {
    const cells = Array.from({ length: columns }, (_, x) => items[x * height + y]).filter((item) => item !== undefined)
    return ` ${cells.map((item) => fit(item, itemWidth)).join('  ')}`
  })
}
