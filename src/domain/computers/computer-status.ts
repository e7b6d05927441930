import type { Computer } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'

/** What a status means to whoever looks. `other` is one that this program does not know, or none. */
export type Standing = 'active' | 'onItsWay' | 'failed' | 'paused' | 'other'

const standings: Readonly<Record<string, Standing>> = {
  active: 'active',
  provisioning: 'onItsWay',
  error: 'failed',
  paused: 'paused',
}

export const standingOf = (computer: Lenient<Computer> | undefined): Standing => {
  const status = computer?.status
  return (status !== undefined && Object.hasOwn(standings, status) && standings[status]) || 'other'
}

/** Whether it changes by itself, so that looking again soon is worth it. */
export const isOnItsWay = (computer: Lenient<Computer> | undefined): boolean => standingOf(computer) === 'onItsWay'
