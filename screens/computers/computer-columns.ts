import type { KnownRow } from '../../src/cache/load/management/known-rows.ts'
import type { Computer } from '../../src/contract/computers.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import { computerName, type ListedComputer } from '../../src/domain/computers/computer-list.ts'
import {
  decisiveStep,
  isProvisioning,
  type StatusGroup,
  type StepState,
  type StepView,
  statusGroupOf,
  stepsOf,
} from '../../src/domain/computers/computer-steps.ts'
import { age, NONE } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { type CellRole, type Column, leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { copiedCells } from '../kit/export/command-options.ts'

export type ComputerRow = KnownRow<Lenient<Computer>>

export type ComputerEntry = {
  row: ComputerRow
  /** Untrusted text: the name, or the id if there is no name. */
  name: string
  computer: Lenient<Computer> | undefined
  statusGroup: StatusGroup
  steps: readonly StepView[]
  /** Whether the computer is polled until its provisioning ends. */
  isPolled: boolean
  /** Whether a request for it is running. */
  isLoading: boolean
  isOffline: boolean
  /** When the row was made, Unix ms. Ages are relative to it. */
  now: number
}

export const computerEntries = (
  rows: readonly ComputerRow[],
  { now, canPoll, isLoading, isOffline }: Pick<ComputerEntry, 'now' | 'isLoading' | 'isOffline'> & { canPoll: boolean },
): ComputerEntry[] =>
  rows.map((row) => ({
    row,
    name: computerName(row),
    computer: row.item,
    statusGroup: statusGroupOf(row.item),
    steps: row.item ? stepsOf(row.item, now) : [],
    isPolled: canPoll && isProvisioning(row.item),
    isLoading,
    isOffline,
    now,
  }))

/** The fields that filters and sorts read. */
export const listedOf = ({ row }: ComputerEntry): ListedComputer => row

/** Sign and style of each computer status and step state. A sign takes one cell. */
const stateStyles: Record<
  StatusGroup | StepState,
  [sign: 'live' | 'good' | 'running' | 'bad' | 'idle' | 'unknown', role: CellRole]
> = {
  active: ['live', 'good'],
  done: ['good', 'good'],
  provisioning: ['running', 'accent'],
  running: ['running', 'accent'],
  failed: ['bad', 'bad'],
  paused: ['idle', 'muted'],
  waiting: ['idle', 'muted'],
  other: ['unknown', 'warn'],
}

export const stateStyle = (state: StatusGroup | StepState, { signs }: Theme): { sign: string; role: CellRole } => {
  const [sign, role] = stateStyles[state]
  return { sign: signs[sign], role }
}

/** The status, or why it is unknown. */
export const statusText = ({ row, computer, isLoading }: ComputerEntry): string => {
  if (computer) return safeText(computer.status ?? 'unknown')
  if (row.failure) return 'not loaded'
  return isLoading ? 'loading' : 'not seen'
}

/** How long ago the server last returned the computer; `now` within the last minute. */
const lastSeenText = ({ row, isPolled, now }: ComputerEntry): string => {
  if (!row.item && !row.failure) return NONE
  const old = now - row.at
  const when = old < 60_000 ? 'now' : age(old)
  return isPolled ? `${when}, polling` : when
}

export const computerColumns = (theme: Theme): Column<ComputerEntry>[] => [
  leftColumn('name', 'NAME', { min: 14, max: 40 }, 0, ({ name }) => safeText(name), 'strong'),
  leftColumn(
    'status',
    'STATUS',
    { min: 8, max: 16 },
    0,
    statusIn(theme),
    ({ statusGroup }) => stateStyle(statusGroup, theme).role,
  ),
  leftColumn('provider', 'PROVIDER', { min: 8, max: 16 }, 6, ({ computer }) => safeText(computer?.providerType ?? '')),
  leftColumn(
    'user',
    'USER',
    { min: 6, max: 14 },
    5,
    ofComputer(({ remoteUser }) => safeText(remoteUser ?? null)),
  ),
  leftColumn('owner', 'OWNER', { min: 6, max: 36 }, 8, ofComputer(ownerText), 'muted'),
  rightColumn(
    'repos',
    'REPOS',
    5,
    7,
    ofComputer(({ clonedRepoDirectories: all }) => String(all?.length ?? NONE)),
  ),
  leftColumn('steps', 'STEPS', { min: 5, max: 24 }, 1, (entry) => stepsText(entry, theme)),
  rightColumn('created', 'AGE', 6, 4, createdText),
  leftColumn('seen', 'SEEN', { min: 5, max: 13 }, 3, lastSeenText, 'muted'),
]

/** Formats a cell of a computer; empty if only its id is known. */
const ofComputer =
  (text: (computer: Lenient<Computer>) => string) =>
  ({ computer }: ComputerEntry): string =>
    computer ? text(computer) : ''

const statusIn = (theme: Theme) => (entry: ComputerEntry) =>
  `${stateStyle(entry.statusGroup, theme).sign} ${statusText(entry)}`

const createdText = ({ computer, now }: ComputerEntry): string =>
  computer?.createdAt === undefined ? '' : age(now - computer.createdAt)

/** A sign for each step, and the name of the failed or running one. */
const stepsText = ({ steps }: ComputerEntry, theme: Theme): string => {
  const decisive = decisiveStep(steps)
  const signs = steps.slice(0, MAX_SIGNS).map(({ state }) => stateStyle(state, theme).sign)
  return [signs.join(' '), ...(decisive ? [safeText(decisive.name)] : [])].join('  ')
}

/** A server can return any number of steps. */
const MAX_SIGNS = 6

/** `user user_12`; a dash without an owner. */
export const ownerText = ({ ownerPrincipalKind: kind, ownerId: id }: NonNullable<ComputerEntry['computer']>): string =>
  kind === undefined && id === undefined
    ? NONE
    : [kind, id]
        .filter(Boolean)
        .map((part) => safeText(part))
        .join(' ')

/** Cells of a computer for the clipboard. */
export const computerText = (entry: ComputerEntry): string => {
  const { row, name, computer } = entry
  return copiedCells([name, row.id, statusText(entry), computer?.providerType, computer?.remoteUser, computer?.hostId])
}
