import { DAY_MS, HOUR_MS } from '../../base/time.ts'
import type { CiJob } from '../../contract/ci.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import type { Stores } from '../store/store.ts'
import { createRandom, hexFrom } from './kit/random.ts'
import { demoIds } from './kit/repositories.ts'

/** A key with its times in days: `…DaysAgo` and `ageDays` before now, the others from now on. */
type KeyPlan = { name: string; ageDays: number; expiresInDays?: number | null; revokedDaysAgo?: number | null }

const { ci, release, nightly, unused, neglected } = demoIds.serviceAccounts

const keyPlans: Record<string, readonly KeyPlan[]> = {
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
    // Some servers send null where others omit the member.
    { name: 'probe', ageDays: 12, expiresInDays: null, revokedDaysAgo: null },
  ],
}

const accountNames: Record<string, string> = {
  [ci]: 'CI bot',
  [release]: 'Release pipeline',
  [nightly]: 'Nightly report 夜間',
  [neglected]: 'Observability',
}

/** Creates service accounts with keys in every state. */
export const fillServiceAccounts = async (store: Stores, nowMs: number, seed: number): Promise<void> => {
  for (const [at, [account, keys]] of Object.entries(keyPlans).entries()) {
    const details = { id: account, name: accountNames[account] ?? account }
    await store.serviceAccounts.putDetails(details, JSON.stringify(details))
    for (const [place, plan] of keys.entries()) {
      const key = keyFrom(plan, nowMs, seed, at * 100 + place)
      await store.serviceAccounts.putKey(account, key, JSON.stringify(key))
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

type JobPlan = {
  repo: string
  /** Name of the workflow file without its extension. */
  workflow: string
  action: string
  status: string
  hoursAgo: number
  pullRequest?: number
  error?: string
}

const jobPlans: readonly JobPlan[] = [
  { repo: 'checkout', workflow: 'ci', action: 'edit', status: 'completed', hoursAgo: 30, pullRequest: 812 },
  { repo: 'checkout', workflow: 'preview', action: 'create', status: 'running', hoursAgo: 0.3 },
  { repo: 'payments', workflow: 'ci', action: 'edit', status: 'pending', hoursAgo: 0.1 },
  {
    repo: 'payments',
    workflow: 'nightly',
    action: 'create',
    status: 'failed',
    hoursAgo: 52,
    pullRequest: 431,
    error: 'The workflow needs the secret LEDGER_URL, which the repository does not have.',
  },
  { repo: 'mobile', workflow: 'ios', action: 'edit', status: 'awaiting_review', hoursAgo: 8, pullRequest: 97 },
  { repo: 'legacy-billing', workflow: 'build', action: 'delete', status: 'completed', hoursAgo: 400, pullRequest: 12 },
  { repo: 'search', workflow: 'bench', action: 'create', status: 'cancelled', hoursAgo: 120 },
  { repo: 'お知らせ-service', workflow: '配信', action: 'create', status: 'completed', hoursAgo: 190, pullRequest: 5 },
]

/** CI jobs in every state. */
const createJobs = (nowMs: number): CiJob[] =>
  jobPlans.map(({ repo, workflow, action, status, hoursAgo, pullRequest, error }) => {
    const updatedAt = nowMs - Math.floor(hoursAgo * HOUR_MS)
    const repoFullName = `northwind/${repo}`
    const filePath = `.github/workflows/${workflow}.yml`
    return {
      id: `${repoFullName}::${filePath}`,
      action,
      repoFullName,
      filePath,
      ...(pullRequest !== undefined && { prUrl: `https://github.example/${repoFullName}/pull/${pullRequest}` }),
      status,
      ...(error !== undefined && { error }),
      createdAt: updatedAt - Math.floor(DAY_MS / 12),
      updatedAt,
    }
  })

/** Fills the lists that are the whole response of an endpoint. */
export const fillLists = async (store: Stores, nowMs: number): Promise<void> => {
  for (const job of createJobs(nowMs)) await store.lists.ciJobs.put(job)
}
