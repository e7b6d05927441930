import { fit, wrapText } from '../text/fit.ts'
import { safeText } from '../text/safe-text.ts'
import { textWidth } from '../text/width.ts'

/** A line of a page: safe text of at most the requested width. */
export type MarkdownLine = {
  text: string
  role: 'heading' | 'code' | 'quote' | 'rule' | undefined
  /** Index of the line of the page that it begins with. The lines of a paragraph have that of the paragraph. */
  source: number
}

/** A code fence with its info string, which can't contain backticks after a fence of backticks. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/
const HEADING = /^ {0,3}#{1,6} /
const QUOTE = /^ {0,3}> ?/
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/
const ITEM = /^( *)([-*+]|\d{1,9}[.)]) +/
const TABLE = /^ *\|/
const MARKS = /^[ |:-]+$/

/**
 * Formats a Markdown page for a terminal: paragraphs are rewrapped, items have a hanging indent, table columns are
 * aligned, and code is wrapped without other changes.
 *
 * @param markdown - Untrusted text.
 * @param width - In cells.
 */
export const markdownLines = (markdown: string, width: number): MarkdownLine[] => {
  const lines: MarkdownLine[] = []
  let paragraph: string[] = []
  let indent = ''
  let at = 0
  /** Where the paragraph or the table begins. */
  let start = 0
  const put = (text: string, role?: MarkdownLine['role'], source = at) => void lines.push({ text, role, source })
  const endParagraph = () => {
    if (paragraph.length === 0) return
    const [first = '', ...rest] = wrapText(paragraph.join(' '), Math.max(10, width - textWidth(indent)))
    // The bullet is outside of the hanging indent.
    put(first, undefined, start)
    for (const line of rest) put(`${indent}${line}`, undefined, start)
    paragraph = []
    indent = ''
  }
  let table: string[] = []
  const endTable = () => {
    for (const [row, parts] of tableLines(table, width).entries())
      for (const part of parts) put(part, 'code', start + row)
    table = []
  }
  let fence: string | undefined
  for (const [index, line] of safeText(markdown, 'text').split('\n').entries()) {
    at = index
    const [, mark, rest = ''] = FENCE.exec(line) ?? []
    if (fence === undefined && TABLE.test(line)) {
      endParagraph()
      if (table.length === 0) start = at
      table.push(line)
      continue
    }
    endTable()
    if (fence !== undefined) {
      // A fence ends only with a run of the same character, at least as long, without text after it.
      if (mark?.startsWith(fence) && rest.trim() === '') fence = undefined
      for (const part of wrapText(line, width)) put(part, 'code')
      continue
    }
    if (mark !== undefined) {
      endParagraph()
      fence = mark
      put(line.trim(), 'code')
    } else if (line.trim() === '') {
      endParagraph()
      if (lines.length > 0 && lines.at(-1)?.text !== '') put('')
    } else if (HEADING.test(line)) {
      endParagraph()
      for (const part of wrapText(line.trim(), width)) put(part, 'heading')
    } else if (RULE.test(line)) {
      endParagraph()
      put('', 'rule')
    } else if (QUOTE.test(line)) {
      endParagraph()
      for (const part of wrapText(line.replace(QUOTE, ''), Math.max(10, width - 2))) put(`> ${part}`, 'quote')
    } else if (paragraph.length === 0 && /^ {4}/.test(line) && !ITEM.test(line)) {
      endParagraph()
      for (const part of wrapText(line, width)) put(part, 'code')
    } else {
      const item = ITEM.exec(line)
      if (item) {
        endParagraph()
        indent = ' '.repeat(Math.min(textWidth(item[0]), Math.floor(width / 2)))
      }
      if (paragraph.length === 0) start = at
      paragraph.push(item ? line.trimEnd() : line.trim())
    }
  }
  endTable()
  endParagraph()
  return lines
}

/** A line of Markdown in words: its signs would be read as minus, number or bar. The rule of a table is empty. */
export const wordedMarkdown = (line: string): string => {
  if (TABLE.test(line)) return MARKS.test(line) ? '' : cellsOf(line).join(', ')
  return line
    .replace(/^ {0,3}#{1,6} +/, 'heading: ')
    .replace(/^ *[-*+] +/, 'item: ')
    .replace(/^ {0,3}> ?/, 'quote: ')
    .replace(/^ {0,3}(?:`{3,}|~{3,})/, 'code ')
}

/** Minimum width when columns are narrowed. */
const MIN_COLUMN_WIDTH = 6

/** Width of the borders around and between the cells. */
const FRAME = '| '.length + ' |'.length
const BETWEEN = ' | '.length

const MARK = /^:?-+:?$/

/**
 * Aligns the columns of a Markdown table. The result is still Markdown. Text that is too wide for its column is
 * wrapped. If the table is too wide even for that, or isn't a valid table, its lines are wrapped unchanged.
 *
 * @param lines - Safe text; each begins with `|`.
 * @param width - In cells.
 * @returns The lines of each row.
 */
const tableLines = (lines: readonly string[], width: number): string[][] => {
  if (lines.length === 0) return []
  const rows = lines.map(cellsOf)
  const marks = rows[1]?.every((cell) => MARK.test(cell)) ? rows[1] : undefined
  const count = Math.max(...rows.map((cells) => cells.length))
  const room = width - FRAME - (count - 1) * BETWEEN
  const natural = Array.from({ length: count }, (_, at) =>
    Math.max(1, ...rows.map((cells) => (cells === marks ? 1 : textWidth(cells[at] ?? '')))),
  )
  const widths = marks && shrunk(natural, room)
  if (!widths) return lines.map((line) => wrapText(line, width))
  const isRight = widths.map((_, at) => /-:$/.test(marks[at] ?? ''))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return rows.map((cells) => {
    if (cells === marks) return [line(widths.map((cellWidth, at) => ruleOf(marks[at] ?? '', cellWidth)))]
    const wrapped = widths.map((cellWidth, at) => wrapText(cells[at] ?? '', cellWidth))
    const height = Math.max(...wrapped.map((parts) => parts.length))
    return Array.from({ length: height }, (_, y) =>
      line(widths.map((cellWidth, at) => fit(wrapped[at]?.[y] ?? '', cellWidth, isRight[at] ? 'right' : 'left'))),
    )
  })
}

// An escaped pipe is text.
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

/** Narrows the widest columns until all fit; undefined if they can't. */
const shrunk = (natural: readonly number[], room: number): number[] | undefined => {
  const widths = natural.map((width) => Math.min(width, Math.max(room, 1)))
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = widths[widest] ?? 0
    if (width <= MIN_COLUMN_WIDTH) return undefined
    widths[widest] = width - 1
  }
  return widths
}
