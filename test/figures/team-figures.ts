import { type Days, sum } from './days.ts'
import type { Raw, Server } from './server.ts'
import type { Tally } from './tally.ts'

const USERS = '/api/v0/organization/users'
const TEAMS = '/api/v1/teams'
const BUDGETS = '/api/v1/budgets'

/** Seats, teams and budgets, where the server offers them. */
export const teamFigures = async (server: Server, ranges: readonly Days[], tally: Tally): Promise<void> => {
  const { paths } = await server.get('/api/v0/openapi.json')
  if (paths[USERS] !== undefined) await seatFigures(server, tally)
  if (paths[TEAMS] === undefined) return
  const rules: Rule[] = (await server.get(TEAMS)).teams
  for (const range of ranges) await creditFigures(server, range, rules, tally)
  if (paths[BUDGETS] !== undefined) await budgetFigures(server, rules, tally)
}

type Rule = { email: string; team: string }

/** The team of an address: an exact line before one with `*`, otherwise the first line. */
const teamOf = (rules: readonly Rule[], email: string | undefined): string | undefined => {
  const address = email?.toLowerCase() ?? ''
  const matches = (pattern: string): boolean =>
    new RegExp(`^${pattern.toLowerCase().split('*').map(escaped).join('.*')}$`).test(address)
  if (address === '') return undefined
  const exact = rules.find((rule) => rule.email.toLowerCase() === address)
  return (exact ?? rules.find((rule) => rule.email.includes('*') && matches(rule.email)))?.team
}

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')

type Entry = { id: string; email: string | undefined; credits: number }

const entriesOf = async ({ get }: Server, { from, to }: Days): Promise<Entry[]> => {
  const { data } = await get(`/api/v1/analytics/tokens?startDate=${from}&endDate=${to}`)
  return data.flatMap(({ by_user: users }: Raw) =>
    (users ?? []).map((row: Raw) => ({ id: row.user_id, email: row.user_email, credits: row.billable_tokens ?? 0 })),
  )
}

const isIn = (team: string | undefined, outer: string): boolean =>
  outer === 'unassigned' ? team === undefined : team === outer || team?.startsWith(`${outer}/`) === true

const creditFigures = async (server: Server, range: Days, rules: readonly Rule[], tally: Tally): Promise<void> => {
  const entries = await entriesOf(server, range)
  const words = ['--by', 'team', '--from', range.from, '--to', range.to]
  const printed: Raw[] = (await server.json('analytics', 'tokens', ...words)).data
  const ofUsers: Raw[] = (await server.json('analytics', 'users', ...words)).data
  const all = sum(entries.map(({ credits }) => credits))
  for (const [at, row] of printed.entries()) {
    const own = entries.filter(({ email }) => isIn(teamOf(rules, email), row.team))
    const credits = sum(own.map((one) => one.credits))
    const what = `${range.from}..${range.to} ${row.team}`
    tally.same('teams', `${what} credits`, row.credits, credits)
    tally.same('teams', `${what} users`, row.users, new Set(own.map(({ id }) => id)).size)
    tally.same('teams', `${what} share`, row.share, credits / all)
    tally.same('teams, users', `${what} credits`, ofUsers[at]?.credits, credits)
  }
}

const budgetFigures = async (server: Server, rules: readonly Rule[], tally: Tally): Promise<void> => {
  const { budgets } = await server.get(BUDGETS)
  const printed: Raw[] = (await server.json('budget')).budgets
  const { month, lastDay } = await server.json('users', 'list')
  const entries = await entriesOf(server, { from: month.from, to: lastDay })
  tally.same('budgets', 'count', printed.length, budgets.length)
  for (const [at, { scope, credits }] of budgets.entries()) {
    const [of, name = ''] = [scope.split(':')[0], scope.slice(scope.indexOf(':') + 1)]
    const own = entries.filter(({ email }) => {
      if (of === 'organization') return true
      return of === 'team' ? isIn(teamOf(rules, email), name) : email?.toLowerCase() === name.toLowerCase()
    })
    const sofar = sum(own.map((one) => one.credits))
    tally.same('budgets', `${scope} budget`, printed[at]?.budget, credits)
    tally.same('budgets', `${scope} so far`, printed[at]?.monthCredits, sofar)
    tally.same('budgets', `${scope} used`, printed[at]?.used, sofar / credits)
  }
}

const seatFigures = async (server: Server, tally: Tally): Promise<void> => {
  const users: Raw[] = []
  for (let cursor = ''; ; ) {
    const page = await server.get(`${USERS}?limit=100${cursor}`)
    users.push(...page.users)
    if (!page.pagination?.hasMore) break
    cursor = `&cursor=${encodeURIComponent(page.pagination.nextCursor)}`
  }
  const { users: printed, counts, lastDay, month } = await server.json('users', 'list')
  const entries = await entriesOf(server, { from: month.from, to: lastDay })
  tally.same('seats', 'count', counts.seats, users.length)
  for (const { id, email } of users) {
    const row = printed.find((one: Raw) => one.id === id)
    const credits = sum(entries.filter((one) => one.id === id).map((one) => one.credits))
    tally.same('seats', `${id} email`, row?.email, email)
    tally.same('seats', `${id} credits of the month`, row?.computed.monthCredits, credits)
  }
}
