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

type Change =
  | { is: 'rows'; parts: (readonly string[])[]; seed: number }
  | { is: 'edit'; place: number; parts: readonly string[] }
  | { is: 'fill'; place: number; style: string; letter: string }
  | { is: 'shift'; from: number; to: number; by: number; parts: (readonly string[])[] }
  | { is: 'resize'; columns: number; count: number }
  | { is: 'same' }

const place = fc.nat({ max: 1000 })
const manyRows = fc.array(rowParts, { minLength: 24, maxLength: 24 })
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ is: fc.constant('rows' as const), parts: manyRows, seed: place }) },
  { weight: 6, arbitrary: fc.record({ is: fc.constant('edit' as const), place, parts: rowParts }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('fill' as const),
      place,
      style: fullRow,
      letter: fc.constantFrom('x', '日', ' '),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('shift' as const),
      from: place,
      to: place,
      by: fc.integer({ min: -4, max: 4 }),
      parts: fc.array(rowParts, { maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('resize' as const),
      columns: fc.integer({ min: 8, max: 40 }),
      count: fc.integer({ min: 1, max: 24 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'same' as const }) },
)

const next = ({ columns, rows }: Step, one: Change): Step => {
  const at = (wish: number) => wish % rows.length
  switch (one.is) {
    case 'rows':
      return { columns, rows: rows.map((_, y) => fitting(one.parts[y] ?? [], columns)) }
    case 'edit':
      return { columns, rows: rows.with(at(one.place), fitting(one.parts, columns)) }
    case 'fill': {
      const row = `${one.style}${one.letter.repeat(Math.floor(columns / styledWidth(one.letter)))}`
      return { columns, rows: rows.with(at(one.place), one.style ? `${row}\x1b[m` : row) }
    }
    case 'shift': {
      const [from, to] = [at(one.from), at(one.to)].sort((a, b) => a - b) as [number, number]
      const fresh = one.parts.map((parts) => fitting(parts, columns))
      const inside = rows.slice(from, to + 1).map((_, index) => {
        const source = from + index + one.by
        return source >= from && source <= to ? (rows[source] as string) : (fresh.shift() ?? '')
      })
      const moved = [...rows.slice(0, from), ...inside, ...rows.slice(to + 1)]
      // A neighbour that changes with the move, as a selection and a footer do.
      return { columns, rows: fresh[0] === undefined ? moved : moved.with(at(one.from + 1), fresh[0]) }
    }
    case 'resize': {
      const kept = rows.filter((row) => styledWidth(row) <= one.columns)
      return { columns: one.columns, rows: Array.from({ length: one.count }, (_, y) => kept[y] ?? '') }
    }
    case 'same':
      return { columns, rows: [...rows] }
  }
}

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
      for (const one of changes) steps.push(next(steps.at(-1) as Step, one))
      return steps
    })
