import type { Budget, TeamRule } from '../../contract/teams.ts'
import type { Db } from '../db/db.ts'

/** Teams and budgets, each replaced as a whole. Call `replace` in a transaction. */
export const createTeamStores = (db: Db) => ({
  teams: {
    read: (): Promise<TeamRule[]> => db.all('SELECT email, team FROM teams ORDER BY place'),
    replace: async (rules: readonly TeamRule[]): Promise<void> => {
      await db.run('DELETE FROM teams')
      await db.upsert(
        'teams',
        rules.map(({ email, team }, place) => ({ place, email, team })),
      )
    },
  },
  budgets: {
    read: (): Promise<Budget[]> => db.all('SELECT scope, credits FROM budgets ORDER BY place'),
    replace: async (budgets: readonly Budget[]): Promise<void> => {
      await db.run('DELETE FROM budgets')
      await db.upsert(
        'budgets',
        budgets.map(({ scope, credits }, place) => ({ place, scope, credits })),
      )
    },
  },
})
