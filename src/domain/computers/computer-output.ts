import type { Computer } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { OutputRow } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'

export const COMPUTER_COLUMNS = [
  'id',
  'name',
  'status',
  'providerType',
  'remoteUser',
  'hostId',
  'ownerPrincipalKind',
  'ownerId',
  'createdAt',
  'steps',
  'repositories',
] as const

/** What is known of a computer, for programs that read tables: null for what is not told, times as RFC 3339. */
export const computerOutput = (id: string, name: string | undefined, computer: Lenient<Computer> = {}): OutputRow => ({
  id,
  name: computer.name ?? name ?? null,
  status: computer.status ?? null,
  providerType: computer.providerType ?? null,
  remoteUser: computer.remoteUser ?? null,
  hostId: computer.hostId ?? null,
  ownerPrincipalKind: computer.ownerPrincipalKind ?? null,
  ownerId: computer.ownerId ?? null,
  createdAt: timeText(computer.createdAt),
  steps:
    (computer.provisioningSteps ?? [])
      .map(({ id, name, status }) => `${id ?? name ?? '?'}: ${status ?? '?'}`)
      .join(', ') || null,
  repositories: (computer.clonedRepoDirectories ?? []).join(', ') || null,
})
