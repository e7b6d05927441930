import { once } from '../../../src/base/memoize.ts'
import { delta } from '../../../src/domain/text/delta.ts'
import { decimal, fullNumber, percent, shortNumber, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import type { Sum } from '../../../src/domain/usage/measure-figures.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/chart-text.ts'

/** A number in full, or rounded if it does not fit. Cutting off digits would change its value. */
export const numberText = (value: number | undefined, width: number): string => {
  if (value === undefined || Number.isNaN(value)) return UNKNOWN
  const full = fullNumber(value)
  return full.length <= width ? full : shortNumber(value)
}

/** A sum. A trailing `?` means that it is incomplete: days or fields are missing. */
export const sumText = ({ value, missing }: Sum, width: number): string =>
  value === undefined || missing === 0 ? numberText(value, width) : `${numberText(value, width - 1)}?`

/** A daily mean with one decimal, so that a column aligns. A trailing `?` means the same as in {@link sumText}. */
export const meanText = ({ value, missing }: Sum): string =>
  value === undefined || Number.isNaN(value) ? UNKNOWN : `${decimal(value, 1)}${missing > 0 ? '?' : ''}`

/** Prefix of a rank or share that covers only the loaded people. */
const PARTIAL = '~'

/** A rank, or `~57` until all people are loaded. */
export const rankText = (rank: number | undefined, width: number, isExact: boolean): string => {
  if (isExact || rank === undefined || Number.isNaN(rank)) return numberText(rank, width)
  const short = shortNumber(rank)
  const texts = [fullNumber(rank), String(rank), short, short.replace(/\.\d+/, '')].map((text) => `${PARTIAL}${text}`)
  return texts.find((text) => text.length <= width) ?? texts.at(-1) ?? ''
}

/** A share, `9.4 %`, or `~9.4 %` until all people are loaded. */
export const percentText = (share: number | undefined, isExact: boolean): string =>
  share === undefined || Number.isNaN(share) ? UNKNOWN : `${isExact ? '' : PARTIAL}${percent(share)}`

/** The same without the percent sign, which is in the heading. */
export const shareText = (share: number | undefined, width: number, isExact: boolean): string => {
  const text = percentText(share, isExact).replace(' %', '')
  return text.length <= width ? text : text.replace(/\.\d+$/, '')
}

/** The change of a sum, `▲ 18.2 %`, marked if either sum is incomplete. Empty without a previous sum. */
export const sumChange = (now: Sum, before: Sum | undefined, theme: Theme): string =>
  before ? changeText(delta(now.value, before.value), theme, now.missing + before.missing > 0) : ''

/**
 * A person's name in `width` cells. An e-mail address that is too long keeps only the part before the `@`.
 *
 * @param widest - Cells of the longest name in the same column.
 * @default 0
 */
export const nameText = (name: string, width: number, widest = 0): string => {
  const text = safeText(name)
  const at = text.indexOf('@')
  if (at <= 0 || Math.max(widest, textWidth(text)) <= width) return text
  const short = `${text.slice(0, at)}@…`
  return textWidth(short) <= width ? short : text
}

/** Maximum number of names measured to find the longest. */
const MAX_NAMES = 1000

/** Texts of a column of names: all e-mail addresses are complete, or all of them end at the `@`. */
export const nameTexts = ({ length, nameAt }: { length: number; nameAt(entry: number): string }) => {
  const widest = once(() => {
    let cells = 0
    for (let entry = 0; entry < Math.min(length, MAX_NAMES); entry += 1)
      cells = Math.max(cells, textWidth(safeText(nameAt(entry))))
    return cells
  })
  return (entry: number, width: number): string => nameText(nameAt(entry), width, widest())
}

/** The change of a rank from the previous period, or `new` for a person without rows in that period. */
export const moveText = (move: number | undefined, state: string | undefined): string => {
  if (state === 'new' || state === 'gone') return state
  if (move === undefined || Number.isNaN(move)) return ''
  return move === 0 ? '=' : move > 0 ? `+${move}` : String(move)
}

/** Untrusted text made safe; `?` if there is none. */
export const wordText = (word: string | undefined): string => (word === undefined ? UNKNOWN : safeText(word))

/** As many whole words as fit in `width` cells, and the number of the others. The words are untrusted text. */
export const wordsText = (words: readonly string[], width: number): string => {
  const texts = words.map((word) => safeText(word))
  for (let shown = texts.length; shown > 0; shown--) {
    const left = texts.length - shown
    const line = [...texts.slice(0, shown), ...(left > 0 ? [`+${left}`] : [])].join(' ')
    if (textWidth(line) <= width) return line
  }
  return texts[0] ?? ''
}
