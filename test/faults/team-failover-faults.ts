import { setTimeout as wait } from 'node:timers/promises'
import { postgresFolders, startPostgres, startStandby } from '../helpers/postgres.ts'
import { type Fault, numberOf, type Outcome, tryTimes } from './fault.ts'
import { sumOf } from './team-servers.ts'
import { createTally, startLoad, withService, withTally } from './team-service.ts'

/** The promise is 5 s after the promotion; the machine may be busy. */
const RECOVERY_MS = 15_000

/** The primary is killed under load and its synchronous standby promoted: no acknowledged key is lost or stored twice. */
const failover = async (folder: string, count: number): Promise<Outcome> => {
  const acknowledged = createTally()
  let longestMs = 0
  const outcome = await tryTimes(count, async (round) => {
    const ends: (() => Promise<void>)[] = []
    const atEnd = (end: () => Promise<void>) => void ends.unshift(end)
    try {
      const primary = await startPostgres(folder, atEnd)
      const standby = await startStandby(primary, { atEnd })
      const url = new URL(await primary.createDatabase())
      const tally = createTally()
      const hosts = `${url.host},127.0.0.1:${standby.port}`
      return await withService(url.href.replace(url.host, hosts), {}, async (service) => {
        const load = startLoad(service, round, tally)
        await wait(300 + numberOf(round, 400))
        primary.signal('SIGKILL')
        await wait(numberOf(round * 7, 300))
        await standby.promote()
        const promotedAt = performance.now()
        const late = await load.recovered(RECOVERY_MS)
        longestMs = Math.max(longestMs, performance.now() - promotedAt)
        const wrong = (await load.stop()) ?? late ?? (await service.checkKeys(tally.acknowledged))
        acknowledged.acknowledged.push(...tally.acknowledged)
        acknowledged.refused += tally.refused
        acknowledged.longestPauseMs = Math.max(acknowledged.longestPauseMs, tally.longestPauseMs)
        return wrong
      })
    } finally {
      for (const end of ends) await end()
    }
  })
  const { notes, ...rest } = withTally(outcome, acknowledged)
  return { ...rest, notes: [...notes, `works ${Math.round(longestMs)} ms after the promotion at the latest`] }
}

export const teamFailoverFaults: readonly Fault[] = [
  {
    name: 'team: primary killed, standby promoted',
    count: 4,
    run: async (count) => {
      const outcomes: Outcome[] = []
      for (const [name, folder] of Object.entries(postgresFolders())) {
        const { notes, ...rest } = await failover(folder, count)
        outcomes.push({ ...rest, notes: notes.map((note) => `PostgreSQL of ${name}: ${note}`) })
      }
      return sumOf(outcomes)
    },
  },
]
