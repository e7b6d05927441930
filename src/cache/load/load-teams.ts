import type { Budget } from '../../contract/teams.ts'
import type { TeamRule } from '../../domain/teams/teams.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { LIST_FRESH_MS, type Loaded, loaded } from './kit/loaded.ts'
import { readTeamsFile } from './kit/read-teams-file.ts'
import type { Source } from './source.ts'

/** @param file - Absolute path of a teams.csv, which replaces the teams of the server. */
export type TeamsParams = { file: string | undefined }

/**
 * The teams of a file, else of the server.
 *
 * @throws AppError if the file has errors, or if there is no file and the server has no teams or refuses them.
 */
export const loadTeams = async (
  source: Source,
  { file }: TeamsParams,
  options: LoadOptions,
): Promise<Loaded<readonly TeamRule[]>> => {
  if (file !== undefined) return loaded(await readTeamsFile(file), source.now(), 'ledger', { freshMs: LIST_FRESH_MS })
  const reply = await source.management.list('teams', ({ teams }) => teams, options)
  const rules = reply.data.rows.flatMap(({ email, team }) =>
    email === undefined || team === undefined ? [] : [{ email, team }],
  )
  return { ...reply, freshMs: LIST_FRESH_MS, data: rules }
}

/** The budgets of the server. @throws AppError if it has none or refuses them. */
export const loadBudgets = async (source: Source, options: LoadOptions): Promise<Loaded<readonly Budget[]>> => {
  const reply = await source.management.list('budgets', ({ budgets }) => budgets, options)
  const budgets = reply.data.rows.flatMap(({ scope, credits }) =>
    scope === undefined || credits === undefined || !(credits > 0) ? [] : [{ scope, credits }],
  )
  return { ...reply, freshMs: LIST_FRESH_MS, data: budgets }
}
