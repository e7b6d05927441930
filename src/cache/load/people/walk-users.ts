import { createRowRepeats } from '../../../base/seen-pairs.ts'
import { daysOf, lengthOf, type Range } from '../../../domain/calendar/calendar.ts'
import { joinDays, missingSpans, spansWithout } from '../../../domain/calendar/spans.ts'
import { askableOf } from '../days/days-held.ts'
import type { LoadDeps } from '../kit/load-deps.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { notKept } from '../kit/offline.ts'
import { readPages } from './raw-person-days.ts'
import { otherOrganisation, resumableWalk, walkSpan } from './walk-span.ts'

/** Most people, or rows, that the API puts on a page. */
export const USERS_PAGE = 100

/** Part of a walk of the per-user rows; each (person, day) once in a walk. */
export type UsersPart = {
  /** Rows as they came, unknown members kept. */
  rows: unknown[]
  /** Rows that take the place of one of an earlier part: the server sent this person's day again with other figures. */
  changedRows: unknown[]
  from: 'ledger' | 'server'
  /** Pages that came from the server so far, this one counted; 0 before the first. */
  page: number
  /** Members of this page that were not as the contract says. */
  problems: number
  /** On the last part of a span that could not be walked to its end: why, in one sentence. */
  incomplete: string | undefined
  /** Why the walk began anew, in one sentence; rows that were told before are not told again. */
  notice?: string | undefined
}

export type UsersWalkOptions = LoadOptions & {
  /** People or rows on a page, 1 to 100. @default 100 */
  limit?: number | undefined
}

/** See {@link Source.walkUsers}. */
export async function* walkUsers(
  { client, ledger, organisation }: LoadDeps,
  range: Range,
  { isForced = false, limit = USERS_PAGE, ...callOptions }: UsersWalkOptions = {},
): AsyncGenerator<UsersPart, void> {
  const askable = askableOf(range, organisation.now())
  if (!askable) return
  const held = ledger.heldDays('users', askable)
  const awaited = new Set(missingSpans(askable, held, organisation.now(), isForced).flatMap(daysOf))
  const told = daysOf(askable).filter((day) => !client || !awaited.has(day))
  let orgId: string | undefined
  const own = (part: UsersPart): UsersPart => {
    // None is that of a ledger which another process has cleared.
    const named = ledger.orgId()
    if (orgId !== undefined && named !== undefined && orgId !== named) throw otherOrganisation()
    orgId = named ?? orgId
    return part
  }
  const gone: Range[] = []
  for (const span of joinDays(told)) {
    const { pages, whole } = ledger.rawPages(span)
    const vanished = spansWithout(span, whole)
    gone.push(...vanished)
    // Days that others have cleared since the look, or that cannot be read, are asked for; what is left of them is not told twice.
    if (client && vanished.length > 0) for (const day of daysOf(span)) awaited.add(day)
    else for (const rows of readPages(ledger, pages)) yield own(partOf(rows))
  }
  if (!client) {
    if (gone.length > 0) yield { ...partOf([]), incomplete: notKept(askable, gone) }
    return
  }
  let page = 0
  for (const span of joinDays(awaited)) {
    // Where older rows of these days are held too, rows of an unfinished walk cannot be told apart from them: begin anew.
    const isMixed = held.some(({ day }) => day >= span.from && day <= span.to)
    const isAnew = isForced || isMixed
    const before = createRowRepeats()
    const unfinished = resumableWalk(ledger, span, organisation.now(), isAnew)
    // Rows of this walk only: those of other unfinished walks may be out of date.
    const walked = unfinished && ledger.rawPages(span, unfinished)
    const resumed = walked?.whole.length === lengthOf(span) ? unfinished : undefined
    for (const rows of resumed && walked ? readPages(ledger, walked.pages) : []) {
      for (const row of rows) before.add(...keyOf(row), row)
      yield own(partOf(rows))
    }
    for await (const one of walkSpan({ client, ledger, organisation }, span, { ...callOptions, limit, resumed })) {
      page += 1
      const changed = new Set(one.changedRows)
      const rows: unknown[] = []
      const changedRows: unknown[] = []
      for (const row of one.rawRows) {
        const isKnown = resumed !== undefined && hasUser(row) && before.has(...keyOf(row))
        const repeat = isKnown ? before.add(...keyOf(row), row) : changed.has(row) ? 'changed' : 'new'
        if (repeat === 'changed') changedRows.push(row)
        else if (repeat === 'new') rows.push(row)
      }
      const { problems, incomplete, anew: notice } = one
      yield own({ rows, changedRows, from: 'server', page, problems, incomplete, notice })
    }
  }
}

const partOf = (rows: unknown[]): UsersPart => ({
  rows,
  changedRows: [],
  from: 'ledger',
  page: 0,
  problems: 0,
  incomplete: undefined,
})

const hasUser = (row: unknown): boolean => typeof keyOf(row)[0] === 'string'

const keyOf = (row: unknown): [person: unknown, day: unknown] => {
  const { user_id, date } = row as { user_id?: unknown; date?: unknown }
  return [user_id, date]
}
