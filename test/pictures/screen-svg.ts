import { isDeepStrictEqual } from 'node:util'
import { textWidth } from '../../src/domain/text/width.ts'
import type { CellStyle, Program } from '../helpers/pty.ts'

/** The colours of a terminal, as `#rrggbb`. */
export type Ground = { background: string; foreground: string; edge: string; palette: readonly string[] }

const ANSI = {
  dark: '#1c2128 #ff7b72 #7ee787 #e3b341 #79c0ff #d2a8ff #76e3ea #c9d1d9 #6e7681 #ffa198 #9be9a8 #f2cc60 #a5d6ff #e2c5ff #b3f0ff #ffffff',
  light:
    '#24292f #cf222e #116329 #7d4e00 #0969da #8250df #1b7c83 #57606a #6e7781 #a40e26 #1a7f37 #633c01 #0550ae #6639ba #3192aa #8c959f',
} as const

const hex = (value: number): string => value.toString(16).padStart(2, '0')

/** The 256 colours of terminals: 16 named ones, a cube of 6 x 6 x 6, and 24 greys. */
const paletteOf = (named: string): string[] => {
  const steps = [0, 95, 135, 175, 215, 255]
  const cube = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${hex(r)}${hex(g)}${hex(b)}`)))
  const greys = Array.from({ length: 24 }, (_, at) => `#${hex(8 + at * 10).repeat(3)}`)
  return [...named.split(' '), ...cube, ...greys]
}

export const GROUNDS: Readonly<Record<'dark' | 'light', Ground>> = {
  dark: { background: '#0d1117', foreground: '#e6edf3', edge: '#30363d', palette: paletteOf(ANSI.dark) },
  light: { background: '#ffffff', foreground: '#1f2328', edge: '#d1d9e0', palette: paletteOf(ANSI.light) },
}

const CELL = { width: 8, height: 18 }
const MARGIN = 14

type Run = { x: number; text: string; cells: number; style: CellStyle }

/**
 * The screen of a program as SVG: searchable text in runs of one style, each as wide as its cells in any
 * font. Bars and lines are shapes, because the characters of most fonts leave gaps between them.
 */
export const screenSvg = (program: Program, cols: number, ground: Ground, title: string): string => {
  const rows = program.screen()
  const width = cols * CELL.width + 2 * MARGIN
  const height = rows.length * CELL.height + 2 * MARGIN
  const classes = new Map<string, string>()
  const lines = rows.flatMap((row, y) =>
    runsOf(row, (x) => program.styleAt(x, y)).map((run) => runSvg(run, y, ground, classes)),
  )
  const rules = [...classes].map(([looks, name]) => `.${name}{${looks}}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
svg{font:13.3px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
path{shape-rendering:crispEdges}
${rules.join('\n')}
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${ground.background}" stroke="${ground.edge}"/>
${lines.filter(Boolean).join('\n')}
</svg>
`
}

const runsOf = (row: string, styleAt: (x: number) => CellStyle): Run[] => {
  const runs: Run[] = []
  let x = 0
  for (const { segment } of new Intl.Segmenter().segment(row)) {
    const style = styleAt(x)
    const cells = textWidth(segment)
    const last = runs.at(-1)
    if (last && isDeepStrictEqual(last.style, style)) {
      last.text += segment
      last.cells += cells
    } else runs.push({ x, text: segment, cells, style })
    x += cells
  }
  return runs
}

const runSvg = ({ x, text, cells, style }: Run, y: number, ground: Ground, classes: Map<string, string>): string => {
  const colour = (code: number, otherwise: string): string =>
    code < 0 ? otherwise : code > 255 ? `#${code.toString(16).padStart(6, '0')}` : (ground.palette[code] ?? otherwise)
  const own = [colour(style.foreground, ground.foreground), colour(style.background, ground.background)]
  const [ink = '', paper = ''] = style.inverse ? own.reverse() : own
  const left = MARGIN + x * CELL.width
  const top = MARGIN + y * CELL.height
  const size = `width="${cells * CELL.width}" height="${CELL.height}"`
  const behind = paper === ground.background ? '' : `<rect x="${left}" y="${top}" ${size} fill="${paper}"/>`
  const looks = [
    `fill:${ink}`,
    ...(style.bold ? ['font-weight:700'] : []),
    ...(style.dim ? ['opacity:.65'] : []),
    ...(style.italic ? ['font-style:italic'] : []),
    ...(style.underline ? ['text-decoration:underline'] : []),
  ].join(';')
  const pieces = piecesOf(text).map(({ piece, before }) => {
    // Classes are named in the order of their styles.
    const name = classes.get(looks) ?? `c${classes.size}`
    classes.set(looks, name)
    const at = left + textWidth(before) * CELL.width
    if (isDrawn(piece)) return `<path class="${name}" d="${shapesOf(piece, at, top)}"/>`
    const length = textWidth(piece) * CELL.width
    return `<text x="${at}" y="${top + 13}" textLength="${length}" class="${name}">${escaped(piece)}</text>`
  })
  return behind + pieces.join('')
}

const BARS = '▁▂▃▄▅▆▇█'

/** The characters with a line from the middle of the cell to a side. */
const LINES = { left: '─┐┘┤┬┴┼', right: '─┌└├┬┴┼', up: '│└┘├┤┴┼', down: '│┌┐├┤┬┼' }

const isDrawn = (piece: string): boolean => /^[▁-█▌─│┌┐└┘├┤┬┴┼]/.test(piece)

/** Words with single spaces between them, and drawn characters, each with the text before it in the run. */
const piecesOf = (text: string): { piece: string; before: string }[] =>
  [...text.matchAll(/[▁-█▌─│┌┐└┘├┤┬┴┼]+|[^▁-█▌─│┌┐└┘├┤┬┴┼\s]+(?: [^▁-█▌─│┌┐└┘├┤┬┴┼\s]+)*/g)].map((match) => ({
    piece: match[0],
    before: text.slice(0, match.index),
  }))

const shapesOf = (signs: string, left: number, top: number): string => {
  const box = (x: number, y: number, width: number, height: number): string =>
    `M${x} ${y}h${width}v${height}h${-width}z`
  const { width, height } = CELL
  return [...signs.matchAll(/─+|[^─]/g)]
    .map(({ 0: sign, index }) => {
      const x = left + index * width
      if (sign.startsWith('─')) return box(x, top + height / 2, sign.length * width, 1)
      if (sign === '▌') return box(x, top, width / 2, height)
      const bar = Math.round(((BARS.indexOf(sign) + 1) / BARS.length) * height)
      if (bar > 0) return box(x, top + height - bar, width, bar)
      return [
        LINES.left.includes(sign) ? box(x, top + height / 2, width / 2, 1) : '',
        LINES.right.includes(sign) ? box(x + width / 2, top + height / 2, width / 2, 1) : '',
        LINES.up.includes(sign) ? box(x + width / 2, top, 1, height / 2) : '',
        LINES.down.includes(sign) ? box(x + width / 2, top + height / 2, 1, height / 2) : '',
      ].join('')
    })
    .join('')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
