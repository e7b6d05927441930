import { memoize } from '../../base/memoize.ts'
import { isTwoCells } from '../../domain/text/width.ts'
import { isOneCell } from '../layout/styled-width.ts'

/**
 * A row as an array of cells. `text` has one UTF-16 unit per cell. A number in `cells` has the unit, a flag for the
 * second cell of a wide character, and above them the number of the style (0: none), so that cells can be compared as
 * numbers. The style of a blank has only the parts that are visible on it. Trailing blanks without a style are cut;
 * `width` includes them.
 */
export type Cells = { text: string; cells: Uint32Array; hasSecondCells: boolean; width: number }

/** The unit in `text` for the second cell of a wide character. */
export const SECOND_CELL = '\0'
const SECOND = 0x1_0000
const STYLE_AT = 17

/** A blank cell without a style. */
export const BLANK_CELL = 0x20
export const styleIn = (cell: number): number => cell >>> STYLE_AT
export const isSecondCell = (cell: number): boolean => (cell & SECOND) !== 0

/** Whether a cell looks the same when it is written in this style. */
export const isWrittenIn = (style: number, cell: number): boolean =>
  styleIn(cell) === style || (isBlank(cell) && styleIn(cell) === styleOnBlanks(style))
export const isBlank = (cell: number): boolean => (cell & 0x1_ffff) === BLANK_CELL

/** The length of a cell's character in UTF-8, in bytes. All bytes count for its first cell. */
export const bytesOf = (cell: number): number => {
  const unit = cell & 0x1_ffff
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit < SECOND ? 3 : 0
}

type Sgr = Record<'intensity' | 'italic' | 'underline' | 'inverse' | 'strike' | 'ink' | 'ground', string>
const noSgr: Sgr = { intensity: '', italic: '', underline: '', inverse: '', strike: '', ink: '', ground: '' }

/**
 * Splits a row of finished text into cells. Undefined if it contains a character of uncertain width, or a sequence
 * other than SGR; such a row is always written as a whole.
 */
const cellsOf = (row: string): Cells | undefined => {
  // At most two cells per unit.
  if (room.length < 2 * row.length) room = new Uint32Array(2 * row.length)
  const cells = room
  let text = ''
  let width = 0
  let hasSecondCells = false
  let style = 0
  let from = 0
  for (let i = 0; i < row.length; i++) {
    const code = row.charCodeAt(i)
    if (code === 0x1b) {
      const end = row.indexOf('m', i)
      if (end < 0 || row.charCodeAt(i + 1) !== 0x5b) return undefined
      text += row.slice(from, i)
      style = styleAfter(style, row.slice(i + 2, end))
      from = end + 1
      i = end
    } else if (code === BLANK_CELL) cells[width++] = (styleOnBlanks(style) << STYLE_AT) | code
    else if (isOneCell(code)) cells[width++] = (style << STYLE_AT) | code
    else if (isTwoCells(code)) {
      const cell = (style << STYLE_AT) | code
      cells[width++] = cell
      cells[width++] = cell | SECOND
      text += row.slice(from, i + 1) + SECOND_CELL
      from = i + 1
      hasSecondCells = true
    } else return undefined
  }
  text += row.slice(from)
  let length = width
  while (length > 0 && cells[length - 1] === BLANK_CELL) length--
  return { text: text.slice(0, length), cells: cells.slice(0, length), hasSecondCells, width }
}
/** Buffer for splitting a row. */
let room = new Uint32Array(1024)

/** As {@link cellsOf}, memoized, because most rows were already in the previous frame. */
export const cellsOfDrawn = memoize(cellsOf, 400)

/** A style: its SGR parameters, the style that is visible on blanks, and the style after each SGR sequence that follows it. */
type Style = { sgr: Sgr; parameters: string; onBlanks: number; next: Map<string, number> }
// Styles are interned by number. There are few, because a theme has few.
const knownStyles: Style[] = [{ sgr: noSgr, parameters: '', onBlanks: 0, next: new Map() }]

const styleAfter = (before: number, parameters: string): number => {
  const { sgr, next } = styleOf(before)
  const known = next.get(parameters)
  if (known !== undefined) return known
  const after = numberOf(applySgr(sgr, parameters))
  next.set(parameters, after)
  return after
}

const numberOf = (sgr: Sgr): number => {
  const parameters = parametersOf(sgr)
  const known = knownStyles.findIndex((style) => style.parameters === parameters)
  if (known >= 0) return known
  const number = knownStyles.length
  const { ground, inverse, underline, strike } = sgr
  const isBackgroundOnly = parameters === ground
  knownStyles.push({ sgr, parameters, onBlanks: number, next: new Map() })
  // Underlines and strikethrough are drawn in the text colour, and so is the background of reverse video.
  if (!isBackgroundOnly && inverse + underline + strike === '')
    styleOf(number).onBlanks = numberOf({ ...noSgr, ground })
  return number
}

const styleOf = (number: number): Style => knownStyles[number] as Style

/** The SGR parameters of a style; empty for none. */
export const styleParameters = (number: number): string => styleOf(number).parameters

/** The part of a style that is visible on blanks, as a style; 0 for none. */
export const styleOnBlanks = (number: number): number => styleOf(number).onBlanks

const parametersOf = (sgr: Sgr): string =>
  kinds
    .map((kind) => sgr[kind])
    .filter((part) => part !== '')
    .join(';')

const applySgr = (before: Sgr, parameters: string): Sgr => {
  let sgr = { ...before }
  const codes = parameters === '' ? ['0'] : parameters.split(';')
  for (let i = 0; i < codes.length; i++) {
    const code = Number(codes[i])
    const on = ons[code]
    const off = kinds.find((kind) => offs[kind] === String(code))
    if (code === 0) sgr = { ...noSgr }
    else if (off) sgr[off] = ''
    else if (on) sgr[on] = String(code)
    else if (code === 1 || code === 2)
      sgr.intensity = sgr.intensity && sgr.intensity !== String(code) ? '1;2' : String(code)
    else if (code === 38 || code === 48) {
      const length = codes[i + 1] === '5' ? 3 : 5
      sgr[code === 38 ? 'ink' : 'ground'] = codes.slice(i, i + length).join(';')
      i += length - 1
    } else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) sgr.ink = String(code)
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) sgr.ground = String(code)
  }
  return sgr
}

const ons: Readonly<Record<number, keyof Sgr>> = { 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'strike' }
const offs: Sgr = {
  intensity: '22',
  italic: '23',
  underline: '24',
  inverse: '27',
  strike: '29',
  ink: '39',
  ground: '49',
}
const kinds = Object.keys(offs) as (keyof Sgr)[]

/** The SGR parameters from one style to a different one: first the parts that end, then those that begin. */
export const styleChange = (from: number, to: number): string => {
  const before = styleOf(from).sgr
  const after = styleOf(to).sgr
  const changed = kinds.filter((kind) => before[kind] !== after[kind])
  // Bold and dim share one code that ends both. A colour is replaced without ending it.
  const ended = changed.filter((kind) => after[kind] === '' || (kind === 'intensity' && before[kind] !== ''))
  return [...ended.map((kind) => offs[kind]), ...changed.map((kind) => after[kind]).filter((on) => on !== '')].join(';')
}
