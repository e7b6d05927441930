import { setTimeout as wait } from 'node:timers/promises'
import { openStore } from '../../src/service/store/store.ts'
import { stopOutsideOfWrites } from '../helpers/stop-outside-of-writes.ts'
import { type Fault, numberOf, type Outcome, stackIn, tryTimes } from './fault.ts'
import {
  differenceOf,
  endAll,
  firstDay,
  lastDay,
  mirroredRows,
  onEachMirror,
  type SyncLab,
  type SyncProgram,
  type SyncStart,
  withDb,
} from './team-sync.ts'

const HOUR_MS = 3_600_000
/** The status of `qd sync` while another instance is at work. */
const REFUSED = 3

/** One attempt on an empty database; its programs end with it. */
type Attempt = {
  to: string
  lab: SyncLab
  start: (options?: SyncStart) => SyncProgram
  round: number
}

const attempts = (work: (attempt: Attempt) => Promise<string | undefined>) =>
  onEachMirror((lab, createDatabase, count) =>
    tryTimes(count, async (round) => {
      const to = await createDatabase()
      const programs: SyncProgram[] = []
      const start: Attempt['start'] = (options) => {
        const program = lab.start(to, options)
        programs.push(program)
        return program
      }
      lab.vendor.play()
      lab.vendor.requests.length = 0
      try {
        return await work({ to, lab, start, round })
      } finally {
        lab.vendor.play()
        lab.vendor.release()
        await endAll(programs)
      }
    }),
  )

/** Requests for users since the last call. */
const userRequests = ({ vendor }: SyncLab): string[] =>
  vendor.requests.splice(0).filter((request) => request.startsWith('users 2'))

const ended = async (name: string, program: SyncProgram, status: number): Promise<string | undefined> => {
  const { code, err } = await program.ended
  return stackIn(err) ?? (code === status ? undefined : `${name} ended with ${code}: ${err.trim()}`)
}

const complete = async ({ to, lab }: Attempt): Promise<string | undefined> =>
  differenceOf(await mirroredRows(to), lab.expected)

/** Why a mirror of which a part is written is inconsistent. Returns the cursor of its walk otherwise. */
const halfWritten = (to: string): Promise<{ wrong?: string; cursor?: string }> =>
  withDb(to, async (db) => {
    const count = async (sql: string): Promise<number> => Number((await db.all<{ n: number }>(sql))[0]?.n)
    const facts = await count(`SELECT count(*) AS n FROM person_days LEFT JOIN user_facts
      ON user_facts.day = person_days.day AND user_facts.user_id = person_days.user_id WHERE user_facts.day IS NULL`)
    const rows = await count('SELECT count(*) AS n FROM person_days')
    if (facts > 0 || rows !== (await count('SELECT count(*) AS n FROM user_facts')))
      return { wrong: `${facts} of ${rows} rows have no facts` }
    const [walk] = await db.all<{ cursor: string }>(
      "SELECT cursor FROM synced_days WHERE endpoint = 'users' AND day = $1 AND cursor IS NOT NULL",
      [lastDay],
    )
    const [newest] = await db.all<{ last: string | null }>(
      'SELECT max(user_id) AS last FROM person_days WHERE day BETWEEN $1 AND $2',
      [firstDay, lastDay],
    )
    // The vendor's cursor is the last user of a page.
    if (walk && walk.cursor !== newest?.last) return { wrong: `the cursor is ${walk.cursor} after ${newest?.last}` }
    return walk ? { cursor: walk.cursor } : {}
  })

/** Killed at any time, or in a walk: nothing is half written, and the next run goes on and completes the mirror. */
const killed = attempts(async (attempt) => {
  const { lab, start, to, round } = attempt
  // In odd rounds a page of users is certainly missing.
  const isInWalk = round % 2 === 1
  if (isInWalk) lab.holdAfter(1 + (round % 3))
  const first = start()
  if (isInWalk) await Promise.race([lab.vendor.untilHeld(), first.ended])
  else await wait(lab.runMs * 0.2 + numberOf(round * 13, Math.ceil(lab.runMs * 0.8)))
  first.child.kill('SIGKILL')
  await first.ended
  lab.vendor.play()
  lab.vendor.release()
  const { wrong, cursor } = await halfWritten(to)
  if (wrong) return wrong
  if (isInWalk && cursor === undefined) return 'the interrupted walk is not recorded'
  userRequests(lab)
  const late = await ended('the next run', start(), 0)
  if (late) return late
  const [request] = userRequests(lab)
  if (cursor !== undefined && request !== `users ${firstDay} ${lastDay} ${cursor}`)
    return `the next run did not go on at ${cursor}: ${request}`
  return complete(attempt)
})

