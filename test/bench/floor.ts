/**
 * The yardstick for keys: a list like that of the usage screen, painted by hand-written escape codes and nothing else.
 * A key rewrites the two rows it concerns and the counter; at the edge the terminal moves the list by itself.
 * j and k move, q quits. Told in CELLS what keys change on another screen, its preview and its detail too, it writes that instead.
 */
import type { CellsOfKey, CellsOfMove, ChangedCells } from './changed-cells.ts'

const { stdin, stdout } = process
const { columns, rows } = stdout

const PEOPLE = 5000
const TOP = Math.floor(rows / 2)
const height = rows - TOP - 3
const blocks = '▁▂▃▄▅▆▇█'

const nameOf = (index: number): string => `person${index}@northwind.example`.padEnd(30)
const numberOf = (value: number): string => String(value).padStart(11)
const sparkOf = (index: number): string => {
  let line = ''
  for (let day = 0; day < 14; day++) line += blocks[(index * 7 + day * 13) % 8]
  return line
}
const rowOf = (index: number): string => {
  const change = `${index % 3 ? '\x1b[38;5;114m▲' : '\x1b[38;5;210m▼'} ${(index % 97).toFixed(1).padStart(6)} %\x1b[39m`
  const tokens = columns < 100 ? '' : `${numberOf(index * 631)}${numberOf(index * 17)}`
  const share = (100 / (index + 7)).toFixed(1).padStart(7)
  return `${nameOf(index)}${numberOf(500_000 - index * 90)}${share}  ${change}${tokens}  ${sparkOf(index)}`
}
const ROW_WIDTH = columns < 100 ? 76 : 98

let top = 0
let selected = 0

const line = (index: number): string => {
  const at = `\x1b[${TOP + index - top};1H`
  if (index !== selected) return `${at} ${rowOf(index)}\x1b[K`
  // Spaces, as not every terminal erases in the colour of the ground.
  const rest = ' '.repeat(Math.max(0, columns - 1 - ROW_WIDTH))
  return `${at}\x1b[48;5;237m\x1b[38;5;80m▌\x1b[39m${rowOf(index)}${rest}\x1b[49m`
}
const counter = (): string => `\x1b[${rows};1H row ${selected + 1} of ${PEOPLE}\x1b[K`
const inOneUpdate = (bytes: string): boolean => stdout.write(`\x1b[?2026h${bytes}\x1b[?2026l`)

const paintAll = (): void => {
  const rule = '─'.repeat(columns)
  let bytes = `\x1b[?1049h\x1b[?25l\x1b[2J\x1b[H\x1b[1mUsage\x1b[22m\x1b[2;1H${rule}`
  for (let y = 3; y < TOP - 1; y++) bytes += `\x1b[${y};1H${'██  '.repeat(Math.floor(columns / 4))}`
  bytes += `\x1b[${TOP - 1};1H${rule}`
  for (let index = 0; index < height; index++) bytes += line(index)
  inOneUpdate(bytes + counter())
}

const select = (next: number): void => {
  if (next < 0 || next >= PEOPLE) return
  const before = selected
  selected = next
  let bytes = ''
  if (next >= top + height || next < top) {
    const by = next < top ? -1 : 1
    top += by
    bytes = `\x1b[${TOP};${TOP + height - 1}r\x1b[${by > 0 ? 'S' : 'T'}\x1b[r`
  }
  inOneUpdate(bytes + line(before) + line(selected) + counter())
}

const told: CellsOfMove | undefined = process.env.CELLS ? JSON.parse(process.env.CELLS) : undefined
const rewritten = ({ y, x, pieces, isToEnd }: ChangedCells): string => {
  let bytes = `\x1b[${y + 1};${x + 1}H`
  for (const { sgr, text } of pieces) bytes += sgr + text
  return isToEnd ? `${bytes}\x1b[K` : bytes
}

const written = ({ scrolled, cells }: CellsOfKey): string => {
  const moved = scrolled
    ? `\x1b[${scrolled.top + 1};${scrolled.bottom + 1}r\x1b[${scrolled.by > 0 ? 'S' : 'T'}\x1b[r`
    : ''
  return moved + cells.map(rewritten).join('')
}

const quit = (): void => {
  stdout.write('\x1b[?25h\x1b[?1049l')
  process.exit()
}

stdin.setRawMode(true)
stdin.on('data', (keys: Buffer) => {
  const cells = told?.[keys.toString()]
  if (cells) return inOneUpdate(written(cells))
  for (const key of keys.toString()) {
    if (key === 'j') select(selected + 1)
    else if (key === 'k') select(selected - 1)
    else if (key === 'q') quit()
  }
})
paintAll()
