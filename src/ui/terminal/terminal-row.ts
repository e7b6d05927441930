import { isOneCell } from '../layout/styled-width.ts'

/** A row taken apart: the sign in each cell, all of one UTF-16 unit, and the style it stands in, as a number (0: none). */
export type Cells = { text: string; styles: Uint16Array }

type Sgr = {
  intensity: string
  italic: string
  underline: string
  inverse: string
  strike: string
  ink: string
  ground: string
}
const noSgr: Sgr = { intensity: '', italic: '', underline: '', inverse: '', strike: '', ink: '', ground: '' }

/**
 * The cells of a row of finished text; undefined when it holds anything that may not take exactly one cell, or a
 * sequence other than SGR: such a row is only ever written whole.
 */
export const cellsOf = (row: string): Cells | undefined => {
  const styles = new Uint16Array(row.length)
  let text = ''
  let width = 0
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
    } else if (isOneCell(code)) styles[width++] = style
    else return undefined
  }
  return { text: text + row.slice(from), styles: styles.subarray(0, width) }
}

/** A style by its number: its SGR parameters, and the styles that sequences lead to from it. */
type Style = { sgr: Sgr; parameters: string; next: Map<string, number> }
// Few, as a theme has few: what is made of them is made once.
const knownStyles: Style[] = [{ sgr: noSgr, parameters: '', next: new Map() }]

const styleAfter = (before: number, parameters: string): number => {
  const { sgr, next } = styleOf(before)
  const known = next.get(parameters)
  if (known !== undefined) return known
  const after = applySgr(sgr, parameters)
  const text = parametersOf(after)
  const same = knownStyles.findIndex((style) => style.parameters === text)
  const number = same >= 0 ? same : knownStyles.push({ sgr: after, parameters: text, next: new Map() }) - 1
  next.set(parameters, number)
  return number
}

const styleOf = (number: number): Style => knownStyles[number] as Style

/** The SGR parameters of a style of {@link cellsOf}; empty: none. */
export const styleParameters = (number: number): string => styleOf(number).parameters

const parametersOf = (sgr: Sgr): string => {
  let style = ''
  for (const part of [sgr.intensity, sgr.italic, sgr.underline, sgr.inverse, sgr.strike, sgr.ink, sgr.ground])
    if (part) style += style ? `;${part}` : part
  return style
}

const applySgr = (before: Sgr, parameters: string): Sgr => {
  let sgr = { ...before }
  const codes = parameters === '' ? ['0'] : parameters.split(';')
  for (let i = 0; i < codes.length; i++) {
    const code = Number(codes[i])
    if (code === 0) sgr = { ...noSgr }
    else if (code === 1 || code === 2)
      sgr.intensity = sgr.intensity && sgr.intensity !== String(code) ? '1;2' : String(code)
    else if (code === 22) sgr.intensity = ''
    else if (code === 3) sgr.italic = '3'
    else if (code === 23) sgr.italic = ''
    else if (code === 4) sgr.underline = '4'
    else if (code === 24) sgr.underline = ''
    else if (code === 7) sgr.inverse = '7'
    else if (code === 27) sgr.inverse = ''
    else if (code === 9) sgr.strike = '9'
    else if (code === 29) sgr.strike = ''
    else if (code === 39) sgr.ink = ''
    else if (code === 49) sgr.ground = ''
    else if (code === 38 || code === 48) {
      const length = codes[i + 1] === '5' ? 3 : 5
      const value = codes.slice(i, i + length).join(';')
      if (code === 38) sgr.ink = value
      else sgr.ground = value
      i += length - 1
    } else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) sgr.ink = String(code)
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) sgr.ground = String(code)
  }
  return sgr
}

const offs: Readonly<Record<keyof Sgr, string>> = {
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
