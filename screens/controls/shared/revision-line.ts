import { dayOf } from '../../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { Revision } from './use-revisions.ts'

/** Which revisions show their day, from most to fewest. */
const DAY_MODES = ['all', 'marks', 'none'] as const

/**
 * Revisions in a row, oldest on the left, with both marks in brackets: `405 05 Jul──[412 14 Jul]──[418 20 Jul] latest`.
 * All revisions show their day, or only the marked ones, or none, so that the revisions between the marks fit. If not
 * all revisions fit, the line shows the ones around the marks; if those don't fit either, the ones before B.
 *
 * @param revisions - Newest first.
 * @param a - Index of A in the revisions, greater than the index of B.
 */
export const revisionLine = (
  revisions: readonly Pick<Revision, 'revision' | 'updatedAt'>[],
  a: number,
  b: number,
  width: number,
  theme: Theme,
): string => {
  const isMark = (at: number): boolean => at === a || at === b
  for (const dayMode of DAY_MODES) {
    const textOf = (at: number): string => {
      const { revision, updatedAt } = revisions[at] ?? {}
      const hasDay = dayMode === 'all' || (dayMode === 'marks' && isMark(at))
      const text = `${revision ?? '?'}${hasDay ? dayText(updatedAt) : ''}`
      return isMark(at) ? `[${text}]` : text
    }
    const { oldest, line } = lineOf(revisions.length, { a, b, textOf, isMark }, width, theme)
    if (oldest >= a || dayMode === 'none') return line
  }
  return ''
}

const dayText = (updatedAt: string | undefined): string => {
  const at = Date.parse(updatedAt ?? '')
  return Number.isNaN(at) ? '' : ` ${dayLabel(dayOf(at)).slice(0, 6)}`
}

type LineOptions = { a: number; b: number; textOf: (at: number) => string; isMark: (at: number) => boolean }

/** The part of the line that fits, and the index of the oldest revision on it. */
const lineOf = (length: number, { a, b, textOf, isMark }: LineOptions, width: number, theme: Theme) => {
  const link = theme.signs.rule.repeat(2)
  const cells = (at: number): number => textOf(at).length + link.length
  const room = width - 14
  let [newest, oldest] = [b, b]
  let used = cells(b)
  const addIfFits = (at: number): boolean => {
    if (at < 0 || at >= length || used + cells(at) > room) return false
    used += cells(at)
    return true
  }
  while (oldest < a && addIfFits(oldest + 1)) oldest += 1
  while (addIfFits(newest - 1)) newest -= 1
  while (oldest >= a && addIfFits(oldest + 1)) oldest += 1
  const shown: string[] = []
  for (let at = oldest; at >= newest; at -= 1)
    shown.push(isMark(at) ? theme.accent(theme.strong(textOf(at))) : textOf(at))
  const start = oldest < a ? `${textOf(a)}${theme.signs.ellipsis}` : oldest < length - 1 ? theme.signs.ellipsis : ''
  const end = newest === 0 ? theme.muted(' latest') : theme.signs.ellipsis
  return { oldest, line: ` ${start}${shown.join(theme.muted(link))}${end}` }
}
