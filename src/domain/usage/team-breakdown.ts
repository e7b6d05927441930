import { lengthOf, type Range } from '../calendar/calendar.ts'
import { isWithinTeam, type Teams, teamPath, UNASSIGNED } from '../teams/teams.ts'
import { type BreakdownRow, breakdownByPerson, daysWithin, NO_ID } from './breakdown.ts'
import type { CreditDays, PersonCredits } from './credit-days.ts'
import type { Sum } from './measure-figures.ts'

/** The credits of a team, including those of the teams inside it. */
export type TeamRow = BreakdownRow & {
  /** Users with credits in the range, each counted once. */
  users: number
}

/**
 * Credits by team over a range. A nested team counts for the teams that contain it too, so the rows do not add up.
 * Teams are in their order, also those without credits; users in no team are the last row.
 */
export const breakdownByTeam = (credits: CreditDays, range: Range, teams: Teams): TeamRow[] => {
  const noCredits = new Array<number | undefined>(lengthOf(range)).fill(undefined)
  for (const { index } of daysWithin(credits.people, range)) noCredits[index] = 0
  const emptyRow = (key: string): TeamRow => ({
    key,
    name: key,
    users: 0,
    credits: { value: 0, missing: 0 },
    input: { value: 0, missing: 0 },
    output: { value: 0, missing: 0 },
    share: 0,
    series: noCredits.slice(),
  })
  const rows = new Map([...teams.names, UNASSIGNED].map((name) => [name, emptyRow(name)]))
  const emailOf = emailsById(credits.people)
  for (const person of breakdownByPerson(credits, range)) {
    const team = teams.teamOf(emailOf.get(person.key))
    for (const name of team === undefined ? [UNASSIGNED] : teamPath(team)) {
      const row = rows.get(name)
      if (row) addPerson(row, person)
    }
  }
  return [...rows.values()].filter(({ key, users, credits: { value, missing } }) =>
    key === UNASSIGNED ? users > 0 || value !== 0 || missing > 0 : true,
  )
}

/** Credits of the users of a team over a range, most credits first. `UNASSIGNED` is the users in no team. */
export const membersOfTeam = (credits: CreditDays, range: Range, teams: Teams, name: string): BreakdownRow[] => {
  const emailOf = emailsById(credits.people)
  return breakdownByPerson(credits, range).filter(({ key }) => {
    const team = teams.teamOf(emailOf.get(key))
    return name === UNASSIGNED ? team === undefined : isWithinTeam(team, name)
  })
}

/** The most recent e-mail address of each user, by id. */
const emailsById = ({ ids, emails }: PersonCredits): ReadonlyMap<string, string | undefined> =>
  new Map(ids.map((id, at) => [id, id === NO_ID ? undefined : emails[at]]))

const addPerson = (row: TeamRow, person: BreakdownRow): void => {
  // Entries without an id may be of several users or of none.
  if (person.key !== NO_ID) row.users += 1
  for (const member of ['credits', 'input', 'output'] as const) addSum(row[member], person[member])
  if (person.share !== undefined) row.share = (row.share ?? 0) + person.share
  for (const [at, value] of person.series.entries())
    if (value !== undefined) row.series[at] = (row.series[at] ?? 0) + value
}

const addSum = (sum: Sum, { value, missing }: Sum): void => {
  sum.value = (sum.value ?? 0) + (value ?? 0)
  sum.missing += missing
}
