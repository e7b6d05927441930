import { expect, test } from 'vitest'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import type { FrontRule } from '../../helpers/front-server.ts'
import { openLoader } from './open-loader.ts'

/** A server with a history of its own, in one page. */
const history =
  (rows: () => unknown[]): FrontRule =>
  (path) =>
    path.endsWith('/enterprise-controls/history')
      ? { status: 200, body: { changes: rows(), pagination: { hasMore: false } } }
      : undefined

const range = { from: '2026-11-01', to: '2026-11-10' }
const SECRET = 'canary-5f1b9c7d3e'
const allowed = Array.from({ length: 5000 }, (_, at) => `npm run task-${at}`)
const row = (revision: number, secret = SECRET, commandAllowlist = ['npm test']) => ({
  revision,
  settings: { commandAllowlist, env: { TOKEN: secret }, sessionRetentionDays: revision },
  user: { id: 'u', email: 'e@example.com', name: 'n' },
  updatedAt: '2026-11-01T00:00:00Z',
})
const token: Path = [
  { is: 'member', name: 'env' },
  { is: 'member', name: 'TOKEN' },
]

test('long revisions arrive masked and in order, also when more are loaded', async () => {
  const long = (revision: number, secret = SECRET) => row(revision, secret, allowed)
  let rows = [long(2), long(1)]
  const { loader } = await openLoader({ rule: history(() => rows) })
  const { data: first } = await loader.load('revisions', { limit: 2 })
  expect(first.map(({ revision }) => revision)).toEqual([2, 1])
  expect(first[0]?.settings?.commandAllowlist).toEqual(allowed)
  expect(JSON.stringify(first)).not.toContain(SECRET)
  rows = [long(3, 'another'), ...rows]
  const { data: later } = await loader.load('revisions', { limit: 3 }, { isForced: true })
  expect(later.slice(1)).toEqual(first)
  expect(later[0]?.settings?.env).not.toEqual(later[1]?.settings?.env)
})

test('offline the process returns cached data and sends nothing', async () => {
  const rule = history(() => [row(2), row(1)])
  const online = await openLoader({ rule })
  await online.loader.load('revisions', { limit: 2 })
  await online.loader.load('toolDays', { range })
  await online.loader.close()
  const { url, key } = online.front
  const change = { baseUrl: url, appUrl: url, apiKey: key }
  const { loader, front } = await openLoader({ rule, change, home: online.home, isOffline: true })
  const { length } = online.front.requests
  expect(loader.isOffline).toBe(true)
  expect((await loader.load('revisions', { limit: 9 }, { isForced: true })).data).toHaveLength(2)
  expect((await loader.load('toolDays', { range })).data).toHaveLength(10)
  expect((await loader.load('comparison', { before: 1, after: 2 })).data.changes).toHaveLength(1)
  await expect(loader.load('reports', {})).rejects.toMatchObject({ kind: 'incomplete' })
  await expect(loader.reveal(1, token)).rejects.toMatchObject({
    message: expect.stringContaining('only when online'),
  })
  expect([online.front.requests.length, front.requests]).toEqual([length, []])
})
