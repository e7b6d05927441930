import { expect, onTestFinished, test } from 'vitest'
import { memoryLedger, sourceFor } from '../../../helpers/cached-layer.ts'
import { NOW } from '../../../helpers/demos.ts'
import { startFront } from '../../../helpers/front-server.ts'
import { clientFor } from '../../../helpers/screen.tsx'

type Body = { changes: unknown[]; pagination?: unknown }

/** A source whose server sends these pages: `newest` without a cursor, else the page with the cursor's name. */
const open = async (pages: { newest: Body } & Record<string, Body>) => {
  const front = await startFront(undefined, (_, query) => {
    const body = pages[query.get('cursor') ?? 'newest']
    return body && { status: 200, body }
  })
  const client = clientFor(front)
  onTestFinished(async () => {
    await client.close()
    await front.close()
  })
  const ledger = memoryLedger()
  const source = sourceFor(client, () => NOW, ledger)
  const cursors = () => front.requests.map(({ query }) => new URLSearchParams(query).get('cursor') ?? 'newest')
  const load = async (limit = 100) => {
    const { data, incomplete, problems } = await source.loadRevisions(limit)
    return { numbers: data.map(({ revision }) => revision), data, incomplete, problems }
  }
  const kept = () => ledger.readRevisions(100).rows.map(({ revision }) => revision)
  return { source, load, kept, cursors, offline: sourceFor(undefined, () => NOW, ledger) }
}

const row = (revision: unknown, change: object = {}) => ({
  revision,
  settings: { sessionRetentionDays: 30 },
  user: { id: 'u', email: 'e@example.com', name: 'n' },
  updatedAt: '2026-11-01T00:00:00Z',
  ...change,
})
const end = { hasMore: false }
const more = (nextCursor?: string) => ({ hasMore: true, ...(nextCursor !== undefined && { nextCursor }) })

test('a repeated cursor ends the walk with a reason', async () => {
  const { load, cursors, kept } = await open({
    newest: { changes: [row(3)], pagination: more('a') },
    a: { changes: [row(2)], pagination: more('a') },
  })
  expect(await load()).toMatchObject({
    numbers: [3, 2],
    incomplete: 'The server sent the same cursor twice, so the next page cannot be requested.',
  })
  expect(cursors()).toEqual(['newest', 'a'])
  expect(kept()).toEqual([3, 2])
})

test("revisions are returned in the server's order and cached by number", async () => {
  const { load, kept } = await open({
    newest: { changes: [row(1), row(3)], pagination: more('a') },
    a: { changes: [row(4), row(2)] },
  })
  expect((await load()).numbers).toEqual([1, 3, 4, 2])
  expect(kept()).toEqual([4, 3, 2, 1])
})

test('a revision whose settings are not an object keeps its position and counts as a problem', async () => {
  const odd = [null, undefined, [1], 'text'].map((settings, at) => row(5 - at, { settings }))
  const { load, source } = await open({ newest: { changes: [row(6), ...odd, row(1)], pagination: end } })
  const { numbers, data, problems } = await load()
  expect(numbers).toEqual([6, 5, 4, 3, 2, 1])
  const { settings } = row(1)
  expect(data.map((one) => one.settings)).toEqual([settings, ...Array(4).fill(undefined), settings])
  expect(problems).toBe(4)
  expect(await source.reveal(5, [{ is: 'member', name: 'sessionRetentionDays' }])).toBeUndefined()
})

test('a revision with an invalid number is not cached; fractions are valid numbers', async () => {
  const changes = [row(3), row(2.5), row('2'), row(null), row(undefined), row(-1), row(1e300)]
  const { load, kept, source, offline } = await open({ newest: { changes, pagination: end } })
  const { numbers, problems } = await load()
  expect(numbers).toEqual([3, 2.5, undefined, undefined, undefined, -1, 1e300])
  expect(problems).toBe(3)
  // Without a number a revision cannot be found again.
  expect(kept()).toEqual([1e300, 3, 2.5, -1])
  expect((await source.loadRevision(2.5)).data.revision).toBe(2.5)
  expect((await source.loadRevision(1e300)).data.revision).toBe(1e300)
  await expect(source.loadRevision(2)).rejects.toMatchObject({ kind: 'notFound' })
  await expect(offline.loadRevision(2)).rejects.toMatchObject({ kind: 'incomplete' })
  expect((await load()).numbers).toHaveLength(7)
})
