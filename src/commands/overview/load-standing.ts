import { AppError } from '../../base/errors.ts'
import type { Failure } from '../../cache/load/kit/failure.ts'
import type { Loaded } from '../../cache/load/kit/loaded.ts'
import { NOTHING_KEPT } from '../../cache/load/kit/offline.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { keysInCare } from '../../domain/keys/keys-in-care.ts'
import type { AttentionInput } from '../../domain/overview/attention/attention-kind.ts'
import type { Deps } from '../kit/command.ts'
import type { MissingPart } from './missing.ts'

/** What stands there whatever the range is, and may need attention. */
export type Standing = Pick<
  AttentionInput,
  'keys' | 'neglectedKeys' | 'computers' | 'ciJobs' | 'failedExports' | 'failingChannels'
>

/**
 * Loads computers, CI jobs and the keys of the service accounts that are known, side by side, and reads from this machine which
 * exports and notices failed. One that fails leaves the others alone; what a server does not have is not missed. What is not
 * cached is missing offline.
 */
export const loadStanding = async (
  source: Source,
  options: LoadOptions,
  { notifier }: Pick<Deps, 'notifier'>,
  loadAccounts = () => source.management.serviceAccounts.loadAll(options),
): Promise<{ standing: Standing; missing: MissingPart[] }> => {
  const missing: MissingPart[] = []
  const { management, ledger } = source
  const attempt = async <Data>(part: MissingPart['part'], load: () => Promise<Loaded<Data>>) => {
    try {
      if (source.isOffline) throw new AppError('incomplete', NOTHING_KEPT)
      return (await load()).data
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
      if (error.status !== 404) missing.push({ part, error })
      return undefined
    }
  }
  const hasAccounts = ledger.knownIds('serviceAccounts').length > 0
  const [computers, jobs, accounts, failing] = await Promise.all([
    attempt('computers', () => management.computers.loadAll(options)),
    attempt('ciJobs', () => management.ciJobs(options)),
    hasAccounts ? attempt('keys', loadAccounts) : [],
    failingChannels(notifier, missing),
  ])
  if (jobs?.other !== undefined) missing.push({ part: 'ciJobs', error: new AppError('incomplete', UNKNOWN_JOBS) })
  const failures = { computers: computers?.rows, keys: accounts }
  for (const [part, rows = []] of Object.entries(failures)) missing.push(...failedRows(part, rows))
  const names = new Map(ledger.knownIds('wikiRuns').map(({ id, name }) => [id, name]))
  const failedExports = [...ledger.failedExports()].map(([run, failed]) => ({ run, name: names.get(run), ...failed }))
  const standing = {
    computers: computers?.rows.flatMap(({ item }) => (item === undefined ? [] : [item])),
    ciJobs: jobs?.jobs,
    ...(accounts && keysInCare(accounts, source.now())),
    failedExports,
    failingChannels: failing,
  }
  return { standing, missing }
}

/** A part of which single rows could not be loaded, with the reason of the first of them. */
const failedRows = (part: string, rows: readonly { id: string; failure?: Failure }[]): MissingPart[] => {
  const failed = rows.filter(({ failure }) => failure)
  const [first] = failed
  if (!first?.failure) return []
  const { kind, message, status, requestId } = first.failure
  const count = failed.length === 1 ? '' : ` (${failed.length} could not be loaded)`
  return [{ part: `${part} ${first.id}${count}`, error: new AppError(kind, message, { status, requestId }) }]
}

const UNKNOWN_JOBS = 'The list of CI jobs has an unknown shape, so failed jobs are not known: qd ci jobs prints it.'

/** None, and the notifier as a missing part, when its files cannot be read. */
const failingChannels = async (notifier: Deps['notifier'], missing: MissingPart[]) => {
  try {
    return (await notifier()).failing()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    missing.push({ part: 'notifier', error })
    return []
  }
}
