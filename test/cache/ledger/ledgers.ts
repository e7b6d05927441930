import type { UserWalk } from '../../../src/cache/ledger/ledger.ts'
import type { Ledger } from '../../../src/cache/ledger/open-ledger.ts'
import { readPages } from '../../../src/cache/load/people/raw-person-days.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import type { PersonDay } from '../../../src/contract/per-user-rows.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { PERSON_MEASURES } from '../../../src/domain/people/field-table.ts'
import { NO_WORD, type PersonDaysChunk, toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'

export const NOW = Date.UTC(2026, 10, 21, 9)
export const TENANT = { baseUrl: 'https://api.example', appUrl: 'https://app.example', apiKey: 'qd-test-key-1' }
export const SALT = new Uint8Array(32).fill(7)

/** A response whose rows were valid, so the parsed rows equal the raw ones. */
export const answer = <Row extends { date: string }>(span: Range, rows: readonly Row[], fetchedAt = NOW) => ({
  span,
  fetchedAt,
  rows,
  rawRows: rows,
  problems: 0,
})

export const toolDay = (date: string, calls: number) => ({
  date,
  tool_calls: calls,
  by_tool: [{ tool: 'Read', invocations: calls }],
})

/** Writes pages of rows as a walk, and completes it or leaves it open with a cursor after the last page. */
export const walkThrough = (
  ledger: Ledger,
  walk: UserWalk,
  pages: readonly (readonly Lenient<PersonDay>[])[],
  end: 'complete' | 'open' = 'complete',
  fetchedAt = NOW,
): UserWalk =>
  pages.reduce(
    (at, rows, index) =>
      ledger.writePage(at, {
        chunk: toPersonDaysChunk(rows),
        rawRows: rows,
        nextCursor: end === 'open' || index < pages.length - 1 ? `cursor-${at.pages + 1}` : undefined,
        fetchedAt,
      }),
    walk,
  )

/** Rows of chunks as objects, in the order of person and day; members that are missing are left out. */
export const rowsOfChunks = (chunks: readonly PersonDaysChunk[]): Record<string, unknown>[] =>
  chunks
    .flatMap((chunk) =>
      Array.from({ length: chunk.length }, (_, row) => {
        const word = (column: Uint16Array) => (column[row] === NO_WORD ? undefined : chunk.words[column[row] as number])
        const languages = chunk.language.subarray(chunk.languageStart[row], chunk.languageStart[row + 1])
        const members: Record<string, unknown> = {
          user_id: chunk.ids[chunk.person[row] as number],
          user_email: chunk.emails[chunk.person[row] as number],
          date: chunk.days[chunk.day[row] as number],
          primary_model: word(chunk.codes.primary_model),
          primary_model_tier: word(chunk.codes.primary_model_tier),
          delegation_level: word(chunk.codes.delegation_level),
          languages: [...languages].map((each) => chunk.words[each]),
        }
        for (const measure of PERSON_MEASURES) {
          const value = chunk.measures[measure][row] as number
          members[measure] = Number.isNaN(value) ? undefined : value
        }
        return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
      }),
    )
    .sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))

const key = ({ user_id, date }: Record<string, unknown>): string => `${user_id} ${date}`

/** Per-user rows as received. */
export const rawRowsOf = (ledger: Ledger, range: Range): unknown[] =>
  [...readPages(ledger, ledger.rawPages(range).pages)].flat()
