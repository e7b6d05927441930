import type { Demo } from '../../src/commands/kit/world.ts'
import { startService } from '../../src/service/start-service.ts'
import { NOW } from './now.ts'

export { NOW }

/** The address and the key of an organisation. */
export type Organisation = { url: string; key: string }

/** A generated organisation, with the ids that can be requested. */
export type MadeUp = Organisation & { ids: Demo['ids'] }

export type DemoSize = {
  users: number
  days: number
  seed: number
  /** Whether the server has no extensions. @default false */
  isStrict?: boolean
}

/** Test files in one process share this module and its read-only organisations. */
const running = new Map<string, Promise<MadeUp>>()

/**
 * A demo organisation on a socket, for tests that don't change it. It is generated once per test process and
 * closed with it.
 */
export const startDemo = (size: DemoSize = { users: 12, days: 70, seed: 1 }): Promise<MadeUp> => {
  const name = JSON.stringify(size)
  const known = running.get(name)
  if (known) return known
  const { isStrict, ...demo } = size
  const started = startService({ now: () => NOW, demo, isStrict }).then(({ url, keys, ids }) => ({
    url,
    key: keys.owner,
    ids,
  }))
  running.set(name, started)
  return started
}

/** 260 people, 40 days: three pages of 100 people, without extensions. */
export const startManyPeople = (): Promise<Organisation> => startDemo({ users: 260, days: 40, seed: 3, isStrict: true })
