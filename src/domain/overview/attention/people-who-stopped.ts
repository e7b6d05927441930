import { memoize, memoizePerObject } from '../../../base/memoize.ts'
import type { Day } from '../../calendar/calendar.ts'
import type { CreditDays } from '../../usage/credit-days.ts'
import { QUIET_DAYS, STOPPED_WORDS, type StoppedPerson, stoppedPeople } from '../../usage/stopped-people.ts'
import type { AttentionInput, AttentionKind, Matter } from './attention-kind.ts'
import { namedFirst } from './named-first.ts'

export type PeopleWhoStopped = Matter<'stopped'> & {
  /** Who was seen last comes first; at least one. */
  people: StoppedPerson[]
  quietDays: number
}

/** Kept with the credits: everything is looked through again whenever something else has come. */
const stoppedOf = memoizePerObject((credits: CreditDays) =>
  memoize((to: Day) => stoppedPeople(credits, to)?.people ?? []),
)

const find = ({ range, credits }: AttentionInput): PeopleWhoStopped[] => {
  const [first, ...others] = credits ? stoppedOf(credits)(range.to) : []
  if (!first) return []
  return [
    {
      kind: 'stopped',
      id: 'stopped',
      severity: 'medium',
      target: { screen: 'people', ...(others.length === 0 && { person: first.id, day: first.lastDay }) },
      // Not by person: a day tells as much, and of days there are few.
      marks: [...new Set([first, ...others].map(({ lastDay }) => `stopped:${lastDay}`))],
      people: [first, ...others],
      quietDays: QUIET_DAYS,
    },
  ]
}

export const peopleWhoStopped: AttentionKind<PeopleWhoStopped> = {
  find,
  text: ({ people, quietDays }, { nameOf }) => {
    const names = namedFirst(people.map(({ id, email }) => nameOf(id, email)))
    const verb = people.length === 1 ? 'has' : 'have'
    return {
      subject: people.length === 1 ? '1 person' : `${people.length} people`,
      text: `active last month ${verb} not been seen for ${quietDays} days: ${names}`,
    }
  },
  why: ({ people }) =>
    people.length === 1 ? `${STOPPED_WORDS[0]?.toUpperCase()}${STOPPED_WORDS.slice(1)}.` : `Each ${STOPPED_WORDS}.`,
  output: ({ quietDays, people }) => ({
    quiet_days: quietDays,
    people: people.map(({ id, email, lastDay, activeDays }) => ({
      user_id: id,
      user_email: email ?? null,
      last_day: lastDay,
      active_days: activeDays,
    })),
  }),
}
