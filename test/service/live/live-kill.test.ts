import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'
import { NOW } from '../test-service.ts'

const KEYS = { owner: 'an-owner-key-of-a-test', ingest: 'an-ingest-key-of-a-test' }
const PROGRAM = fileURLToPath(new URL('../../helpers/live-process.ts', import.meta.url))
const BATCHES = 120
const KILLS = 3

const start = async (data: string): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(
    process.execPath,
    ['--no-warnings', PROGRAM, JSON.stringify({ data, ...KEYS, now: String(NOW) })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: String(line).trim(), child }
}

/** Sends batches of events until each is acknowledged, while the server is killed and started again. */
const countsAfterKills = async (data: string) => {
  let server = await start(data)
  const at = new Date(NOW).toISOString()
  const batches = Array.from({ length: BATCHES }, (_, batch) =>
    JSON.stringify({
      events: Array.from({ length: 20 }, () => ({
        eventId: randomUUID(),
        at,
        event: 'PostToolUse',
        tool: 'Read',
        sessionId: `s${batch}`,
        userId: `u${batch % 7}`,
      })),
    }),
  )
  const headers = { authorization: `Bearer ${KEYS.ingest}`, 'content-type': 'application/json' }
  const post = (body: string): Promise<number | undefined> =>
    fetch(`${server.url}/api/v1/hook-events`, { method: 'POST', headers, body }).then(
      ({ status }) => status,
      () => undefined,
    )
  const sendAll = async (own: readonly string[]): Promise<void> => {
    for (const body of own) while ((await post(body)) !== 200) await sleep(20)
  }
  const sending = Promise.all([0, 1, 2, 3].map((lane) => sendAll(batches.filter((_, at) => at % 4 === lane))))
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(60)
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    server = await start(data)
  }
  await sending
  const reply = await fetch(`${server.url}/api/v1/live`, { headers: { authorization: `Bearer ${KEYS.owner}` } })
  const { totals, tools } = (await reply.json()) as {
    totals: Record<string, number>
    tools: { name: string; calls: number }[]
  }
  return { calls: totals.tool_calls, sessions: totals.sessions, users: totals.active_users, read: tools[0]?.calls }
}

const expected = { calls: BATCHES * 20, sessions: BATCHES, users: 7, read: BATCHES * 20 }

test('each event counts once in SQLite when the server is killed while events are sent', async () => {
  expect(await countsAfterKills(join(makeFolder(), 'server.db'))).toEqual(expected)
}, 60_000)

const [folder] = Object.values(postgresFolders())
test.skipIf(folder === undefined)(
  'each event counts once in PostgreSQL when the server is killed while events are sent',
  async () => {
    const { createDatabase } = await startPostgres(folder ?? '', onTestFinished)
    expect(await countsAfterKills(await createDatabase())).toEqual(expected)
  },
  60_000,
)
