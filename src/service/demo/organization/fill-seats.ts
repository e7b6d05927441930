import { DAY_MS, HOUR_MS } from '../../../base/time.ts'
import type { OrganizationUser } from '../../../contract/organization.ts'
import { addDays, type Day, daysBetween, EARLIEST_DAY, weekdayOf } from '../../../domain/calendar/calendar.ts'
import type { Stores } from '../../store/store.ts'
import { creditsOf, personActivity } from '../analytics/person-day.ts'
import type { Person } from '../kit/demo-people.ts'
import { createRandom, hexFrom, startOfDay } from '../kit/random.ts'

/** Credits of each user and billing period. */
export const DEMO_GLOBAL_LIMIT = 2_000_000

/** A seat that was never used. A server accepts any text as a name. */
type UnusedSeat = Pick<OrganizationUser, 'email' | 'firstName' | 'lastName'> & {
  ageDays: number
  /** Null if the user never signed in. */
  signedInDaysAgo: number | null
}

const unusedSeats: readonly UnusedSeat[] = [
  { email: 'j.new@northwind.example', firstName: 'June', lastName: 'Newman', ageDays: 61, signedInDaysAgo: 60 },
  { email: 'p.later@northwind.example', firstName: 'Pat', lastName: 'Later', ageDays: 9, signedInDaysAgo: null },
  { email: 'contractors@northwind.example', firstName: null, lastName: null, ageDays: 402, signedInDaysAgo: null },
  {
    email: "o'brien+agents@northwind.example",
    firstName: '=HYPERLINK("https://example.invalid","Open")',
    lastName: "'); DROP TABLE seats;--",
    ageDays: 120,
    signedInDaysAgo: 118,
  },
  {
    email: 'rtl@northwind.example',
    firstName: '\u202edlrow\u202c',
    lastName: '<b>\u001b[31mred</b>',
    ageDays: 45,
    signedInDaysAgo: 44.5,
  },
  { email: 'wolfe@northwind.example', firstName: 'Wolfeschlegel'.repeat(12), ageDays: 33, signedInDaysAgo: null },
]

/** The e-mail address of a person's seat. Analytics has none for some people. */
export const seatEmail = ({ email, name }: Person): string =>
  email ?? `${name.toLowerCase().replaceAll(' ', '.')}@northwind.example`

/** Creates seats for all people and some that are never used, and limits of credits. */
export const fillSeats = async (
  store: Stores,
  people: readonly Person[],
  { nowMs, lastDay, seed }: { nowMs: number; lastDay: Day; seed: number },
): Promise<void> => {
  const users = [
    ...people.map((person) => seatOf(person, nowMs, seed)),
    ...unusedSeats.map((seat, at) => unusedSeatOf(seat, at, nowMs, seed)),
  ]
  await store.seats.put(users.map((user) => ({ user, row: JSON.stringify(user) })))
  await store.limits.putGlobal(DEMO_GLOBAL_LIMIT)
  const limits = ownLimits(people, lastDay, seed)
  await store.limits.putOwn(limits.map((limit) => ({ email: limit.email, row: JSON.stringify(limit) })))
}

const iso = (ms: number): string => new Date(Math.floor(ms)).toISOString()

const seatOf = (person: Person, nowMs: number, seed: number): OrganizationUser => {
  const random = createRandom(seed, 60, person.index)
  const [firstName = '', lastName = ''] = person.name.split(' ')
  const firstMs = startOfDay(addDays(EARLIEST_DAY, person.firstDay))
  const isGone = Number.isFinite(person.lastDay)
  const lastMs = isGone ? startOfDay(addDays(EARLIEST_DAY, person.lastDay)) + 9 * HOUR_MS : nowMs
  const signedInMs = lastMs - random.between(0, isGone ? 5 : 40) * HOUR_MS
  const createdMs = firstMs - random.between(0.1, 30) * DAY_MS
  return {
    id: person.id,
    email: seatEmail(person),
    firstName,
    lastName,
    createdAt: iso(createdMs),
    lastSignInAt: iso(Math.max(createdMs, signedInMs)),
    metadata: { team: person.team, ...(random.chance(0.2) && { costCenter: `CC-${random.int(100, 999)}` }) },
  }
}

const unusedSeatOf = (seat: UnusedSeat, at: number, nowMs: number, seed: number): OrganizationUser => {
  const { ageDays, signedInDaysAgo, ...names } = seat
  return {
    id: `user_${hexFrom(createRandom(seed, 61, at), 8)}seat${at}`,
    ...names,
    createdAt: iso(nowMs - ageDays * DAY_MS),
    // Some servers send null where others omit the member.
    ...(signedInDaysAgo !== null && { lastSignInAt: iso(nowMs - signedInDaysAgo * DAY_MS) }),
    ...(signedInDaysAgo === null && at % 2 === 0 && { lastSignInAt: null }),
    metadata: {},
  }
}

/**
 * Own limits of some people. Two are lower than a server accepts today, as if they had been set earlier: one that its
 * user almost reaches in a month, and one that its user exceeds.
 */
const ownLimits = (people: readonly Person[], lastDay: Day, seed: number): { email: string; limit: number }[] => {
  const plans: readonly [index: number, limit: (person: Person) => number][] = [
    [0, () => 6_000_000],
    [1, (person) => thousands(creditsOfMonth(person, lastDay, seed) * 1.05)],
    [2, (person) => thousands(creditsOfMonth(person, lastDay, seed) * 0.7)],
    [7, () => 1_000_000],
  ]
  return plans.flatMap(([index, limit]) => {
    const person = people[index]
    return person === undefined ? [] : [{ email: seatEmail(person), limit: limit(person) }]
  })
}

const thousands = (credits: number): number => Math.max(1, Math.round(credits / 1_000)) * 1_000

/** Credits of a person in the last 30 days. */
const creditsOfMonth = (person: Person, lastDay: Day, seed: number): number => {
  let credits = 0
  for (let back = 0; back < 30; back++) {
    const day = addDays(lastDay, -back)
    const activity = personActivity(seed, person, { index: daysBetween(EARLIEST_DAY, day), weekday: weekdayOf(day) })
    if (activity !== undefined) credits += creditsOf(activity)
  }
  return credits
}
