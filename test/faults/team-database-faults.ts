import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { builtProgram, type Env, listen, outputOf } from '../helpers/built-program.ts'
import { type Fault, numberOf, type Outcome, pick, stackIn, tryTimes } from './fault.ts'
import { onEachServer, type TeamDatabase, type TeamServer } from './team-servers.ts'
import {
  createTally,
  KEYS_PATH,
  problemOf,
  startLoad,
  type TeamService,
  withService,
  withTally,
} from './team-service.ts'

/** Time after which the service must work again, ms. The promise is 5 s; the machine may be busy. */
const RECOVERY_MS = 15_000

const SECRET = 's3cret-of-the-faults'

const serve = (data: string, env: Env = {}) => {
  const args = [builtProgram, 'serve', '--data', data, '--port', '0', '--json', '--end-with-parent']
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
}

/** Servers that are no usable database. `stopped` is a real one that was stopped. */
const strangers: Readonly<Record<string, ((socket: Socket) => void) | 'stopped'>> = {
  stopped: 'stopped',
  'one that closes each connection': (socket) => void socket.destroy(),
  'one that sends nothing': () => {},
  'a web server': (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'one that sends noise': (socket) => void socket.end(Buffer.alloc(64, 0x99)),
}

/** `qd serve` without its database ends with one sentence; with the database back it starts. */
const downAtStart = async (server: TeamServer, count: number): Promise<Outcome> => {
  const { url } = await server.createDatabase()
  return tryTimes(count, async (round) => {
    const [name, behave] = pick(Object.entries(strangers), round)
    const address = new URL(url)
    let stranger: Server | undefined
    if (behave === 'stopped') await server.stop()
    else {
      stranger = createServer((socket) => behave(socket.on('error', () => {})))
      address.host = await listen(stranger)
    }
    try {
      const { code, out, err } = await outputOf(serve(address.href, { PGPASSWORD: SECRET }))
      const isSentence =
        /^(?:quarterdeck: |qd: )?Can't use the database \S+ on 127\.0\.0\.1:\d+: [^\n]+\. Check --data\.\n$/.test(err)
      const wrong = stackIn(err) ?? (err.includes(SECRET) ? 'the password is shown' : undefined)
      if (wrong ?? (code === 0 || out !== '' || !isSentence))
        return `${name}: status ${code}, ${wrong ?? JSON.stringify(err)}`
    } finally {
      stranger?.close()
      if (behave === 'stopped') await server.start()
    }
    const child = serve(url)
    const started = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
    child.stdin.end()
    await once(child, 'close')
    return String(started[0]).includes('"url"') ? undefined : `${name}: does not start with the database back`
  })
}

/** A fault during a load: each acknowledged key is stored once, and the service works again without a restart. */
const underLoad = (inject: (server: TeamServer, database: TeamDatabase, round: number) => Promise<void>) =>
  onEachServer(async (server, count) => {
    const database = await server.createDatabase()
    const tally = createTally()
    const outcome = await withService(database.url, {}, (service) =>
      tryTimes(count, async (round) => {
        const load = startLoad(service, round, tally)
        let late: string | undefined
        let wrong: string | undefined
        try {
          await wait(100 + numberOf(round, 200))
          await inject(server, database, round)
          late = await load.recovered(RECOVERY_MS)
        } finally {
          wrong = await load.stop()
        }
        return wrong ?? late ?? (await service.checkKeys(tally.acknowledged))
      }),
    )
    return withTally(outcome, tally)
  })

const killServer = async (server: TeamServer, _: unknown, round: number): Promise<void> => {
  await (round % 2 === 0 ? server.kill() : server.stop())
  await wait(numberOf(round * 7, 400))
  await server.start()
}

/** Kills the process of one connection, after which the server restarts all of them, or ends it properly. */
const killBackend = async (_: unknown, { admin }: TeamDatabase, round: number): Promise<void> => {
  const find = () =>
    admin<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY pid",
    )
  let backends = await find()
  // After the round before, the server may still be starting.
  for (; backends.length === 0; backends = await find()) await wait(10)
  const { pid } = pick(backends, numberOf(round, 97))
  if (round % 2 === 0) process.kill(pid, 'SIGKILL')
  else await admin(`SELECT pg_terminate_backend(${pid})`)
}

const small = { maxConnections: 2, connectTimeoutMs: 300, statementTimeoutMs: 600 }

/** Tables locked by another session, or a role without free connections: 503 for each request, then all of them succeed. */
const poolFull = onEachServer(async (server, count) => {
  const { url, admin, lock } = await server.createDatabase()
  const acknowledged: string[] = []
  return withService(url, small, (service) =>
    tryTimes(count, async (round) => {
      const unlock = await lock('service_account_keys')
      try {
        const replies = await Promise.all(
          Array.from({ length: 12 }, (_, at) =>
            at % 3 === 0 ? service.request(KEYS_PATH) : service.create(`locked ${round} ${at}`),
          ),
        )
        const wrong = replies.map((reply) => (reply.status === 503 ? problemOf(reply) : `status ${reply.status}`))
        const first = wrong.find((each) => each !== undefined)
        if (first !== undefined) return first
      } finally {
        await unlock()
      }
      const [{ open } = { open: 0 }] = await admin<{ open: number }>(
        "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
      )
      if (open > small.maxConnections) return `${open} connections are open`
      const names = Array.from({ length: 6 }, (_, at) => `free ${round} ${at}`)
      const replies = await Promise.all(names.map(service.create))
      const failed = replies.find(({ status }) => status !== 201 && status !== 200)
      if (failed) return `after the lock: ${failed.status} ${failed.text}`
      acknowledged.push(...names)
      return service.checkKeys(acknowledged)
    }),
  )
})

