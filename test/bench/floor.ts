/**
 * The yardstick for keys: a list like that of the usage screen, painted by hand-written escape codes and nothing else.
 * j and k move the selection: they rewrite the previously selected row, the selected one and the counter. q quits. For a key
 * in the variable CELLS, it instead writes the cells that this key changes on a screen of the explorer.
 */
import type { CellsOfKey, CellsOfMove, ChangedCells } from './changed-cells.ts'

const { stdin, stdout } = process
const { columns, rows } = stdout

const TOP = Math.floor(rows / 2)
const HEIGHT = rows - TOP - 3
const BLOCKS = '▁▂▃▄▅▆▇█'

let selected = 0

const lineOf = (index: number): string => {
  const name = `person${index}@northwind.example`.padEnd(30)
  const change = `${index % 3 ? '\x1b[38;5;114m▲' : '\x1b[38;5;210m▼'} ${(index % 97).toFixed(1).padStart(6)} %\x1b[39m`
  const spark = Array.from({ length: 14 }, (_, day) => BLOCKS[(index * 7 + day * 13) % 8]).join('')
  const row = `${name}${String(500_000 - index * 90).padStart(11)}  ${change}  ${spark}`
  const at = `\x1b[${TOP + index};1H`
  if (index !== selected) return `${at} ${row}\x1b[K`
  // Spaces, because not every terminal erases in the current background.
  const rest = ' '.repeat(Math.max(0, columns - 70))
  return `${at}\x1b[48;5;237m\x1b[38;5;80m▌\x1b[39m${row}${rest}\x1b[49m`
}
const counter = (): string => `\x1b[${rows};1H row ${selected + 1} of ${HEIGHT}\x1b[K`
const synchronizedOutput = (bytes: string): boolean => stdout.write(`\x1b[?2026h${bytes}\x1b[?2026l`)

const select = (next: number): void => {
  const before = selected
  selected = Math.max(0, Math.min(next, HEIGHT - 1))
  synchronizedOutput(lineOf(before) + lineOf(selected) + counter())
}

const cellsOf: CellsOfMove = JSON.parse(process.env.CELLS ?? '{}')
const rewritten = ({ y, x, pieces, isToEnd }: ChangedCells): string =>
  `\x1b[${y + 1};${x + 1}H${pieces.map(({ sgr, text }) => sgr + text).join('')}${isToEnd ? '\x1b[K' : ''}`
const written = ({ scrolled, cells }: CellsOfKey): string => {
  const moved = scrolled
    ? `\x1b[${scrolled.top + 1};${scrolled.bottom + 1}r\x1b[${scrolled.by > 0 ? 'S' : 'T'}\x1b[r`
    : ''
  return moved + cells.map(rewritten).join('')
}

stdin.setRawMode(true)
stdin.on('data', (bytes: Buffer) => {
  const key = bytes.toString()
  const cells = cellsOf[key]
  if (cells) synchronizedOutput(written(cells))
  else if (key === 'j') select(selected + 1)
  else if (key === 'k') select(selected - 1)
  else if (key === 'q') {
    stdout.write('\x1b[?25h\x1b[?1049l')
    process.exit()
  }
})
const rule = '─'.repeat(columns)
const bars = Array.from({ length: TOP - 4 }, (_, y) => `\x1b[${y + 3};1H${'██  '.repeat(Math.floor(columns / 4))}`)
const list = Array.from({ length: HEIGHT }, (_, index) => lineOf(index))
const head = `\x1b[?1049h\x1b[?25l\x1b[2J\x1b[H\x1b[1mUsage\x1b[22m\x1b[2;1H${rule}`
synchronizedOutput([head, ...bars, `\x1b[${TOP - 1};1H${rule}`, ...list, counter()].join(''))
