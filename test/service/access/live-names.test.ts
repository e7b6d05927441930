import { expect, onTestFinished, test } from 'vitest'
import type { Live, LiveUser } from '../../../src/contract/live.ts'
import { startService } from '../../../src/service/start-service.ts'

test('without names, owners cannot see who is active either, and pages still follow each other', async () => {
  const keys = { owner: 'an-owner-key-of-a-test' }
  const service = await startService({
    keys,
    hasLiveNames: false,
    prepare: (store) => store.keys.add('an-ingest-key-of-a-test', { name: 'agents', role: 'ingest' }).then(() => {}),
  })
  onTestFinished(service.close)
  const at = new Date(Date.now()).toISOString()
  const events = ['ada', 'bob', 'cyd'].map((name, digit) => ({
    eventId: `${digit}b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d`,
    at,
    event: 'PostToolUse',
    tool: 'Read',
    sessionId: 's1',
    userId: `u-${name}`,
    userEmail: `${name}@x.example`,
  }))
  const sent = await fetch(`${service.url}/api/v1/hook-events`, {
    method: 'POST',
    headers: { authorization: 'Bearer an-ingest-key-of-a-test', 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(sent.status).toBe(200)
  const get = (path: string) => fetch(service.url + path, { headers: { authorization: `Bearer ${keys.owner}` } })
  const text = await (await get('/api/v1/live')).text()
  expect(text).not.toMatch(/ada|bob|cyd/)
  const live = JSON.parse(text) as Live
  expect(live.totals).toMatchObject({ active_users: 3, tool_calls: 3 })
  const ids = live.users.map(({ user_id: id }) => id)
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^Person /)))
  expect(new Set(ids).size).toBe(3)
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const reply = await get(`/api/v1/live/users?limit=1${query}`)
    const page = (await reply.json()) as { users: LiveUser[]; pagination: { nextCursor: string | null } }
    paged.push(...page.users.map(({ user_id: id }) => id))
    cursor = page.pagination.nextCursor
  }
  expect(paged).toEqual(ids)
  const stream = await get('/api/v1/live/stream')
  const { value } = (await stream.body?.getReader().read()) ?? {}
  const event = new TextDecoder().decode(value)
  expect(event).toContain('event: live')
  expect(event).not.toMatch(/ada|bob|cyd/)
})
