import { truncate } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { Announcement } from '../kit/session/announcements.ts'

/**
 * The row below the tabs while something is announced: as many announcements as fit, the number of the others, and the
 * key that lists them.
 */
export const announcementRow = (
  announcements: readonly Announcement[],
  key: string,
  width: number,
  theme: Theme,
): string => {
  const { signs } = theme
  const texts = announcements.map(({ isGood, text }) => ` ${isGood ? signs.good : signs.bad} ${safeText(text)} `)
  const keyText = width < 80 ? `  ${key} lists ` : `  ${key} lists actions `
  const room = width - textWidth(keyText) - 2
  let count = 1
  while (count < texts.length && textWidth(texts.slice(0, count + 1).join('')) + MORE_CELLS <= room) count += 1
  const more = texts.length > count ? ` +${texts.length - count} more ` : ''
  const shown = truncate(texts.slice(0, count).join(''), room - textWidth(more)) + more
  const line = signs.rule.repeat(Math.max(0, width - textWidth(shown) - textWidth(keyText)))
  return `${theme.inverse(shown)}${theme.muted(keyText + line)}`
}

/** Cells for the number of announcements that don't fit. */
const MORE_CELLS = 10
