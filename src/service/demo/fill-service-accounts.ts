import { DAY_MS } from '../../base/time.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import type { Store } from '../store/store.ts'
import { demoIds } from './kit/demo-ids.ts'
import { createRandom, hexFrom } from './kit/random.ts'

/** A key by its age and its times, all in days: before now where it is said so, else from now on. */
type KeyPlan = { name: string; ageDays: number; expiresInDays?: number | null; revokedDaysAgo?: number | null }

const { ci, release, nightly, unused, neglected } = demoIds.serviceAccounts

const plans: Record<string, readonly KeyPlan[]> = {
  [ci]: [
    { name: 'GitHub Actions', ageDays: 61, expiresInDays: 120 },
    { name: 'self-hosted runners', ageDays: 85, expiresInDays: 5 },
    { name: 'old runners', ageDays: 260, expiresInDays: -31 },
    { name: 'leaked in a build log', ageDays: 140, expiresInDays: 200, revokedDaysAgo: 139 },
    { name: '試験用 (test)', ageDays: 3, expiresInDays: 27 },
  ],
  [release]: [{ name: 'release pipeline', ageDays: 300 }],
  [nightly]: [
    { name: 'report 2025', ageDays: 420, expiresInDays: -55 },
    { name: 'report', ageDays: 200, revokedDaysAgo: 12 },
  ],
  [unused]: [],
  [neglected]: [
    { name: 'dashboards', ageDays: 640 },
    { name: 'traces', ageDays: 410, expiresInDays: 330 },
    { name: 'log shipper', ageDays: 90, expiresInDays: 0.3 },
    { name: 'alerts before the move', ageDays: 500, expiresInDays: -40, revokedDaysAgo: 45 },
    // Some servers say null where others say nothing.
    { name: 'probe', ageDays: 12, expiresInDays: null, revokedDaysAgo: null },
  ],
}

/** Fills in service accounts whose keys are in every state. */
export const fillServiceAccounts = (store: Store, nowMs: number, seed: number): void => {
  for (const [at, [account, keys]] of Object.entries(plans).entries()) {
    store.serviceAccounts.putAccount(account)
    for (const [place, plan] of keys.entries()) {
      const key = keyFrom(plan, nowMs, seed, at * 100 + place)
      store.serviceAccounts.putKey(account, key, JSON.stringify(key))
    }
  }
}

const keyFrom = (
  { name, ageDays, expiresInDays, revokedDaysAgo }: KeyPlan,
  nowMs: number,
  seed: number,
  place: number,
): ServiceAccountKey => {
  const random = createRandom(seed, 40, place)
  return {
    id: `key_${hexFrom(random, 12)}`,
    name,
    fingerprint: `…${hexFrom(random, 4)}`,
    createdAt: nowMs - ageDays * DAY_MS,
    isRevoked: typeof revokedDaysAgo === 'number',
    ...(expiresInDays !== undefined && { expiresAt: expiresInDays && nowMs + expiresInDays * DAY_MS }),
    ...(revokedDaysAgo !== undefined && { revokedAt: revokedDaysAgo && nowMs - revokedDaysAgo * DAY_MS }),
  }
}
