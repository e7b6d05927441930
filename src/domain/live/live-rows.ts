import { compareText } from '../../base/text.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { LiveUser } from '../../contract/live.ts'
import { daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { sortsOf } from '../filter/sorts.ts'
import { outputOf, ownColumns } from '../output/csv.ts'

/** A user of today. Texts are untrusted. */
export type LiveRow = {
  id: string
  email: string | undefined
  /** Unix ms; NaN if unknown. */
  seenAt: number
  sessions: number | undefined
  tools: number | undefined
  commits: number | undefined
  model: string | undefined
}

export const liveRow = (user: Lenient<LiveUser>): LiveRow => ({
  id: user.user_id ?? '',
  email: user.user_email ?? undefined,
  seenAt: Date.parse(user.last_seen ?? ''),
  sessions: user.sessions,
  tools: user.tool_calls,
  commits: user.commits ?? undefined,
  model: user.model ?? undefined,
})

/** Combines lists of users. Of a user in several, the first counts, because it is the newest. */
export const mergeUsers = (lists: readonly (readonly Lenient<LiveUser>[])[]): Lenient<LiveUser>[] => {
  const users = new Map<string | undefined, Lenient<LiveUser>>()
  for (const user of lists.flat()) if (!users.has(user.user_id)) users.set(user.user_id, user)
  return [...users.values()]
}

export const liveName = ({ email, id }: LiveRow): string => email ?? id

/** Filter fields of users of today. @param now - Unix ms. */
export const liveTable = (now: number): RowTable<LiveRow> => {
  const field = fieldsOf((row: LiveRow) => row)
  return {
    isPhrase: true,
    fields: [
      field('seen', 'age', ({ seenAt }) => daysSince(seenAt, now)),
      field('sessions', 'number', ({ sessions }) => sessions),
      field('tools', 'number', ({ tools }) => tools),
      field('commits', 'number', ({ commits }) => commits),
      field('model', 'word', ({ model }) => model),
      field('name', 'text', liveName, ['email', 'person']),
      field('id', 'text', ({ id }) => id),
    ],
    nameOf: liveName,
    textsOf: ({ id, model }) => [id, model],
  }
}

const orders = {
  seen: (a: LiveRow, b: LiveRow) => (a.seenAt || 0) - (b.seenAt || 0),
  tools: (a: LiveRow, b: LiveRow) => (a.tools ?? 0) - (b.tools ?? 0),
  sessions: (a: LiveRow, b: LiveRow) => (a.sessions ?? 0) - (b.sessions ?? 0),
  name: (a: LiveRow, b: LiveRow) => compareText(liveName(a), liveName(b)),
}

export const liveSorts = sortsOf((row: LiveRow) => row, orders, ['seen', 'tools', 'sessions'])

/** Members for exports: those of the API's rows. */
export const { columns: LIVE_COLUMNS, rowOf: liveOutput } = outputOf<[LiveRow]>({
  user_id: ({ id }) => id,
  user_email: ({ email }) => email,
  last_seen: ({ seenAt }) => (Number.isFinite(seenAt) ? new Date(seenAt).toISOString() : undefined),
  ...ownColumns('sessions'),
  tool_calls: ({ tools }) => tools,
  commits: ({ commits }) => commits,
  model: ({ model }) => model,
})
