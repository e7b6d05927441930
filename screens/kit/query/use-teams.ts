import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { createTeams } from '../../../src/domain/teams/teams.ts'
import { useSession } from '../session/session.ts'
import { useQuery } from './use-query.ts'

/** The teams of the profile, else of the server. @param isWanted - Whether to load them. */
export const useTeams = (isWanted: boolean) => {
  const file = useSession().plan?.teams
  const state = useQuery('teams', isWanted ? { file } : undefined)
  const rules = shownOf(state)?.data
  return { state, teams: useMemo(() => rules && createTeams(rules), [rules]) }
}

/** The budgets of the profile, else of the server. @param isWanted - Whether to load them. */
export const useBudgets = (isWanted: boolean) => {
  const { plan, now } = useSession()
  const own = plan?.budgets
  const requested = useQuery('budgets', isWanted && own === undefined ? nothing : undefined)
  const state = useMemo(
    (): typeof requested =>
      own ? { is: 'ready', now: { data: own, at: now(), from: 'ledger', problems: 0 } } : requested,
    [own, requested, now],
  )
  return { state, budgets: shownOf(state)?.data }
}

const nothing = {}
