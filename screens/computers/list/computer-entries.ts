import type { KnownRow } from '../../../src/cache/load/management/known-rows.ts'
import type { Computer } from '../../../src/contract/computers.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { computerName, type ListedComputer } from '../../../src/domain/computers/computer-list.ts'
import { isOnItsWay, type Standing, standingOf } from '../../../src/domain/computers/computer-status.ts'
import { type StepView, stepsOf } from '../../../src/domain/computers/computer-steps.ts'

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
  /** Whether an answer about it is on its way. */
  isLoading: boolean
  /** When the row was made, Unix ms: ages are told as of then. */
  now: number
}

export const computerEntries = (
  rows: readonly ComputerRow[],
  { now, canFollow, isLoading }: { now: number; canFollow: boolean; isLoading: boolean },
): ComputerEntry[] =>
  rows.map((row) => ({
    row,
    name: computerName(row),
    computer: row.item,
    standing: standingOf(row.item),
    steps: row.item ? stepsOf(row.item, now) : [],
    isFollowed: canFollow && isOnItsWay(row.item),
    isLoading,
    now,
  }))

/** What filters and orders know of an entry. */
export const listedOf = ({ row }: ComputerEntry): ListedComputer => row
