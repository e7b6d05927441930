import { AppError } from '../../../src/base/errors.ts'
import type { ComputerRow } from '../../../src/cache/load/management/load-computers.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import type { Computer } from '../../../src/contract/computers.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { decisiveStep, isProvisioning, statusGroupOf, stepsOf } from '../../../src/domain/computers/computer-steps.ts'
import { type Followed, useQueries } from '../../kit/dialogs/use-change.ts'
import type { ActionResult } from '../../kit/session/actions.ts'
import { type Session, useSession } from '../../kit/session/session.ts'

type ComputerState = Exclude<QueryState<ComputerRow>, { is: 'loading' }>

/** Polling interval in ms. */
const POLL_INTERVAL_MS = 2_500

/**
 * Polls a computer until it is no longer being set up. Polling stops while auto-refresh is paused.
 *
 * @throws AppError if its setup failed, or if the result could not be loaded.
 */
const followComputer = async (queries: Queries, id: string, { after, now, get }: Session): Promise<ActionResult> => {
  let latest: ComputerState
  do {
    do await new Promise<void>((resolve) => after(POLL_INTERVAL_MS, resolve))
    while (get().pausedAt !== undefined)
    latest = await fetchComputer(queries, id)
  } while (latest.is === 'ready' ? isProvisioning(latest.now.data.item) : latest.error.kind === 'interrupted')
  if (latest.is === 'failed')
    throw new AppError('outcomeUnknown', `its result could not be loaded. ${latest.error.message}`)
  const { item = {} } = latest.now.data
  const problem = setupProblem(item, now())
  if (problem !== undefined) throw new AppError('failed', problem)
  return { text: IS_ACTIVE }
}

const fetchComputer = (queries: Queries, id: string): Promise<ComputerState> =>
  new Promise((resolve) => {
    const stop = queries.watch('computer', { id }, (state) => {
      if (state.is === 'loading') return
      resolve(state)
      // The first state can arrive before `stop` is assigned.
      queueMicrotask(() => stop())
    })
  })

export const IS_ACTIVE = 'the computer is active'

/** Why the setup of a computer failed; undefined if the computer is active. Untrusted text. */
export const setupProblem = (computer: Lenient<Computer>, now: number): string | undefined =>
  statusGroupOf(computer) === 'active'
    ? undefined
    : (decisiveStep(stepsOf(computer, now))?.error ?? `the computer is ${computer.status ?? 'in an unknown state'}`)

/**
 * Returns a function that follows a computer after a change; undefined if it is not being set up.
 *
 * @param canRead - Whether the server can return the computer after the change.
 */
export const useFollowComputer = (canRead: boolean) => {
  const session = useSession()
  const queriesOf = useQueries()
  return (computer: Lenient<Computer>, id = computer.id): Followed | undefined => {
    const queries = queriesOf()
    if (!canRead || !queries || id === undefined || !isProvisioning(computer)) return undefined
    return { subject: id, end: followComputer(queries, id, session) }
  }
}
