import { resolve } from 'node:path'
import { AppError, usageError } from '../../base/errors.ts'
import { loadQuery } from '../../cache/load/queries.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import { createTeams, type Teams } from '../../domain/teams/teams.ts'
import type { Deps } from './command.ts'
import { loadOptions } from './load-options.ts'
import type { OptionRow } from './option-row.ts'

export const teamsOption = {
  flags: '--teams <file>',
  help: 'teams.csv that replaces the teams of the server',
  completes: 'file',
} as const satisfies OptionRow

/**
 * The teams of `--teams`, else of the profile, else of the server.
 *
 * @throws AppError of kind `usage` if there are none.
 */
export const loadTeams = async (deps: Deps, named: string | undefined): Promise<Teams> => {
  const source = await deps.source()
  const file = named === undefined ? planSettings(deps.env, await deps.credentials()).teams : resolve(named)
  try {
    return createTeams((await loadQuery(source, 'teams', { file }, loadOptions(deps))).data)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound' && file === undefined)
      throw usageError('There are no teams: name a teams.csv with --teams, or as "teams" in the profile.')
    throw error
  }
}
