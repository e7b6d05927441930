import { expect } from 'vitest'
import type { Organisation } from './demos.ts'
import { type OpenedScreen, type OpenOptions, openScreen } from './screen.tsx'

/** Opens Usage, waits until it is loaded, then presses each key. */
export const openUsage = async (
  organisation: Organisation,
  options: OpenOptions = {},
  ...keys: string[]
): Promise<OpenedScreen> => {
  const opened = await openScreen(organisation, { columns: 80, rows: 24, screen: 'usage', ...options })
  await opened.loaded()
  await opened.press(...keys)
  return opened
}

/** The first word of the selected row. */
export const selected = (opened: OpenedScreen): string => {
  const rows = opened.frame().filter((row) => row.startsWith('▌'))
  expect(rows).toHaveLength(1)
  return rows[0]?.slice(1).split(/\s/)[0] ?? ''
}

/** The row above the table. */
export const divider = (opened: OpenedScreen): string => opened.frame().find((row) => row.startsWith('─ by')) ?? ''

/** The heading and the rows of the table, each split at two spaces. */
export const tableOf = (opened: OpenedScreen): string[][] => {
  const frame = opened.frame()
  const start = frame.findIndex((row) => row.startsWith('─ by') || /^ \/ .* of \d+/.test(row)) + 1
  return rowsFrom(frame, start).map((row) => row.slice(1).split(/ {2,}/))
}

/** The rows of a table that begins at `start`, up to the first empty row. */
const rowsFrom = (frame: readonly string[], start: number): readonly string[] => {
  const end = frame.findIndex((row, y) => y >= start && row.trim() === '')
  return frame.slice(start, end < 0 ? -2 : end)
}

/** The first words of the table's rows. */
export const namesOf = (opened: OpenedScreen): string[] => {
  const frame = opened.frame()
  const heading = frame.findIndex((row) => /^ (MODEL|PERSON)/.test(row))
  return rowsFrom(frame, heading + 1).flatMap((row) => row.slice(1).split(/\s/)[0] || [])
}

/** The users of the demo, most credits first. */
export const people = 'c.dubois a.chen c.ferrari v.martin x.klein e.mensah l.novak q.jansen h.fischer j.costa o.zhang'
  .split(' ')
  .map((name) => `${name}@northwind.example`)
