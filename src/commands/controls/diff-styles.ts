import { type SplitRow, splitLines } from '../../domain/settings-diff/split-lines.ts'
import { hunksOf, type UnifiedLine, unifiedLines } from '../../domain/settings-diff/unified-text.ts'
import { fit, truncate, wrapText } from '../../domain/text/fit.ts'
import { PICTURES, signsFor } from '../../domain/text/signs.ts'
import { textWidth } from '../../domain/text/width.ts'

/** Unchanged lines around each change. */
const CONTEXT = 3

/** Minimum width of a terminal for two settings side by side, in cells. */
export const SPLIT_WIDTH = 100

export type SplitOptions = {
  /** Titles of the two columns. Safe text. */
  before: string
  after: string
  /** Cells of a row, at least {@link SPLIT_WIDTH}. */
  width: number
  isAscii: boolean
  /** Masks the key before lines wrap. */
  redact: (text: string) => string
}

/**
 * Two settings side by side. Long lines wrap within their column, and unchanged lines are shown only around changes.
 * Empty if nothing differs.
 */
export const splitText = (before: unknown, after: unknown, options: SplitOptions): string => {
  const { isAscii, redact } = options
  const lines = unifiedLines(before, after)
  const hunks = hunksOf(lines, CONTEXT)
  if (hunks.length === 0) return ''
  const bar = isAscii ? ` ${PICTURES['│']} ` : ' │ '
  const cells = Math.floor((options.width - textWidth(bar)) / 2)
  const row = (left: string, right: string): string => `${fit(left, cells)}${bar}${right}`.trimEnd()
  const rowsOf = ({ before: old, after: now }: SplitRow): string[] => {
    const [left, right] = [old, now].map((line) => (line ? wrappedDiffLine(line, cells, redact) : []))
    return Array.from({ length: Math.max(left?.length ?? 0, right?.length ?? 0) }, (_, at) =>
      row(left?.[at] ?? '', right?.[at] ?? ''),
    )
  }
  const parts = hunks.map(({ from, to }, at) => {
    const skipped = from - (hunks[at - 1]?.to ?? 0)
    return [...sameText(skipped, isAscii), ...splitLines(lines.slice(from, to)).flatMap(rowsOf)]
  })
  const rest = sameText(lines.length - (hunks.at(-1)?.to ?? 0), isAscii)
  const head = row(`A  ${truncate(options.before, cells - 3)}`, `B  ${truncate(options.after, cells - 3)}`)
  return `${[head, ...parts.flat(), ...rest].join('\n')}\n`
}

const sameText = (count: number, isAscii: boolean): string[] =>
  count === 0 ? [] : [`${signsFor(isAscii).ellipsis} ${count} unchanged ${count === 1 ? 'line' : 'lines'}`]

const wrappedDiffLine = ({ sign, text }: UnifiedLine, cells: number, redact: (text: string) => string): string[] => {
  const body = redact(text.trimStart())
  // Limit the indent of deeply nested lines, so that half of the column is left for the text.
  const indent = Math.min(text.length - text.trimStart().length, Math.floor(cells / 2))
  return wrapText(body, cells - indent - 2).map((line, at) => `${at === 0 ? sign : ' '} ${' '.repeat(indent)}${line}`)
}
