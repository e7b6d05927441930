import { fit, wrapText } from '../text/fit.ts'
import { textWidth } from '../text/width.ts'

/** A column is made no narrower than this for others to have room. */
const NARROWEST = 6

/** What stands around and between the cells. */
const FRAME = '| '.length + ' |'.length
const BETWEEN = ' | '.length

const MARK = /^:?-+:?$/

/**
 * A table of Markdown with its columns aligned, still as Markdown. What is too wide for its column goes on below; where even that has
 * no room, and where it is no table, the lines are wrapped as they are.
 *
 * @param lines - Safe text; each begins with `|`.
 * @param width - In cells.
 */
export const tableLines = (lines: readonly string[], width: number): string[] => {
  const rows = lines.map(cellsOf)
  const marks = rows[1]?.every((cell) => MARK.test(cell)) ? rows[1] : undefined
  const count = Math.max(...rows.map((cells) => cells.length))
  const room = width - FRAME - (count - 1) * BETWEEN
  const natural = Array.from({ length: count }, (_, at) =>
    Math.max(1, ...rows.map((cells) => (cells === marks ? 1 : textWidth(cells[at] ?? '')))),
  )
  const widths = marks && shrunk(natural, room)
  if (!widths) return lines.flatMap((line) => wrapText(line, width))
  const isRight = widths.map((_, at) => /-:$/.test(marks[at] ?? ''))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return rows.flatMap((cells) => {
    if (cells === marks) return line(widths.map((cellWidth, at) => ruleOf(marks[at] ?? '', cellWidth)))
    const wrapped = widths.map((cellWidth, at) => wrapText(cells[at] ?? '', cellWidth))
    const height = Math.max(...wrapped.map((parts) => parts.length))
    return Array.from({ length: height }, (_, y) =>
      line(widths.map((cellWidth, at) => fit(wrapped[at]?.[y] ?? '', cellWidth, isRight[at] ? 'right' : 'left'))),
    )
  })
}

// A pipe with a backslash before it is text.
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const ruleOf = (mark: string, width: number): string => {
  const [left, right] = width < 3 ? ['', ''] : [mark.startsWith(':') ? ':' : '', mark.endsWith(':') ? ':' : '']
  return `${left}${'-'.repeat(width - left.length - right.length)}${right}`
}

/** The widths, the widest made narrower until all have room; undefined where they cannot have it. */
const shrunk = (natural: readonly number[], room: number): number[] | undefined => {
  const widths = natural.map((width) => Math.min(width, Math.max(room, 1)))
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = widths[widest] ?? 0
    if (width <= NARROWEST) return undefined
    widths[widest] = width - 1
  }
  return widths
}
