import { bytes } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { Column } from '../../../../src/ui/layout/data-table.ts'
import { type AskedRow, askedText, stateWord, timeOf } from './asked-row.ts'

/** What of a request stands in a line. How long it took and how much came is worth less than what was asked for. */
export const askedColumns: readonly Column<AskedRow>[] = [
  { id: 'at', title: 'UTC', align: 'left', width: 8, priority: 0, text: timeOf, role: () => 'muted' },
  { id: 'state', title: 'STATUS', align: 'left', width: 9, priority: 0, text: stateWord, role: (row) => roleOf(row) },
  {
    id: 'try',
    title: 'TRY',
    align: 'right',
    width: 3,
    priority: 1,
    text: ofEntry(({ attempt }) => (attempt > 1 ? String(attempt) : '')),
    role: () => 'warn',
  },
  {
    id: 'odd',
    title: 'ODD',
    align: 'right',
    width: 5,
    priority: 2,
    text: ofEntry(({ problems }) => (problems > 0 ? String(problems) : '')),
    role: () => 'warn',
  },
  {
    id: 'took',
    title: 'TOOK',
    align: 'right',
    width: 8,
    priority: 3,
    text: ofEntry(({ durationMs }) => (durationMs === undefined ? '' : `${Math.round(durationMs)} ms`)),
  },
  {
    id: 'size',
    title: 'SIZE',
    align: 'right',
    width: 8,
    priority: 4,
    text: ofEntry(({ sizeBytes }) => (sizeBytes === undefined ? '' : bytes(sizeBytes))),
  },
  {
    id: 'request',
    title: 'REQUEST',
    align: 'left',
    width: { grow: true, min: 28 },
    priority: 0,
    text: (row) => safeText(askedText(row)),
  },
]

type Entry = Extract<AskedRow, { from: 'network' }>['entry']

function ofEntry(text: (entry: Entry) => string): (row: AskedRow) => string {
  return (row) => (row.from === 'network' ? text(row.entry) : '')
}

const roleOf = (row: AskedRow) => {
  if (row.from === 'cache') return 'accent'
  const { state, status = 0 } = row.entry
  if (state === 'failed' || status >= 400) return 'bad'
  return state === 'answered' ? 'good' : 'muted'
}
