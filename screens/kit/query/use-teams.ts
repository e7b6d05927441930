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
  const own = useSession().plan?.budgets
  const state = useQuery('budgets', isWanted && own === undefined ? nothing : undefined)
  return { state, budgets: own ?? shownOf(state)?.data }
}

const nothing = {}
