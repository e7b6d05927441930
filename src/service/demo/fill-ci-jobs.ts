import { DAY_MS, HOUR_MS } from '../../base/time.ts'
import type { CiJob } from '../../contract/ci.ts'
import type { Store } from '../store/store.ts'

type JobPlan = {
  repo: string
  file: string
  action: string
  status: string
  hoursAgo: number
  pullRequest?: number
  error?: string
}

const plans: readonly JobPlan[] = [
  {
    repo: 'checkout',
    file: '.github/workflows/ci.yml',
    action: 'edit',
    status: 'completed',
    hoursAgo: 30,
    pullRequest: 812,
  },
  { repo: 'checkout', file: '.github/workflows/preview.yml', action: 'create', status: 'running', hoursAgo: 0.3 },
  { repo: 'payments', file: '.github/workflows/ci.yml', action: 'edit', status: 'pending', hoursAgo: 0.1 },
  {
    repo: 'payments',
    file: '.github/workflows/nightly.yml',
    action: 'create',
    status: 'failed',
    hoursAgo: 52,
    pullRequest: 431,
    error: 'The workflow needs the secret LEDGER_URL, which the repository does not have.',
  },
  {
    repo: 'mobile',
    file: '.github/workflows/ios.yml',
    action: 'edit',
    status: 'awaiting_review',
    hoursAgo: 8,
    pullRequest: 97,
  },
  {
    repo: 'legacy-billing',
    file: '.github/workflows/build.yml',
    action: 'delete',
    status: 'completed',
    hoursAgo: 400,
    pullRequest: 12,
  },
  { repo: 'search', file: '.github/workflows/bench.yml', action: 'create', status: 'cancelled', hoursAgo: 120 },
  {
    repo: 'お知らせ-service',
    file: '.github/workflows/配信.yml',
    action: 'create',
    status: 'completed',
    hoursAgo: 190,
    pullRequest: 5,
  },
]

/** Fills in CI jobs of every state. */
export const fillCiJobs = (store: Store, nowMs: number): void => {
  for (const { repo, file, action, status, hoursAgo, pullRequest, error } of plans) {
    const updatedAt = nowMs - Math.floor(hoursAgo * HOUR_MS)
    const repoFullName = `northwind/${repo}`
    const job: CiJob = {
      id: `${repoFullName}::${file}`,
      action,
      repoFullName,
      filePath: file,
      ...(pullRequest !== undefined && { prUrl: `https://github.example/${repoFullName}/pull/${pullRequest}` }),
      status,
      ...(error !== undefined && { error }),
      createdAt: updatedAt - Math.floor(DAY_MS / 12),
      updatedAt,
    }
    store.ciJobs.put(String(job.id), updatedAt, JSON.stringify(job))
  }
}
