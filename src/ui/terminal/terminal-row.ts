import { memoize } from '../../base/memoize.ts'
import { isTwoCells } from '../../domain/text/width.ts'
import { isOneCell } from '../layout/styled-width.ts'

/**
 * A row taken apart: its text, of which each cell is one UTF-16 unit, and of each cell the unit, whether it is the second one of its
 * sign, and above that the number of the style it stands in (0: none), so that two cells are compared at once. A blank stands in no more
 * of a style than shows in it. Behind its last cell there are blanks in no style; `width` counts those that the row has itself.
 */
export type Cells = { text: string; cells: Uint32Array; hasSecondCells: boolean; width: number }

/** What stands in the text for the second cell of a sign. */
export const SECOND_CELL = '\0'
const SECOND = 0x1_0000
const STYLE_AT = 17

/** A cell with nothing in it, in no style. */
export const BLANK_CELL = 0x20
export const styleIn = (cell: number): number => cell >>> STYLE_AT
export const isSecondCell = (cell: number): boolean => (cell & SECOND) !== 0

/** Whether a cell looks the same when it is written in this style. */
export const isWrittenIn = (style: number, cell: number): boolean =>
  styleIn(cell) === style || (isBlank(cell) && styleIn(cell) === styleOnBlanks(style))
export const isBlank = (cell: number): boolean => (cell & 0x1_ffff) === BLANK_CELL

/** Bytes of a cell's sign in UTF-8, all in its first cell. */
export const bytesOf = (cell: number): number => {
  const unit = cell & 0x1_ffff
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit < SECOND ? 3 : 0
}

type Sgr = Record<'intensity' | 'italic' | 'underline' | 'inverse' | 'strike' | 'ink' | 'ground', string>
const noSgr: Sgr = { intensity: '', italic: '', underline: '', inverse: '', strike: '', ink: '', ground: '' }

/**
 * The cells of a row of finished text; undefined when it holds anything of which terminals differ in how many cells it takes, or a
 * sequence other than SGR: such a row is only ever written whole.
 */
const cellsOf = (row: string): Cells | undefined => {
  // At most two for each unit.
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
/** Where a row is taken apart. */
let room = new Uint32Array(1024)

/** The same of a row that is drawn, which mostly was drawn in the frame before, too. */
export const cellsOfDrawn = (row: string): Cells | undefined => drawn(row).cells
const drawn = memoize((row: string) => ({ cells: cellsOf(row) }), 400)

/** A style by its number: its SGR parameters, what of it shows on blanks, and the styles that sequences lead to from it. */
type Style = { sgr: Sgr; parameters: string; onBlanks: number; next: Map<string, number> }
// Few, as a theme has few: what is made of them is made once.
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
  const isGroundAlone = parameters === ground
  knownStyles.push({ sgr, parameters, onBlanks: number, next: new Map() })
  // A line through or below it is drawn in the ink, and so is the ground of what is inverse.
  if (!isGroundAlone && inverse + underline + strike === '') styleOf(number).onBlanks = numberOf({ ...noSgr, ground })
  return number
}

const styleOf = (number: number): Style => knownStyles[number] as Style

/** The SGR parameters of a style of {@link cellsOf}; empty: none. */
export const styleParameters = (number: number): string => styleOf(number).parameters

/** What of a style shows where nothing is written in it: a style too, 0 for nothing. */
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

/** The SGR parameters that lead from one style of {@link cellsOf} to another, which must differ: what ends, then what begins. */
export const styleChange = (from: number, to: number): string => {
  const before = styleOf(from).sgr
  const after = styleOf(to).sgr
  const changed = kinds.filter((kind) => before[kind] !== after[kind])
  // Bold and dim are two switches with one way off; a colour gives way to another.
  const ended = changed.filter((kind) => after[kind] === '' || (kind === 'intensity' && before[kind] !== ''))
  return [...ended.map((kind) => offs[kind]), ...changed.map((kind) => after[kind]).filter((on) => on !== '')].join(';')
}
