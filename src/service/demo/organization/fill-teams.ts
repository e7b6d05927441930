import type { Budget, TeamRule } from '../../../contract/teams.ts'
import {
  addDays,
  type Day,
  daysBetween,
  daysOf,
  EARLIEST_DAY,
  firstOfMonth,
  type Range,
  weekdayOf,
} from '../../../domain/calendar/calendar.ts'
import type { Stores } from '../../store/store.ts'
import { creditsOf, personActivity } from '../analytics/person-day.ts'
import type { Person } from '../kit/demo-people.ts'

/** The place of each team in the organisation. */
const teamPaths: Readonly<Record<string, string>> = {
  payments: 'product/payments',
  web: 'product/web',
  mobile: 'product/mobile',
  platform: 'core/platform',
  infrastructure: 'core/infrastructure',
  data: 'data',
}

/** Creates the teams of most people, and budgets in every state. */
export const fillTeams = async (
  store: Stores,
  people: readonly Person[],
  lastDay: Day,
  seed: number,
): Promise<void> => {
  await store.teams.replace(teamRules(people))
  await store.budgets.replace(demoBudgets(people, lastDay, seed))
}

/** Some people are in no team. A pattern covers people who may come. */
const teamRules = (people: readonly Person[]): TeamRule[] => [
  ...people.flatMap(({ index, email, team }) =>
    email !== null && isAssigned(index) ? [{ email, team: teamPaths[team] ?? team }] : [],
  ),
  { email: '*@contractors.northwind.example', team: 'external/contractors' },
]

const isAssigned = (index: number): boolean => index % 13 !== 12

const demoBudgets = (people: readonly Person[], lastDay: Day, seed: number): Budget[] => {
  const month = { from: firstOfMonth(lastDay), to: lastDay }
  const four = { from: addDays(lastDay, -27), to: lastDay }
  const usedBy = (range: Range, teams: readonly string[]): number =>
    teamCredits(
      people.filter(({ index, email, team }) => email !== null && isAssigned(index) && teams.includes(team)),
      range,
      seed,
    )
  const all = Object.keys(teamPaths)
  const [heavy] = people
  return [
    { scope: 'organization', credits: thousands(usedBy(four, all) * 1.7) },
    { scope: 'team:product', credits: thousands(usedBy(month, ['payments', 'web', 'mobile']) * 1.12) },
    { scope: 'team:core', credits: thousands(usedBy(month, ['platform', 'infrastructure']) * 1.18) },
    { scope: 'team:data', credits: thousands(usedBy(four, ['data']) * 2) },
    ...(heavy?.email
      ? [{ scope: `user:${heavy.email}`, credits: thousands(teamCredits([heavy], month, seed) * 0.9) }]
      : []),
  ]
}

/** Maximum number of people whose days are computed. */
const MAX_SAMPLE = 40

/** Credits of people over a range, extrapolated from the first of them. */
const teamCredits = (people: readonly Person[], range: Range, seed: number): number => {
  const sample = people.slice(0, MAX_SAMPLE)
  let credits = 0
  for (const person of sample)
    for (const day of daysOf(range)) {
      const activity = personActivity(seed, person, { index: daysBetween(EARLIEST_DAY, day), weekday: weekdayOf(day) })
      if (activity !== undefined) credits += creditsOf(activity)
    }
  return sample.length === 0 ? 0 : (credits * people.length) / sample.length
}

const thousands = (credits: number): number => Math.max(1, Math.round(credits / 1_000)) * 1_000
