import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Live } from '../../../src/contract/live.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'

const KEYS = { owner: 'an-owner-key-of-a-test', ingest: 'an-ingest-key-of-a-test' }

const start = async (data?: string) => {
  let store: Store | undefined
  const service = await startService({
    data,
    keys: { owner: KEYS.owner },
    prepare: async (opened) => {
      store = opened
      await opened.keys.add(KEYS.ingest, { name: 'agents', role: 'ingest' })
    },
  })
  onTestFinished(service.close)
  const post = async (digit: number, tool: string): Promise<void> => {
    const event = { event: 'PostToolUse', tool, sessionId: 's1', userEmail: 'ada@x.example' }
    const eventId = `${digit}b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d`
    const reply = await fetch(`${service.url}/api/v1/hook-events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.ingest}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [{ ...event, eventId, at: new Date(Date.now()).toISOString() }] }),
    })
    expect(reply.status).toBe(200)
  }
  const get = (key: string, signal?: AbortSignal) =>
    fetch(`${service.url}/api/v1/live/stream`, {
      headers: { authorization: `Bearer ${key}` },
      ...(signal && { signal }),
    })
  return { ...service, post, get, store: store as unknown as Store }
}

/** Reads a stream into events and comments until it ends. */
const read = async (reply: Response) => {
  const lines: string[] = []
  let hasEnded = false
  const decoder = new TextDecoder()
  const reading = (async () => {
    let text = ''
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      lines.push(...blocks)
    }
  })()
  reading.then(
    () => {
      hasEnded = true
    },
    () => {
      hasEnded = true
    },
  )
  return {
    tools: () =>
      lines
        .filter((block) => block.startsWith('event: live\ndata: '))
        .map((block) => (JSON.parse(block.slice('event: live\ndata: '.length)) as Live).tools.map(({ name }) => name)),
    comments: () => lines.filter((block) => block === ':').length,
    hasEnded: () => hasEnded,
  }
}

const [folder] = Object.values(postgresFolders())

const checkStream = async (data: string) => {
  const { get, post, close } = await start(data)
  const reply = await get(KEYS.owner)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const { tools, comments, hasEnded } = await read(reply)
  await vi.waitFor(() => expect(tools()).toEqual([[]]), 5_000)
  await post(0, 'Read')
  await vi.waitFor(() => expect(tools()).toEqual([[], ['Read']]), 5_000)
  await post(1, 'Write')
  await vi.waitFor(() => expect(tools()).toEqual([[], ['Read'], ['Read', 'Write']]), 5_000)
  await vi.waitFor(() => expect(comments()).toBeGreaterThan(0), 9_000)
  await close()
  await vi.waitFor(() => expect(hasEnded()).toBe(true), 2_000)
}

test('a stream sends the activity of today at once and after each change, and ends with the server', async () =>
  checkStream(join(makeFolder(), 'server.db')))

test.skipIf(folder === undefined)('a stream works on PostgreSQL', async () => {
  const { createDatabase } = await startPostgres(folder ?? '', onTestFinished)
  await checkStream(await createDatabase())
})

test('agents have no access, a key has at most 20 streams, and one that is closed makes room', async () => {
  const { get } = await start()
  expect((await get(KEYS.ingest)).status).toBe(403)
  expect((await get('another-key-of-a-test')).status).toBe(401)
  const leave = new AbortController()
  for (let open = 0; open < 20; open++) expect((await get(KEYS.owner, leave.signal)).status).toBe(200)
  expect((await get(KEYS.owner)).status).toBe(429)
  leave.abort()
  await vi.waitFor(async () => expect((await get(KEYS.owner)).status).toBe(200), 5_000)
})

test('a stream ends after its key was revoked', async () => {
  const { get, store } = await start()
  await store.keys.add('a-key-to-be-revoked', { name: 'ada', role: 'manager' })
  const { tools, hasEnded } = await read(await get('a-key-to-be-revoked'))
  await vi.waitFor(() => expect(tools()).toEqual([[]]), 5_000)
  await store.keys.revoke('ada')
  await vi.waitFor(() => expect(hasEnded()).toBe(true), 12_000)
})
