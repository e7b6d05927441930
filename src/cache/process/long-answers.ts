import type { CreditDays } from '../../domain/usage/credit-days.ts'
import type { DayCredits } from '../../domain/usage/person-credits.ts'
import type { QueryName } from '../load/queries.ts'

/** How an answer is sent item by item, the rest of it last. */
type LongAnswer<Data> = {
  split(data: Data): { items: readonly unknown[]; rest: Data }
  join(items: unknown[], rest: Data): Data
}

const rows: LongAnswer<unknown[]> = {
  split: (data) => ({ items: data, rest: [] }),
  join: (items) => items,
}

const days: LongAnswer<CreditDays> = {
  split: (data) => ({ items: data.people.columns, rest: withColumns(data, []) }),
  // Columns of a message are views of its bytes: copies of their own let its memory go.
  join: (items, rest) => withColumns(rest, (items as DayCredits[]).map(copyOf)),
}

const withColumns = (data: CreditDays, columns: readonly DayCredits[]): CreditDays => ({
  ...data,
  people: { ...data.people, columns },
})

const copyOf = (day: DayCredits): DayCredits =>
  Object.fromEntries(
    Object.entries(day).map(([name, column]) => [
      name,
      column instanceof Map ? column : (column as Uint8Array).slice(),
    ]),
  ) as unknown as DayCredits

/** Of queries whose answers may have megabytes: in one message they would delay keys while they are read. */
export const longAnswerOf = (name: QueryName): LongAnswer<unknown> | undefined => {
  if (name === 'creditDays') return days as LongAnswer<unknown>
  return name === 'revisions' || name === 'reports' ? (rows as LongAnswer<unknown>) : undefined
}
