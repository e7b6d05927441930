import fc from 'fast-check'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'

/** The next frame: a new width of the window, or changed rows. */
export type Step = { columns: number; rows: string[] }

const styles = ['', ...'1 2 3 4 7 9 31 38;5;80 38;2;1;2;3 44 48;5;237 102 1;7;33 0 22 23 24 27 29 39 49'.split(' ')]
const part = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...'abcXYZ019 .,-─█▌▲·é'), maxLength: 12 }) },
  { weight: 3, arbitrary: fc.constantFrom(...styles).map((code) => `\x1b[${code}m`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('日本', '日語', '本', 'ｆｕ', '한글', '🙂', '👩‍💻', '🚀 go', 'e\u0301', '…'),
  },
  { weight: 1, arbitrary: fc.nat({ max: 25 }).map((count) => ' '.repeat(count)) },
)
/** A row that fills the window to its last cell, with or without a background. */
const fullRow = fc
  .tuple(fc.constantFrom('', '\x1b[48;5;237m', '\x1b[7m'), fc.constantFrom('x', '日', ' '))
  .map(([style, letter]) => [style, ...Array<string>(40).fill(letter)])
const rowParts = fc.oneof({ weight: 6, arbitrary: fc.array(part, { maxLength: 10 }) }, fullRow)

/** A row of finished text, no wider than `columns`, whose styles end with it. */
const fitting = (parts: readonly string[], columns: number): string => {
  let row = ''
  for (const one of parts) if (styledWidth(row + one) <= columns) row += one
  return row.includes('\x1b') ? `${row}\x1b[m` : row
}

const size = fc.tuple(fc.integer({ min: 8, max: 40 }), fc.integer({ min: 1, max: 24 }))
const change = fc.tuple(
  fc.nat({ max: 1000 }),
  fc.nat({ max: 1000 }),
  fc.constantFrom(0, 0, 0, -4, -3, -2, -1, 1, 2, 3, 4),
  fc.array(rowParts, { maxLength: 6 }),
  fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, size),
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Another window, or rows that scroll together with changed ones, like a selection and a footer. */
const changed = ({ columns, rows }: Step, [one, other, by, parts, window]: Change): Step => {
  if (window) {
    const [width, count] = window
    const kept = rows.filter((row) => styledWidth(row) <= width)
    return { columns: width, rows: Array.from({ length: count }, (_, y) => kept[y] ?? '') }
  }
  const [from, to] = [one % rows.length, other % rows.length].sort((a, b) => a - b) as [number, number]
  const fresh = parts.map((each) => fitting(each, columns))
  const moved = rows.map((row, y) => {
    if (y < from || y > to) return row
    return y + by >= from && y + by <= to ? (rows[y + by] as string) : (fresh.shift() ?? '')
  })
  return { columns, rows: fresh[0] === undefined ? moved : moved.with((one + 1) % rows.length, fresh[0]) }
}

/** A first frame and at most `length` further ones. */
export const frames = (length: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      size,
      fc.array(rowParts, { minLength: 24, maxLength: 24 }),
      fc.array(change, { minLength: 1, maxLength: length }),
    )
    .map(([[columns, count], first, changes]) => {
      const steps: Step[] = [{ columns, rows: first.slice(0, count).map((parts) => fitting(parts, columns)) }]
      for (const one of changes) steps.push(changed(steps.at(-1) as Step, one))
      return steps
    })
