import { AppError } from '../../base/errors.ts'
import { idFault } from '../../base/requests.ts'
import type { WikiRunRow } from '../../cache/load/management/load-wiki-runs.ts'
import { isOfRepository, newestRuns } from '../../domain/wiki/run-name.ts'
import type { Deps } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { callOptions } from '../kit/wait-notice.ts'

export const repoOption = {
  flags: '--repo <name>',
  help: 'with latest: of the repository of this name or address',
} as const satisfies OptionRow

/** Which run is meant: one by its id, or the newest, of a repository where one is named. */
export type WantedRun = { is: 'id'; id: string } | { is: 'latest'; repo: string | undefined }

/** @throws AppError of kind `usage` for an id that no path can hold, and for --repo beside an id. */
export const parseRun = (typed: string, repo: string | undefined): WantedRun => {
  if (repo?.trim() === '') throw new AppError('usage', '--repo is empty: give the name of a repository.')
  if (typed === 'latest') return { is: 'latest', repo }
  if (repo !== undefined) throw new AppError('usage', '--repo goes with latest: leave it out, or the id.')
  return { is: 'id', id: parseRunId(typed) }
}

/** @throws AppError of kind `usage` for what no path can hold. */
export const parseRunId = (typed: string): string => {
  const fault = idFault(typed)
  if (fault !== undefined)
    throw new AppError('usage', `The id of the wiki run ${fault}: qd wiki list tells those that are known.`)
  return typed
}

/** The run that is meant. Throws AppError `notFound` where none is known. */
export const findRun = async (wanted: WantedRun, deps: Deps): Promise<{ id: string; name: string | undefined }> => {
  const { management } = await deps.source()
  if (wanted.is === 'id') return { id: wanted.id, name: undefined }
  const { data } = await management.wikiRuns.loadAll(callOptions(deps))
  const { repo } = wanted
  const found = newestRuns(data.rows).find((row: WikiRunRow) => repo === undefined || isOfRepository(row, repo))
  if (found) return found
  const which = repo === undefined ? 'No wiki run is known' : `No wiki run of ${repo} is known`
  throw new AppError('notFound', `${which}: qd wiki list tells those that are, qd wiki add takes another by its id.`)
}
