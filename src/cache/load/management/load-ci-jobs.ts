import { AppError } from '../../../base/errors.ts'
import type { CiJob } from '../../../contract/ci.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { NOTHING_KEPT } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'

/** The jobs of CI automation, in the server's order. */
export type CiJobsData = {
  jobs: readonly Lenient<CiJob>[]
  /** The whole answer where it is of another shape than `{jobs}`, which the API does not promise; else undefined. */
  other: unknown
}

export const createLoadCiJobs =
  ({ client, organisation }: LoadDeps) =>
  async ({ signal, onRetry }: LoadOptions = {}): Promise<Loaded<CiJobsData>> => {
    if (!client) throw new AppError('incomplete', NOTHING_KEPT)
    const reply = await client.call('ciJobs', {}, { signal, onRetry })
    const data = { jobs: reply.body.jobs ?? [], other: reply.other }
    return loaded(data, organisation.timeOf(reply), 'server', { problems: reply.problemCount })
  }
