import { isContainer } from '../../base/json.ts'
import { LongList } from '../../base/long-list.ts'
import { memoize } from '../../base/memoize.ts'
import { CreditsByUser } from '../../contract/credits.ts'
import { PersonDay } from '../../contract/per-user-rows.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import type { OptionRow } from '../kit/option-row.ts'
import type { RawRow } from './row-layout.ts'

export const pseudonymsOption = {
  flags: '--pseudonyms',
  help: 'replace names with pseudonyms, stable on this machine',
} as const satisfies OptionRow

// Unknown members that a server sends with a user may identify the user, so they are removed.
const contractUserMembers = new Set(Object.keys({ ...PersonDay.shape, ...CreditsByUser.shape }))

/**
 * Copies of rows with a pseudonym for every user, at any depth: it replaces `user_id`, `user_email` is null, and
 * members outside the contract are removed from objects that have either.
 */
export const pseudonymizeUsers = (rows: readonly RawRow[], salt: string): RawRow[] => {
  const nameOf = memoize((id: string) => pseudonymOf(id, salt))
  return rows.map((row) => hidden(row, nameOf) as RawRow)
}

const hidden = (value: unknown, nameOf: (id: string) => string): unknown => {
  if (value instanceof LongList) return value.map((item) => hidden(item, nameOf))
  if (Array.isArray(value)) return value.map((item) => hidden(item, nameOf))
  if (!isContainer(value)) return value
  const isPerson = Object.hasOwn(value, 'user_id') || Object.hasOwn(value, 'user_email')
  const shown = Object.entries(value).filter(([name]) => !isPerson || contractUserMembers.has(name))
  return Object.fromEntries(
    shown.map(([name, member]) => {
      if (name === 'user_id') return [name, typeof member === 'string' ? nameOf(member) : null]
      return [name, name === 'user_email' ? null : hidden(member, nameOf)]
    }),
  )
}
