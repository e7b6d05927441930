import { memoize } from '../../base/memoize.ts'
import { wildcardMatcher } from '../filter/wildcard-matcher.ts'

/** The name of the row of users who are in no team. No team has this name. */
export const UNASSIGNED = 'unassigned'

/** Assigns an e-mail address, or a pattern with `*`, to a team. Untrusted text. */
export type TeamRule = { email: string; team: string }

/** The teams of an organisation. */
export type Teams = {
  /** All teams and the teams that contain them, each after the team that contains it. Untrusted text. */
  names: readonly string[]
  /** The team of an e-mail address; undefined if it is in none. */
  teamOf: (email: string | undefined) => string | undefined
}

/** A team and the teams that contain it, the outermost first: `core/compilers` is in `core`. */
export const teamPath = (team: string): readonly string[] => {
  const steps = team.split('/')
  return steps.map((_, at) => steps.slice(0, at + 1).join('/'))
}

/** Whether a team is another one, or is inside of it. */
export const isWithinTeam = (team: string | undefined, outer: string): boolean =>
  team !== undefined && (team === outer || team.startsWith(`${outer}/`))

/**
 * Evaluates rules: an exact address takes precedence over a pattern, otherwise the first rule counts. Addresses are
 * compared without case.
 */
export const createTeams = (rules: readonly TeamRule[]): Teams => {
  const exact = new Map<string, string>()
  const patterns: { matches: (email: string) => boolean; team: string }[] = []
  for (const { email, team } of rules) {
    if (email.includes('*')) patterns.push({ matches: wildcardMatcher(email.split('*')), team })
    else if (!exact.has(email.toLowerCase())) exact.set(email.toLowerCase(), team)
  }
  const find = memoize(
    (email: string) => exact.get(email.toLowerCase()) ?? patterns.find(({ matches }) => matches(email))?.team,
    MAX_EMAILS,
  )
  const names = [...new Set(rules.flatMap(({ team }) => teamPath(team)))].sort(comparePaths)
  return { names, teamOf: (email) => (email === undefined || email === '' ? undefined : find(email)) }
}

/** Maximum number of e-mail addresses in memory. */
const MAX_EMAILS = 200_000

/** Compares teams step by step, so that a team stands directly before the teams that it contains. */
const comparePaths = (a: string, b: string): number => {
  const [one, other] = [a.split('/'), b.split('/')]
  for (const [at, step] of one.entries()) {
    const against = other[at]
    if (against === undefined) return 1
    if (step !== against) return step < against ? -1 : 1
  }
  return one.length - other.length
}
