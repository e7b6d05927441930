import { AppError } from '../../../src/base/errors.ts'
import type { ComputerRow } from '../../../src/cache/load/management/load-computers.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import { isOnItsWay, standingOf } from '../../../src/domain/computers/computer-status.ts'
import { stepsOf, tellingStep } from '../../../src/domain/computers/computer-steps.ts'
import type { JobResult } from '../../kit/session/jobs.ts'
import type { Session } from '../../kit/session/session.ts'

type Seen = Exclude<QueryState<ComputerRow>, { is: 'loading' }>

/** Between two looks at a computer that is on its way, ms. */
const EVERY_MS = 2_500

/**
 * Looks at a computer until its installation has ended, whichever screen is shown. The end goes to the list of jobs, which announces
 * it. While the explorer is paused nothing is looked at.
 *
 * @param title - What the end is listed as.
 */
export const followInstallation = async (
  queries: Queries,
  { id, title }: { id: string; title: string },
  { jobs, now, get }: Session,
): Promise<void> => {
  let seen: Seen
  do {
    do await later()
    while (get().pausedAt !== undefined)
    seen = await lookAt(queries, id)
  } while (seen.is === 'ready' ? isOnItsWay(seen.now.data.item) : seen.error.kind === 'interrupted')
  jobs.start({ title, run: async () => endOf(seen, now()) })
}

// An explorer that ends does not wait for it.
const later = () => new Promise<void>((resolve) => setTimeout(resolve, EVERY_MS).unref())

const lookAt = (queries: Queries, id: string): Promise<Seen> =>
  new Promise((resolve) => {
    const stop = queries.watch('computer', { id }, (state) => {
      if (state.is === 'loading') return
      resolve(state)
      // The first state comes before `stop` is there.
      queueMicrotask(() => stop())
    })
  })

const endOf = (seen: Seen, now: number): JobResult => {
  if (seen.is === 'failed')
    throw new AppError('outcomeUnknown', `it could not be followed to its end. ${seen.error.message}`)
  const { item = {} } = seen.now.data
  if (standingOf(item) === 'active') return { text: 'the computer is active' }
  throw new AppError(
    'failed',
    tellingStep(stepsOf(item, now))?.error ?? `the computer is ${item.status ?? 'of no known status'}`,
  )
}
