import { once } from '../../../src/base/memoize.ts'
import { delta } from '../../../src/domain/text/delta.ts'
import { decimal, fullNumber, percent, shortNumber, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import type { Sum } from '../../../src/domain/usage/measure-figures.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/chart-text.ts'

/** A number in full, or rounded where the cells do not hold it: with digits cut off it would be another number. */
export const numberText = (value: number | undefined, width: number): string => {
  if (value === undefined || Number.isNaN(value)) return UNKNOWN
  const full = fullNumber(value)
  return full.length <= width ? full : shortNumber(value)
}

/** A sum; `?` behind it says that days are missing in it, or members of days. */
export const sumText = ({ value, missing }: Sum, width: number): string =>
  value === undefined || missing === 0 ? numberText(value, width) : `${numberText(value, width - 1)}?`

/** A mean over days with one decimal, so that those of a column line up; `?` behind it as in {@link sumText}. */
export const meanText = ({ value, missing }: Sum): string =>
  value === undefined || Number.isNaN(value) ? UNKNOWN : `${decimal(value, 1)}${missing > 0 ? '?' : ''}`

/** Stands before a rank or a share among the loaded people, until all are loaded. */
const PARTIAL = '~'

/** A rank, `~57` among the loaded people. */
export const rankText = (rank: number | undefined, width: number, isExact: boolean): string => {
  if (isExact || rank === undefined || Number.isNaN(rank)) return numberText(rank, width)
  const short = shortNumber(rank)
  const texts = [fullNumber(rank), String(rank), short, short.replace(/\.\d+/, '')].map((text) => `${PARTIAL}${text}`)
  return texts.find((text) => text.length <= width) ?? texts.at(-1) ?? ''
}

/** A share, `9.4 %`, or `~9.4 %` until all people are loaded. */
export const percentText = (share: number | undefined, isExact: boolean): string =>
  share === undefined || Number.isNaN(share) ? UNKNOWN : `${isExact ? '' : PARTIAL}${percent(share)}`

/** The same without the sign, which stands in the heading. */
export const shareText = (share: number | undefined, width: number, isExact: boolean): string => {
  const text = percentText(share, isExact).replace(' %', '')
  return text.length <= width ? text : text.replace(/\.\d+$/, '')
}

/** The change of a sum, `▲ 18.2 %`, marked where days are missing in one of the two; nothing where there is nothing to compare with. */
export const sumChange = (now: Sum, before: Sum | undefined, theme: Theme): string =>
  before ? changeText(delta(now.value, before.value), theme, now.missing + before.missing > 0) : ''

/**
 * A person's name for `width` cells: of an e-mail that is too long only the part before the `@`.
 *
 * @param widest - Cells of the longest name beside it. @default it stands alone
 */
export const nameText = (name: string, width: number, widest = 0): string => {
  const text = safeText(name)
  const at = text.indexOf('@')
  if (at <= 0 || Math.max(widest, textWidth(text)) <= width) return text
  const short = `${text.slice(0, at)}@…`
  return textWidth(short) <= width ? short : text
}

/** Names that are looked at for the longest of them. */
const MAX_NAMES = 1000

/** The names of a column, which are all e-mails or all without what stands behind the `@`. */
export const nameTexts = ({ length, nameAt }: { length: number; nameAt(entry: number): string }) => {
  const widest = once(() => {
    let cells = 0
    for (let entry = 0; entry < Math.min(length, MAX_NAMES); entry += 1)
      cells = Math.max(cells, textWidth(safeText(nameAt(entry))))
    return cells
  })
  return (entry: number, width: number): string => nameText(nameAt(entry), width, widest())
}

/** Ranks gained or lost since the period before; `new` for who was not there. */
export const moveText = (move: number | undefined, state: string | undefined): string => {
  if (state === 'new' || state === 'gone') return state
  if (move === undefined || Number.isNaN(move)) return ''
  return move === 0 ? '=' : move > 0 ? `+${move}` : String(move)
}

/** A word of untrusted text; `?` where there is none. */
export const wordText = (word: string | undefined): string => (word === undefined ? UNKNOWN : safeText(word))

/** Words of untrusted text in `width` cells: whole ones, and how many there was no room for. */
export const wordsText = (words: readonly string[], width: number): string => {
  const texts = words.map((word) => safeText(word))
  for (let shown = texts.length; shown > 0; shown--) {
    const left = texts.length - shown
    const line = [...texts.slice(0, shown), ...(left > 0 ? [`+${left}`] : [])].join(' ')
    if (textWidth(line) <= width) return line
  }
  return texts[0] ?? ''
}
