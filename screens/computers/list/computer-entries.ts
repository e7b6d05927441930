import type { KnownRow } from '../../../src/cache/load/management/known-rows.ts'
import type { Computer } from '../../../src/contract/computers.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { isOnItsWay, type Standing, standingOf } from '../../../src/domain/computers/computer-status.ts'
import { type StepView, stepsOf } from '../../../src/domain/computers/computer-steps.ts'
import { textFilter } from '../../../src/domain/text/text-filter.ts'

export type ComputerRow = KnownRow<Lenient<Computer>>

/** A computer as a row of the list. */
export type ComputerEntry = {
  row: ComputerRow
  /** Untrusted text: its name, else its id. */
  name: string
  computer: Lenient<Computer> | undefined
  standing: Standing
  steps: readonly StepView[]
  /** Looked at again and again until it stands. */
  isFollowed: boolean
  /** When the row was made, Unix ms: ages are told as of then. */
  now: number
}

export const computerEntries = (
  rows: readonly ComputerRow[],
  { now, canFollow }: { now: number; canFollow: boolean },
): ComputerEntry[] =>
  rows.map((row) => ({
    row,
    name: row.item?.name ?? row.name ?? row.id,
    computer: row.item,
    standing: standingOf(row.item),
    steps: row.item ? stepsOf(row.item, now) : [],
    isFollowed: canFollow && isOnItsWay(row.item),
    now,
  }))

export const COMPUTER_SORTS = ['created', 'name', 'status'] as const
export type ComputerSort = { by: (typeof COMPUTER_SORTS)[number]; isDescending: boolean }

/** The order that a key begins with: newest first, then what needs a look first. */
export const computerSortBy = (by: ComputerSort['by']): ComputerSort => ({ by, isDescending: by === 'created' })

/** What needs a look comes first. */
const care: Record<Standing, number> = { failed: 0, onItsWay: 1, other: 2, paused: 3, active: 4 }

/** Entries that answer to a filter, in an order; equals stay as the server had them. */
export const shownEntries = (
  entries: readonly ComputerEntry[],
  filter: string,
  { by, isDescending }: ComputerSort,
): ComputerEntry[] => {
  const passes = textFilter(filter)
  const sign = isDescending ? -1 : 1
  const orders: Record<ComputerSort['by'], (a: ComputerEntry, b: ComputerEntry) => number> = {
    created: (a, b) => (a.computer?.createdAt ?? 0) - (b.computer?.createdAt ?? 0),
    name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    status: (a, b) => care[a.standing] - care[b.standing],
  }
  return entries
    .filter(({ name, row, computer }) => passes(name, [row.id, ...soughtTexts(computer)]))
    .toSorted((a, b) => sign * orders[by](a, b))
}

const soughtTexts = (computer: Lenient<Computer> | undefined): (string | undefined)[] => [
  computer?.status,
  computer?.providerType,
  computer?.remoteUser,
  computer?.ownerId,
  computer?.hostId,
  ...(computer?.provisioningSteps ?? []).map(({ error }) => error),
]
