import type { Range } from '../../src/domain/calendar.ts'
import type { Leaderboard } from '../../src/domain/leaderboard.ts'
import type { OutputRow } from '../../src/domain/output.ts'
import type { PersonRows } from '../../src/domain/person-rows.ts'
import type { Exports } from '../exports.ts'
import { tableFormats } from '../table-formats.ts'
import { personMembers } from './copy-texts.ts'

export type ExportedPeople = {
  board: Leaderboard
  /** Single days, where they are shown in place of sums. */
  rows: PersonRows | undefined
  /** Entries of what is shown: filtered and in their order. */
  order: Uint32Array
  range: Range
  /** Whether everybody is loaded. A part of them says so by its name. */
  isExact: boolean
}

/** What people read side by side; the rest is in the other forms. */
const READABLE = ['name', 'credits', 'share', 'delta', 'tools', 'sessions', 'commits', 'prs', 'mode', 'model', 'last']

/**
 * The list as a table: of people all that filters and copies know, of days the members of the API's rows. Nothing is rounded;
 * shares and changes are fractions of 1.
 */
export const peopleExports = ({ board, rows, order, range, isExact }: ExportedPeople): Exports | undefined => {
  if (order.length === 0) return undefined
  const toRow = (entry: number): OutputRow => (rows ? rows.rowAt(entry) : personMembers(board, entry))
  const table = () => {
    const all = Array.from(order, toRow)
    const columns = [...new Set(all.flatMap((row) => Object.keys(row)))]
    return { rows: all, columns, ...(!rows && { readable: READABLE }) }
  }
  const what = rows ? 'people-days' : 'people'
  const part = isExact ? [] : ['of', `${board.length}`, 'loaded']
  return { name: [what, range.from, range.to, ...part].join('-'), formats: tableFormats(table), shown: 'md' }
}
