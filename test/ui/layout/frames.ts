import fc from 'fast-check'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'

/** What comes after another frame: the window's new width, or rows that changed. */
export type Step = { columns: number; rows: string[] }

const styles = ['1', '2', '3', '4', '7', '9', '31', '38;5;80', '38;2;1;2;3', '44', '48;5;237', '102', '1;7;33', '0', '']
const offs = ['22', '23', '24', '27', '29', '39', '49', '']

const plainPart = fc.string({ unit: fc.constantFrom(...'abcXYZ019 .,-─█▌▲·é'), maxLength: 12 })
const widePart = fc.constantFrom('日本', '日語', '本', 'ｆｕ', '한글')
const oddPart = fc.constantFrom('🙂', '👩‍💻', '🚀 go', 'e\u0301', '…')
const sgr = (codes: string[]) => fc.constantFrom(...codes).map((code) => `\x1b[${code}m`)

const part = fc.oneof(
  { weight: 6, arbitrary: plainPart },
  { weight: 2, arbitrary: sgr(styles) },
  { weight: 1, arbitrary: sgr(offs) },
  { weight: 1, arbitrary: widePart },
  { weight: 1, arbitrary: fc.nat({ max: 25 }).map((count) => ' '.repeat(count)) },
)
const anyPart = fc.oneof({ weight: 5, arbitrary: part }, { weight: 1, arbitrary: oddPart })

/** A row of finished text that fits: no wider than `columns`, and its styles end with it. */
const fitting = (parts: readonly string[], columns: number): string => {
  let row = ''
  for (const one of parts) if (styledWidth(row + one) <= columns) row += one
  return row.includes('\x1b') ? `${row}\x1b[m` : row
}

const rowParts = fc.oneof(
  { weight: 8, arbitrary: fc.array(part, { maxLength: 10 }) },
  { weight: 2, arbitrary: fc.array(anyPart, { maxLength: 10 }) },
  { weight: 1, arbitrary: fc.constant<string[]>([]) },
)
/** A row that fills the window to its last cell, with or without a ground. */
const fullRow = fc.constantFrom('', '\x1b[48;5;237m', '\x1b[7m')

const place = fc.nat({ max: 1000 })
const manyRows = fc.array(rowParts, { minLength: 24, maxLength: 24 })
/** What turns a frame into the next one. */
type Change = (step: Step) => Step
const changeBy = <T extends unknown[]>(
  weight: number,
  of: { [At in keyof T]: fc.Arbitrary<T[At]> },
  make: (...given: T) => Change,
) => ({
  weight,
  arbitrary: fc.tuple<T>(...of).map((given) => make(...given)),
})
const withRow = ({ columns, rows }: Step, at: number, row: string): Step => ({
  columns,
  rows: rows.with(at % rows.length, row),
})

const change: fc.Arbitrary<Change> = fc.oneof(
  // All rows, one row, or one that is full to its last cell.
  changeBy(1, [manyRows], (parts) => ({ columns, rows }) => ({
    columns,
    rows: rows.map((_, y) => fitting(parts[y] ?? [], columns)),
  })),
  changeBy(6, [place, rowParts], (at, parts) => (step) => withRow(step, at, fitting(parts, step.columns))),
  changeBy(2, [place, fullRow, fc.constantFrom('x', '日', ' ')], (at, style, letter) => (step) => {
    const row = `${style}${letter.repeat(Math.floor(step.columns / styledWidth(letter)))}`
    return withRow(step, at, style ? `${row}\x1b[m` : row)
  }),
  // Rows that move, with a neighbour that changes with them, as a selection and a footer do.
  changeBy(
    6,
    [place, place, fc.integer({ min: -4, max: 4 }), fc.array(rowParts, { maxLength: 6 })],
    (one, other, by, parts) => (step) => {
      const { columns, rows } = step
      const [from, to] = [one % rows.length, other % rows.length].sort((a, b) => a - b) as [number, number]
      const fresh = parts.map((one) => fitting(one, columns))
      const inside = rows.slice(from, to + 1).map((_, index) => {
        const source = from + index + by
        return source >= from && source <= to ? (rows[source] as string) : (fresh.shift() ?? '')
      })
      const moved = { columns, rows: [...rows.slice(0, from), ...inside, ...rows.slice(to + 1)] }
      return fresh[0] === undefined ? moved : withRow(moved, one + 1, fresh[0])
    },
  ),
  changeBy(1, [fc.integer({ min: 8, max: 40 }), fc.integer({ min: 1, max: 24 })], (columns, count) => ({ rows }) => {
    const kept = rows.filter((row) => styledWidth(row) <= columns)
    return { columns, rows: Array.from({ length: count }, (_, y) => kept[y] ?? '') }
  }),
)

/** A first frame and what became of it, at most `length` steps. */
export const frames = (length: number): fc.Arbitrary<Step[]> =>
  fc
    .record({
      columns: fc.integer({ min: 8, max: 40 }),
      count: fc.integer({ min: 1, max: 24 }),
      first: manyRows,
      changes: fc.array(change, { minLength: 1, maxLength: length }),
    })
    .map(({ columns, count, first, changes }) => {
      const steps: Step[] = [{ columns, rows: first.slice(0, count).map((parts) => fitting(parts, columns)) }]
      for (const one of changes) steps.push(one(steps.at(-1) as Step))
      return steps
    })
