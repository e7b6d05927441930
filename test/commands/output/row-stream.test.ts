import { expect, test } from 'vitest'
import { personDays } from '../../../src/commands/analytics/day-kinds.ts'
import type { Format } from '../../../src/commands/kit/output-format.ts'
import { printRows } from '../../../src/commands/output/print-rows.ts'
import type { RawRow } from '../../../src/commands/output/row-layout.ts'
import { createRowStream } from '../../../src/commands/output/row-stream.ts'
import type { PrintDeps } from '../../../src/commands/output/text-writers.ts'

const ROWS: readonly RawRow[] = Array.from({ length: 12_001 }, (_, at) => ({
  user_id: `user_${at}`,
  user_email: `person.${at % 50}@northwind.example`,
  date: '2026-11-18',
  billable_tokens: at % 7 === 0 ? null : at,
}))

const printed = (format: Format, selectedColumns?: string[]) => {
  const outs: string[] = []
  const errs: string[] = []
  const out = (text: string) => void outs.push(text)
  const globals = { isAscii: false, isCsvRaw: false, selectedColumns }
  const deps = { out, outMasked: out, err: (text: string) => void errs.push(text), redact: (text: string) => text }
  return {
    outs,
    errs,
    deps: { ...deps, format, globals, isOutputTerminal: false, columns: undefined } as unknown as PrintDeps,
  }
}

const streamed = (format: Format, rows: readonly RawRow[], selectedColumns?: string[]) => {
  const { outs, errs, deps } = printed(format, selectedColumns)
  const stream = createRowStream(format, personDays, deps)
  const before = rows.slice(0, -1)
  for (let at = 0; at < before.length; at += 1_000) stream.writeRows(before.slice(at, at + 1_000))
  const early = outs.length
  stream.writeRows(rows.slice(-1))
  stream.end({}, undefined)
  return { early, text: outs.join(''), errs }
}

const whole = (format: Format, rows: readonly RawRow[], selectedColumns?: string[]): string => {
  const { outs, deps } = printed(format, selectedColumns)
  printRows({ rows, envelope: { data: rows }, layout: personDays }, deps)
  return outs.join('')
}

const COLUMNS = ['date', 'billable_tokens']

for (const format of ['ndjson', 'json'] as const) {
  test(`chosen columns of a long walk are printed as ${format} before its end, in the same form as for all rows at once`, () => {
    const { outs, deps } = printed(format, COLUMNS)
    const stream = createRowStream(format, personDays, deps)
    stream.writeRows(ROWS.slice(0, 7_000))
    expect(outs).not.toEqual([])
    stream.writeRows(ROWS.slice(7_000))
    stream.end({}, undefined)
    expect(outs.join('')).toBe(whole(format, ROWS, COLUMNS))
  })

  test(`a column that no row has is refused before any ${format} is written`, () => {
    const { outs, deps } = printed(format, ['colour'])
    const stream = createRowStream(format, personDays, deps)
    expect(() => stream.writeRows(ROWS)).toThrow('"colour" is not a column of these rows')
    expect(outs).toEqual([])
  })
}

const evenly = (text: string): string => text.replace(/ +/g, ' ')

for (const format of ['csv', 'md', 'table'] as const)
  test(`a long walk is printed as ${format} before its end, in the same form as for all rows at once`, () => {
    const { early, text, errs } = streamed(format, ROWS)
    // Rows are written after the first 5,000, and after each further thousand.
    expect(early).toBe(8)
    // In a stream, columns of a table may become wider later.
    expect(evenly(text)).toBe(evenly(whole(format, ROWS)))
    expect(errs).toEqual([])
  })

test('selected columns stay when later rows do not have one of them', () => {
  const rows = ROWS.map((row, at) => (at < 10 ? { ...row, team: 'core' } : row))
  const { text } = streamed('csv', rows, ['team', 'user_id'])
  expect(text).toBe(whole('csv', rows, ['team', 'user_id']))
})

test('a member that appears too late to get a column is reported in a note', () => {
  const { text, errs } = streamed('csv', [...ROWS, { user_id: 'last', team: 'core' }])
  expect(text).not.toContain('team')
  expect(errs.join('')).toMatch(/team appeared only after the first 5,000 rows/)
})