const activeStatements =
  "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state = 'active'"
/** A page of users, which no earlier request has read. */
const usersPath = (cursor: string) =>
  `/api/v1/analytics/users?startDate=2026-10-10&endDate=2026-10-20&limit=10&cursor=${encodeURIComponent(cursor)}`

/** A statement that waits for a lock is canceled by the time limit: 503, and its connection is used again. */
const slowQuery = onEachServer(async (server, count) => {
  const { url, admin, lock } = await server.createDatabase()
  return withService(url, { maxConnections: 1, statementTimeoutMs: 150 }, (service) =>
    tryTimes(count, async (round) => {
      const pids = () =>
        admin(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
        )
      const before = JSON.stringify(await pids())
      const unlock = await lock('person_days')
      try {
        const reply = await service.request(usersPath(`${round}`))
        if (!reply.text.includes('took too long')) return `${reply.status} ${reply.text}`
        if ((await admin(activeStatements)).length > 0) return 'the statement goes on'
      } finally {
        await unlock()
      }
      const { status, text } = await service.request(usersPath(`${round}`))
      if (status !== 200) return `after the lock: ${status} ${text}`
      return JSON.stringify(await pids()) === before ? undefined : 'the connection was not used again'
    }),
  )
})

/**
 * Clients disconnect while their statements wait: these are canceled. In even rounds the statements end at the same moment, and
 * those of other clients follow on their connections: the cancel request, which arrives late, must not reach them.
 */
const clientGone = onEachServer(async (server, count) => {
  const { url, admin, lock } = await server.createDatabase()
  const delayed = await startDelayingProxy(new URL(url))
  const oneRound = async (service: TeamService, round: number): Promise<string | undefined> => {
    const [unlockUsers, unlockComputers] = [await lock('person_days'), await lock('computers')]
    const controller = new AbortController()
    const leaving = Array.from({ length: 4 }, (_, at) =>
      service.request(usersPath(`${round} ${at}`), { signal: controller.signal }),
    )
    await wait(numberOf(round, 60))
    const staying = Array.from({ length: 6 }, () => service.request('/api/v0/computers'))
    controller.abort()
    await Promise.all(leaving)
    await wait(numberOf(round * 7, 10))
    if (round % 2 === 0) await unlockUsers()
    await wait(150)
    const active = (await admin<{ query: string }>(activeStatements)).filter(({ query }) => /person_days/.test(query))
    await Promise.all([unlockUsers(), unlockComputers()])
    const failed = (await Promise.all(staying)).find(({ status }) => status !== 200)
    if (failed) return `another client got ${failed.status} ${failed.text}`
    return active.length > 0 ? `${active.length} statements go on` : undefined
  }
  /** The client of the first request disconnects while its key is looked up. */
  const firstRequest = (round: number): Promise<string | undefined> =>
    withService(url, {}, async (service) => {
      const [unlockUsers, unlockKeys] = [await lock('person_days'), await lock('access_keys')]
      await service.request(usersPath(`${round}`), { signal: AbortSignal.timeout(30 + numberOf(round, 40)) })
      await wait(50)
      await unlockKeys()
      await wait(150)
      const active = await admin<{ query: string }>(activeStatements)
      await unlockUsers()
      return active[0] && `a statement goes on: ${active[0].query}`
    })
  try {
    return await withService(delayed.url, { maxConnections: 2 }, (service) =>
      tryTimes(count, (round) => (round % 5 === 4 ? firstRequest(round) : oneRound(service, round))),
    )
  } finally {
    delayed.close()
  }
})

/** In front of a server: each connection after the first two is delayed, as that of a cancel request may be. */
const startDelayingProxy = async (url: URL) => {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer(async (socket) => {
    socket.on('error', () => {}).pause()
    if (connections++ > 1) await wait(30)
    const upstream = connect(Number(url.port), '127.0.0.1')
    for (const each of [socket, upstream]) sockets.add(each)
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('close', () => upstream.end())
    socket.pipe(upstream).pipe(socket)
  })
  const proxied = new URL(url)
  proxied.host = await listen(server)
  return {
    url: proxied.href,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const teamDatabaseFaults: readonly Fault[] = [
  { name: 'team: database down at start', count: 5, run: onEachServer(downAtStart) },
  { name: 'team: server killed under load, and back', count: 20, run: underLoad(killServer) },
  { name: 'team: connections killed under load', count: 40, run: underLoad(killBackend) },
  { name: 'team: pool full', count: 10, run: poolFull },
  { name: 'team: slow query', count: 20, run: slowQuery },
  { name: 'team: clients that disconnect', count: 100, run: clientGone },
]
