import { AppError } from '../../base/errors.ts'
import { once } from '../../base/memoize.ts'
import type { Loaded } from '../../cache/load/kit/loaded.ts'
import type { AccountRow } from '../../cache/load/management/load-service-accounts.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { keyRow } from '../../domain/keys/key-rows.ts'
import { People } from '../../domain/people/people.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import type { Teams } from '../../domain/teams/teams.ts'
import { openHistory } from '../controls/open-history.ts'
import type { Deps } from '../kit/command.ts'
import { loadOptions } from '../kit/load-options.ts'
import { loadTeams } from '../kit/load-teams.ts'
import { isRow } from '../output/row-layout.ts'
import { attempt, loadOverview } from '../overview/load-overview.ts'

export type LoadedReport = Awaited<ReturnType<typeof loadReport>>

/** Loads the data of the report in parallel; a failed part does not affect the others. */
export const loadReport = async (range: Range, previous: Range | undefined, deps: Deps, teamsFile?: string) => {
  const source = await deps.source()
  const options = loadOptions(deps)
  const loadAccounts = once(() => source.management.serviceAccounts.loadAll(options))
  const [overview, people, history, keys] = await Promise.all([
    loadOverview(range, previous, options, deps, loadAccounts),
    attempt(() => loadPeople(source, { from: previous?.from ?? range.from, to: range.to }, options)),
    // All revisions, newest first.
    attempt(async () => {
      const { walk } = await openHistory({ at: undefined, isPseudonymous: false, reveal: 'never' }, deps)
      const { rows, incomplete } = await walk(() => false)
      return { data: rows, incomplete }
    }),
    attempt(() => loadKeys(source, loadAccounts)),
  ])
  const { creditPrice } = planSettings(deps.env, await deps.credentials())
  return { overview, people, history, keys, creditPrice, teams: await loadReportTeams(deps, teamsFile) }
}

/** The teams, if there are any. A report without teams is complete. @throws AppError if a named file has errors. */
const loadReportTeams = async (deps: Deps, file: string | undefined): Promise<Teams | undefined> => {
  try {
    return await loadTeams(deps, file)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted' || file !== undefined) throw error
    return undefined
  }
}

const loadPeople = async (source: Source, range: Range, options: LoadOptions) => {
  const data = new People()
  let incomplete: string | undefined
  for await (const part of source.walkUsers(range, options)) {
    data.append(toPersonDaysChunk([...part.rows, ...part.changedRows].filter(isRow)))
    incomplete ??= part.incomplete
  }
  return { data, incomplete }
}

const loadKeys = async (source: Source, loadAccounts: () => Promise<Loaded<readonly AccountRow[]>>) => {
  const { data: accounts } = await loadAccounts()
  // No service account is known: the user adds them, because the server cannot list them.
  if (accounts.length === 0) return { data: undefined }
  const failed = accounts.find(({ failure }) => failure)
  return {
    data: accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, source.now()))),
    incomplete: failed && `The keys of ${failed.id} could not be read: ${failed.failure?.message}`,
  }
}
