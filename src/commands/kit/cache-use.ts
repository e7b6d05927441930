import { AppError } from '../../base/errors.ts'
import type { DayTable } from '../../cache/ledger/ledger.ts'
import type { LedgerStatus } from '../../cache/ledger/ledger-status.ts'
import { notStaying } from '../../cache/load/kit/offline.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { spansWithout } from '../../domain/calendar/spans.ts'
import { age, rangeLabel } from '../../domain/text/format.ts'
import type { Deps } from './command.ts'
import { noteTo } from './note.ts'
import { callOptions } from './wait-notice.ts'

/** How a command's loads go through the ledger: see {@link callOptions}, and --refresh. */
export const loadOptions = (deps: Pick<Deps, 'signal' | 'err' | 'isErrorTerminal' | 'globals'>): LoadOptions => ({
  ...callOptions(deps),
  isForced: deps.globals.isRefresh,
})

/** Offline, the days of a range that the ledger holds nothing of; none when the server can be asked. */
export const unheldDays = (source: Source, table: DayTable | 'users', range: Range): Range[] => {
  if (!source.isOffline) return []
  return spansWithout(
    range,
    source.ledger.heldDays(table, range).map(({ day }) => day),
  )
}

/** Why days that were loaded lack some, as one sentence; undefined when they lack none. */
export const missingReason = (source: Source, missing: readonly Range[]): string | undefined =>
  source.isOffline || missing.length === 0 ? offlineReason(missing) : notStaying(missing)

/** Why something is not all there is, and when --offline is the reason, as one sentence; undefined when it is all. */
export const offlineReason = (unheld: readonly Range[]): string | undefined =>
  unheld.length === 0
    ? undefined
    : `The cache holds nothing of ${unheld.map(rangeLabel).join(', ')}, and --offline asks for nothing.`

/** What says in json that something is not all there is. */
export const incompleteMembers = (reason: string | undefined): { incomplete?: true; reason?: string } =>
  reason === undefined ? {} : { incomplete: true, reason }

/** Ends a command that printed what there was, when that was not all. */
export const throwIfIncomplete = (reason: string | undefined): void => {
  if (reason !== undefined) throw new AppError('incomplete', reason)
}

/** Offline, says how old what is printed is. */
export const noteAge = (source: Source, at: number | undefined, { err }: Pick<Deps, 'err'>): void => {
  if (source.isOffline && at !== undefined) noteTo(err, `Offline: fetched ${age(source.now() - at)} ago.`)
}

/** One sentence on a cache that holds nothing that can be used; undefined when it can. */
export const cacheTrouble = (status: LedgerStatus): string | undefined => {
  switch (status.is) {
    case 'newer':
      return `${status.path} is of a newer version of this program, which this one leaves alone: it runs without a cache.`
    case 'unreadable':
      return `${status.path} cannot be read (${status.why}): qd cache clear makes room for a new one.`
    default:
      return undefined
  }
}
