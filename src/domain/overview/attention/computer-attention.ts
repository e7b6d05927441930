import { FULL_DISK_PCT } from '../../computers/computer-metrics.ts'
import { bytes, decimal } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import { attentionKind, createItem } from './attention-kind.ts'

/** A full disk counts as a new item above this share. */
const VERY_FULL_DISK_PCT = 95

export const fullDisks = attentionKind({
  find: ({ computerUse = [] }) =>
    computerUse
      .flatMap(({ id, name, diskUsedPct, diskUsed, diskTotal }) =>
        diskUsedPct === undefined || diskUsed === undefined || diskTotal === undefined || diskUsedPct <= FULL_DISK_PCT
          ? []
          : [{ id, name, diskUsedPct, diskUsed, diskTotal }],
      )
      .toSorted((a, b) => b.diskUsedPct - a.diskUsedPct)
      .map((computer) => {
        const level = computer.diskUsedPct > VERY_FULL_DISK_PCT ? 'very-full' : 'full'
        const target = { screen: 'computers', id: computer.id } as const
        return createItem('disk', { id: `disk:${computer.id}:${level}`, target }, { computer })
      }),
  text: ({ computer: { name, diskUsedPct, diskUsed, diskTotal } }) => ({
    subject: `computer ${safeText(name)}`,
    text: `disk ${decimal(diskUsedPct, 1)} % full, ${bytes(diskTotal - diskUsed)} free`,
  }),
  why: ({ computer: { diskUsed, diskTotal } }) =>
    `${bytes(diskUsed)} of ${bytes(diskTotal)} are used, more than ${FULL_DISK_PCT} %.`,
  output: ({ computer: { id, name, diskUsedPct, diskUsed, diskTotal } }) => ({
    computerId: id,
    name,
    diskUsedPercent: Math.round(diskUsedPct * 10) / 10,
    diskUsed: diskUsed,
    diskTotal: diskTotal,
  }),
})

export const idleComputers = attentionKind({
  find: ({ computerUse = [] }) =>
    computerUse.flatMap(({ id, name, idle }) =>
      idle
        ? [
            createItem(
              'idle',
              { id: `idle:${id}`, target: { screen: 'computers', id } },
              { computer: { id, name }, idle },
            ),
          ]
        : [],
    ),
  text: ({ computer: { name }, idle }) => ({
    subject: `computer ${safeText(name)}`,
    text: `active, but idle for a week: CPU at most ${decimal(idle.maxCpuPct, 1)} %`,
  }),
  why: ({ idle }) =>
    `In the last 7 days no hour had a mean CPU above ${decimal(idle.maxCpuPct, 1)} % (${idle.hours} hours with values). Pause or delete it.`,
  output: ({ computer: { id, name }, idle }) => ({
    computerId: id,
    name,
    maxCpuPercent: Math.round(idle.maxCpuPct * 10) / 10,
    hours: idle.hours,
  }),
})
