import { AppError } from '../../base/errors.ts'
import type { CallOptions, Client } from '../../client/client.ts'
import { yesterdayOf } from '../../domain/calendar/calendar.ts'
import { isClockOff, skewWords } from '../../domain/text/time-text.ts'
import { type Check, ok, warning, wrong } from './check.ts'

/** Things a key may be allowed to see, each asked for as little as possible. */
const probes: {
  check: string
  what: string
  ask: (client: Client, day: string, options: CallOptions) => Promise<unknown>
}[] = [
  {
    check: 'analytics',
    what: 'usage analytics',
    ask: (client, day, options) => client.call('activity', { query: { startDate: day, endDate: day } }, options),
  },
  {
    check: 'readiness',
    what: 'readiness reports',
    ask: (client, _, options) => client.call('readinessReports', { query: { limit: 1 } }, options),
  },
  {
    check: 'controls',
    what: 'the history of the enterprise controls',
    ask: (client, _, options) => client.call('controlsHistory', { query: { limit: 1 } }, options),
  },
  { check: 'ci', what: 'CI automation jobs', ask: (client, _, options) => client.call('ciJobs', {}, options) },
]

/** Asks the server: whether it answers, what the key may see and what its clock says. */
export const serverChecks = async (client: Client, now: number, options: CallOptions): Promise<Check[]> => {
  // One after the other: a server that cannot be reached is told once, not four times.
  const checks: Check[] = []
  for (const probe of probes) {
    const { check, isOver } = await ask(probe, client, now, options)
    checks.push(check)
    if (isOver) break
  }
  return [...checks, ...clockChecks(client.clockSkewMs())]
}

type Asked = { check: Check; isOver: boolean }

const ask = async (
  { check, what, ask }: (typeof probes)[number],
  client: Client,
  now: number,
  options: CallOptions,
): Promise<Asked> => {
  try {
    await ask(client, yesterdayOf(client.serverNow() ?? now), { ...options, tries: 1 })
    return { check: ok(check, `The key may see ${what}.`), isOver: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    return judged(check, what, error)
  }
}

const judged = (check: string, what: string, error: AppError): Asked => {
  if (error.kind === 'unreachable') return { check: wrong('server', error.message), isOver: true }
  if (error.status === 401) return { check: wrong('key', error.message), isOver: true }
  if (error.status === 402 || error.status === 403) {
    const why = check === 'analytics' ? ' It takes the role Manager or Owner.' : ''
    return { check: warning(check, `The key may not see ${what} (${error.status}).${why}`), isOver: false }
  }
  if (error.status === 404) return { check: warning(check, `The server has no ${what} (404).`), isOver: false }
  return { check: wrong(check, error.message), isOver: false }
}

const clockChecks = (skewMs: number | undefined): Check[] => {
  if (skewMs === undefined) return []
  if (isClockOff(skewMs)) return [wrong('clock', `${skewWords(skewMs)}: set it, or "yesterday" is another day there.`)]
  // An HTTP date has no fractions of a second.
  return [
    ok('clock', Math.abs(skewMs) < 2_000 ? "This machine's clock and the server's agree." : `${skewWords(skewMs)}.`),
  ]
}
