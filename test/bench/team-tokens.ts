import { addDays, dayOf } from '../../src/domain/calendar/calendar.ts'
import { openStore } from '../../src/service/store/store.ts'
import { builtProgram } from '../helpers/built-program.ts'
import { envFor, home, memoryOf, node, runMeasured } from './bench-kit.ts'
import { serveData } from './team-explorers.ts'

const DAYS = 14
const lastDay = addDays(dayOf(Date.now()), -2)

/** The row of a day with the credits of each user: 17.7 MB for 100,000. */
const creditsOf = (date: string, users: number): string => {
  const by_user = Array.from({ length: users }, (_, user) => {
    const user_id = `user_${(1e9 + user * 7_919).toString(36)}`
    const by_model = [{ model_id: 'opus-4', model_tier: 'standard', billable_tokens: user * 7 }]
    return { user_id, user_email: `${user_id}@acme.example`, billable_tokens: user * 7, by_model }
  })
  const by_model = [{ model_id: 'opus-4', model_tier: 'standard', billable_tokens: 1e9 }]
  const sums = {
    billable_tokens: 1e9,
    input_tokens: 1e9,
    output_tokens: 1e8,
    cache_read_tokens: 1e9,
    cache_write_tokens: 1e8,
  }
  return JSON.stringify({ date, ...sums, by_model, by_user })
}

/** Stores the credits of 14 days. */
const fillCredits = async (data: string, users: number): Promise<void> => {
  const store = await openStore(data)
  for (let ago = 0; ago < DAYS; ago++) {
    const day = addDays(lastDay, -ago)
    await store.days.put('credits', { day, row: creditsOf(day, users), grouped: '' })
  }
  await store.close()
}

/** Command lines, and whether the one before has filled the cache. */
const lines: readonly (readonly [options: string[], isCached: boolean])[] = [
  [['--format', 'table'], false],
  [['--json'], false],
  [['--by', 'person'], false],
  [['--by', 'person'], true],
]

/**
 * The peak memory of the service and of `qd analytics tokens`, for 14 days with the share of each user, MB.
 *
 * @param data A database for the credits.
 */
export const measureTokens = async (data: string, users: number) => {
  await fillCredits(data, users)
  const range = ['--from', addDays(lastDay, 1 - DAYS), '--to', lastDay]
  const figures: { name: string; clientMb: number; serverMb: number; ms: number }[] = []
  let folders = 0
  for (const [options, isCached] of lines) {
    const service = await serveData(data)
    if (!isCached) folders++
    const env = envFor(service, `${home}/tokens-${data.length}-${folders}`)
    const { megabytes, ms } = await runMeasured(node, [builtProgram, 'analytics', 'tokens', ...range, ...options], env)
    const name = ['tokens', ...options, ...(isCached ? ['from the cache'] : [])].join(' ')
    figures.push({ name, clientMb: megabytes, serverMb: memoryOf(service.pid, 'VmHWM'), ms })
    service.stop()
  }
  return figures
}
