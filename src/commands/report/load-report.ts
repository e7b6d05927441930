import { AppError } from '../../base/errors.ts'
import { once } from '../../base/memoize.ts'
import type { Loaded } from '../../cache/load/kit/loaded.ts'
import type { AccountRow } from '../../cache/load/management/load-service-accounts.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { type KeyRow, keyRow } from '../../domain/keys/key-rows.ts'
import { createPeople, type People } from '../../domain/people/people.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { openHistory } from '../controls/open-history.ts'
import type { Deps } from '../kit/command.ts'
import { loadOptions } from '../kit/load-options.ts'
import { isRow } from '../output/row-layout.ts'
import { type LoadedOverview, loadOverview } from '../overview/load-overview.ts'

/** A part of the report: what was loaded, and why that is nothing or not all. */
type Part<Data> = { data: Data | undefined; missing: AppError | undefined }

export type LoadedReport = {
  overview: LoadedOverview
  people: Part<People>
  /** All revisions, newest first. */
  history: Part<readonly Lenient<ControlRevision>[]>
  /** Without data and without an error: no service account is known here, and no server lists them. */
  keys: Part<readonly KeyRow[] | undefined>
}

/** Loads what the report tells, side by side; a part that fails leaves the others alone. */
export const loadReport = async (range: Range, previous: Range | undefined, deps: Deps): Promise<LoadedReport> => {
  const source = await deps.source()
  const options = loadOptions(deps)
  const loadAccounts = once(() => source.management.serviceAccounts.loadAll(options))
  const [overview, people, history, keys] = await Promise.all([
    loadOverview(range, previous, options, deps, loadAccounts),
    partOf(() => loadPeople(source, { from: previous?.from ?? range.from, to: range.to }, options)),
    partOf(async () => {
      const { walk } = await openHistory('never', deps)
      const { rows, incomplete } = await walk(() => false)
      return { data: rows, incomplete }
    }),
    partOf(() => loadKeys(source, loadAccounts)),
  ])
  return { overview, people, history, keys }
}

type Found<Data> = { data: Data; incomplete: string | undefined }

const partOf = async <Data>(load: () => Promise<Found<Data>>): Promise<Part<Data>> => {
  try {
    const { data, incomplete } = await load()
    return { data, missing: incomplete === undefined ? undefined : new AppError('incomplete', incomplete) }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    return { data: undefined, missing: error }
  }
}

const loadPeople = async (source: Source, range: Range, options: LoadOptions): Promise<Found<People>> => {
  const data = createPeople()
  let incomplete: string | undefined
  for await (const part of source.walkUsers(range, options)) {
    data.append(toPersonDaysChunk([...part.rows, ...part.changedRows].filter(isRow)))
    incomplete ??= part.incomplete
  }
  return { data, incomplete }
}

const loadKeys = async (
  source: Source,
  loadAccounts: () => Promise<Loaded<readonly AccountRow[]>>,
): Promise<Found<readonly KeyRow[] | undefined>> => {
  const { data: accounts } = await loadAccounts()
  if (accounts.length === 0) return { data: undefined, incomplete: undefined }
  const failed = accounts.find(({ failure }) => failure)
  return {
    data: accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, source.now()))),
    incomplete: failed && `The keys of ${failed.id} could not be read: ${failed.failure?.message}`,
  }
}