/** Of two runs at once one reads and writes; the other waits, and is refused or finds everything settled. */
const atOnce = attempts(async (attempt) => {
  const { lab, start, round } = attempt
  if (round % 2 === 0) {
    lab.holdAfter(round % 3)
    const first = start()
    await Promise.race([lab.vendor.untilHeld(), first.ended])
    // Only the first one is held.
    lab.vendor.play()
    lab.vendor.requests.length = 0
    const refused = await ended('the second one', start(), REFUSED)
    const [request] = lab.vendor.requests
    if (refused ?? request) return refused ?? `the second one sent ${request}`
    lab.vendor.release()
    return (await ended('the first one', first, 0)) ?? complete(attempt)
  }
  const both = [start({ lease: 30 }), start({ lease: 30 })]
  // The one that waits is not needed any more.
  await Promise.race(both.map((program) => program.ended))
  await endAll(both)
  const codes = (await Promise.all(both.map((program) => program.ended))).map(({ code }) => code)
  if (!codes.includes(0)) return `they ended with ${codes.join(' and ')}`
  const requests = userRequests(lab)
  const doubled = requests.find((request, at) => requests.indexOf(request) !== at)
  return doubled ? `both requested ${doubled}` : complete(attempt)
})

/** Replaces the rows of the newest day, as a later change of the vendor does. */
const changeRows = async (to: string): Promise<void> => {
  const store = await openStore(to)
  try {
    const { rows } = await store.personDays.readPage(lastDay, lastDay, 1_000, '')
    const users = JSON.parse(`[${rows}]`) as { user_id: string }[]
    await store.personDays.put(
      users.map((row) => ({
        day: lastDay,
        user_id: row.user_id,
        row: JSON.stringify({ ...row, tool_calls: 77, isNewer: true }),
      })),
    )
  } finally {
    await store.close()
  }
}

/** Another one takes over from a stopped holder, which writes nothing more after it has woken up. */
const stopped = attempts(async (attempt) => {
  const { lab, start, to, round } = attempt
  lab.holdAfter(round % 3)
  const holder = start()
  await Promise.race([lab.vendor.untilHeld(), holder.ended])
  const store = await openStore(to)
  await stopOutsideOfWrites(holder.child, store).finally(store.close)
  lab.vendor.play()
  const wrong = (await ended('the next one', start(), 0)) ?? (await complete(attempt))
  if (wrong) return wrong
  await changeRows(to)
  const before = await mirroredRows(to)
  // The response is there when the holder wakes up, so that it commits at once.
  lab.vendor.release()
  await wait(200)
  holder.child.kill('SIGCONT')
  const { code, err } = await holder.ended
  const after = differenceOf(await mirroredRows(to), before)
  if (after) return `the stopped one wrote: ${after}`
  return code !== 0 && err.includes('Another instance took over')
    ? undefined
    : `the stopped one ended with ${code}: ${err.trim()}`
})

/** Clocks that are a day ahead or behind: the lease holds by the database's clock, and days are the vendor's. */
const skewed = attempts(async (attempt) => {
  const { lab, start, round } = attempt
  const skewMs = (round % 2 === 0 ? 26 : -26) * HOUR_MS
  lab.holdAfter(1)
  const holder = start({ skewMs: -skewMs })
  await Promise.race([lab.vendor.untilHeld(), holder.ended])
  lab.vendor.play()
  const first = lab.vendor.requests.splice(0)
  const refused = await ended('the second one', start({ skewMs }), REFUSED)
  const [request] = lab.vendor.requests
  if (refused ?? request) return refused ?? `the second one sent ${request}`
  lab.vendor.release()
  const late = (await ended('the first one', holder, 0)) ?? (await ended('the next run', start({ skewMs }), 0))
  const ends = [...first, ...lab.vendor.requests].flatMap((line) => line.match(/\d{4}-\d\d-\d\d/g)?.at(1) ?? [])
  const newest = ends.toSorted().at(-1)
  return late ?? (newest === lastDay ? undefined : `requested days up to ${newest}`) ?? complete(attempt)
})

const row = (name: string, count: number, run: (count: number) => Promise<Outcome>): Fault => ({
  name: `team: ${name}`,
  count,
  run,
})

export const teamSyncFaults: readonly Fault[] = [
  row('kill -9 in a sync', 12, killed),
  row('two syncs at once', 6, atOnce),
  row('holder of the lease stopped', 6, stopped),
  row('clocks that differ by 26 h', 4, skewed),
]
