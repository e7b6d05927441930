import { AppError } from '../../base/errors.ts'
import { isContainer } from '../../base/json.ts'
import { toJson } from '../../domain/output/output.ts'

/** The result of a tool: a JSON object, whose lists have the rows, or the lines of a text. */
export type Result =
  | { is: 'document'; document: Readonly<Record<string, unknown>> }
  | { is: 'text'; lines: readonly string[] }

/** A part of a result that fits into the maximum size. */
export type Page = {
  text: string
  /** The JSON object of `text`. */
  document?: Record<string, unknown>
}

type PageOptions = {
  /** Number of rows that earlier pages have. */
  start: number
  maxBytes: number
  /** The cursor of the page that begins with this row. */
  cursorAt: (row: number) => string
}

/** Bytes for the members that show how to continue. */
const CONTINUE_BYTES = 300

/**
 * The page that starts at a row of the result. It contains whole rows and all other members of the object. If a single
 * row is larger than a page, the lists in it are shortened, and the member `cut` reports that.
 *
 * @throws AppError of kind `failed` if the object without its rows is too large.
 */
export const pageOf = (result: Result, options: PageOptions): Page =>
  result.is === 'text' ? linePage(result.lines, options) : documentPage(result.document, options)

/** The lists of an object that have rows. */
const rowLists = (document: Readonly<Record<string, unknown>>): [name: string, rows: unknown[]][] =>
  Object.entries(document).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value]] : []))

/** The rows of a result, whose order and values a continuation relies on. */
export const rowsOf = (result: Result): unknown =>
  result.is === 'text' ? result.lines : rowLists(result.document).map(([, rows]) => rows)

const bytesOf = (value: unknown): number => Buffer.byteLength(toJson(value))

const documentPage = (
  document: Readonly<Record<string, unknown>>,
  { start, maxBytes, cursorAt }: PageOptions,
): Page => {
  const lists = rowLists(document)
  const total = lists.reduce((sum, [, rows]) => sum + rows.length, 0)
  const others = { ...document, ...Object.fromEntries(lists.map(([name]) => [name, []])) }
  const budget = maxBytes - bytesOf(others) - CONTINUE_BYTES
  if (budget < maxBytes / 4) throw new AppError('failed', tooLargeText(maxBytes))
  const shown = new Map<string, unknown[]>(lists.map(([name]) => [name, []]))
  let [row, used, removed] = [0, 0, 0]
  take: for (const [name, rows] of lists)
    for (const one of rows) {
      if (row >= start) {
        let size = bytesOf(one) + 1
        let whole = one
        if (used === 0 && size > budget) {
          const shorter = withShorterLists(one, budget)
          if (!shorter) throw new AppError('failed', tooLargeText(maxBytes))
          ;({ value: whole, size } = shorter)
          removed += shorter.removed
        }
        if (used + size > budget) break take
        used += size
        shown.get(name)?.push(whole)
      }
      row += 1
    }
  const remaining = total - row
  const page = {
    ...others,
    ...Object.fromEntries(shown),
    ...(removed > 0 && {
      cut: { items: removed, why: 'Lists inside a row are shortened, because it is larger than a page.' },
    }),
    ...(remaining > 0 && { continue: { cursor: cursorAt(row), remaining } }),
  }
  return { text: toJson(page), document: page }
}

const tooLargeText = (maxBytes: number): string =>
  `The result does not fit into ${maxBytes} bytes: narrow the input, or start qd mcp with a larger --max-result-bytes.`

const linePage = (lines: readonly string[], { start, maxBytes, cursorAt }: PageOptions): Page => {
  let [row, used] = [start, 0]
  while (row < lines.length) {
    const size = Buffer.byteLength(lines[row] ?? '') + 1
    if (used > 0 && used + size > maxBytes - CONTINUE_BYTES) break
    used += size
    row += 1
  }
  const text = lines.slice(start, row).join('\n')
  const remaining = lines.length - row
  if (remaining === 0) return { text }
  return { text: `${text}\n\n[${remaining} more lines: call again with cursor ${cursorAt(row)}]` }
}

/** The value with all of its lists cut to the same length, which is as large as the size allows. */
const withShorterLists = (value: unknown, maxBytes: number) => {
  for (let max = 4096; max >= 1; max /= 2) {
    let removed = 0
    const cut = (inner: unknown): unknown => {
      if (Array.isArray(inner)) {
        removed += Math.max(0, inner.length - max)
        return inner.slice(0, max).map(cut)
      }
      if (!isContainer(inner)) return inner
      return Object.fromEntries(Object.entries(inner).map(([name, member]) => [name, cut(member)]))
    }
    const shorter = cut(value)
    const size = bytesOf(shorter) + 1
    if (size <= maxBytes) return { value: shorter, size, removed }
  }
  return undefined
}
