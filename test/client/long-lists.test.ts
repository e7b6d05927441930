import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listReference, type PackedLists, readReference } from '../../src/base/long-list.ts'
import { answer, resetAfter } from '../helpers/faulty-server.ts'
import { bench, errorOf, KEY } from './setup.ts'

const users = (count: number, change: (user: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, user) => ({
    user_id: `user_${user}`,
    user_email: `${user}@example.com`,
    billable_tokens: user,
    by_model: [{ model_id: 'opus', billable_tokens: user }],
    ...change(user),
  }))

const sums = { billable_tokens: 1, input_tokens: 1, output_tokens: 1, cache_read_tokens: 1, cache_write_tokens: 1 }
const row = (date: string, by_user: unknown) => ({ date, ...sums, by_model: [], by_user })
const bodyOf = (...rows: unknown[]) => JSON.stringify({ data: rows, meta: { org_id: 'org' } })

const query = { startDate: '2026-11-01', endDate: '2026-11-03' }
const longLists = { pack: (items: unknown) => Buffer.from(JSON.stringify(items)) }

/** The value with the items of its long lists. */
const whole = (value: unknown, packed: PackedLists | undefined, kind: 'items' | 'raw'): unknown => {
  const reference = packed && readReference(value, packed.id)
  if (reference)
    return (packed?.lists[reference.list] ?? []).flatMap((part) =>
      JSON.parse(String((kind === 'raw' && part.raw) || part.items)),
    )
  if (Array.isArray(value)) return value.map((item) => whole(item, packed, kind))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, whole(member, packed, kind)]))
}

/** Reads a body whole and in parts, and expects the same. */
const expectSame = async (body: string) => {
  const { client } = await bench([answer(200, body, { 'content-type': 'application/json' })])
  const one = await client.call('credits', { query })
  const parts = await client.call('credits', { query }, { longLists })
  expect(parts.longLists).toBeDefined()
  expect(JSON.stringify(whole(parts.body, parts.longLists, 'items'))).toBe(JSON.stringify(one.body))
  expect(JSON.stringify(whole(parts.raw, parts.longLists, 'raw'))).toBe(JSON.stringify(one.raw))
  expect(parts.problemCount).toBe(one.problemCount)
  expect(parts.problems.toSorted(byPath)).toEqual(one.problems.toSorted(byPath))
  return parts
}

const byPath = (one: { path: string }, other: { path: string }): number => (one.path < other.path ? -1 : 1)

test('a large response has the same rows and problems as if it was read at once', async () => {
  const odd = users(9_000, (user) => (user % 1_000 === 3 ? { billable_tokens: 'many', other: 'kept' } : {}))
  const { longLists: packed } = await expectSame(
    bodyOf(
      row('2026-11-01', odd),
      7,
      { date: '2026-11-02' },
      row('2026-11-03', [...users(3), null, 'x']),
      row('x', []),
    ),
  )
  expect(packed?.lists.map((parts) => parts.length > 0)).toEqual([true, true, false])
  expect((packed?.lists[0] ?? []).length).toBeGreaterThan(5)
})

test('dangerous members, infinite numbers and the key are removed from users', async () => {
  const text = bodyOf(row('2026-11-01', [{ user_id: 'P', user_email: KEY, billable_tokens: 0.5 }, ...users(9_000)]))
  const { longLists: packed } = await expectSame(
    text.replace('{"user_id":"P"', '{"__proto__":{"a":1},"user_id":"P"').replace(':0.5', ':1e999'),
  )
  const items = String(packed?.lists[0]?.[0]?.items)
  expect(items).not.toContain('__proto__')
  expect(items).not.toContain(KEY)
  expect(JSON.parse(items)[0]).toEqual({ user_id: 'P', user_email: '••••••' })
})

test('a small response is read at once', async () => {
  const { client } = await bench([answer(200, bodyOf(row('2026-11-01', users(3))))])
  const reply = await client.call('credits', { query }, { longLists })
  expect(reply.longLists).toBeUndefined()
  expect(reply.body.data?.[0]?.by_user).toHaveLength(3)
})

test('a server cannot forge a reference to a list', async () => {
  const forged = [listReference('00000000-0000-0000-0000-000000000000', 0, 1)]
  await expectSame(bodyOf(row('2026-11-01', users(9_000)), { ...row('2026-11-02', []), other: forged }))
})

const long = bodyOf(row('2026-11-01', users(20_000)))

test.each([
  ['gzip', gzipSync(long)],
  ['zstd', zstdCompressSync(long)],
])('a %s body is decompressed while it arrives', async (encoding, bytes) => {
  const { client } = await bench([answer(200, bytes, { 'content-encoding': encoding })])
  const { longLists: packed, sizeBytes } = await client.call('credits', { query }, { longLists })
  expect(packed?.lists[0]?.flatMap(({ items }) => JSON.parse(String(items)))).toEqual(users(20_000))
  expect(sizeBytes).toBe(bytes.length)
})

test.each([
  ['cut in a list', long.slice(0, -500), 'not JSON'],
  [
    'that has a list with an empty element',
    long.replace('{"user_id":"user_19000"', ',{"user_id":"user_19000"'),
    'not JSON',
  ],
  ['with text after it', `${long}x`, 'not JSON'],
  ['with bytes that are not UTF-8', Buffer.from(long).fill(0xff, 2_000_000, 2_000_001), 'not UTF-8'],
  [
    'with a byte order mark in a list',
    long.replace('{"user_id":"user_19000"', '\ufeff{"user_id":"user_19000"'),
    'not JSON',
  ],
])('a large response %s is an error', async (_, body, message) => {
  const { client } = await bench([answer(200, body, { 'content-type': 'application/json' })])
  const error = await errorOf(client.call('credits', { query }, { longLists }))
  expect(error).toMatchObject({ kind: 'failed', message: expect.stringContaining(message) })
})

test('a connection that ends in a list is a network error, and its retry starts again', async () => {
  const { client, server } = await bench([
    resetAfter(long.slice(0, 2_000_000), long.length),
    answer(200, long, { 'content-type': 'application/json' }),
  ])
  const { longLists: packed } = await client.call('credits', { query }, { longLists })
  expect(packed?.lists[0]?.flatMap(({ items }) => JSON.parse(String(items)))).toEqual(users(20_000))
  expect(server.received).toHaveLength(2)
})

const days = bodyOf(...['01', '02', '03'].map((day) => row(`2026-11-${day}`, users(9_000))))
const limits = { jsonBytes: 2 * 1024 * 1024 }

test('a response over the limit is rejected, with the number of rows that fit', async () => {
  const { client } = await bench([answer(200, days)], { limits })
  const error = await errorOf(client.call('credits', { query }, { longLists }))
  expect(error).toMatchObject({ isTooLarge: true, rowsBeforeLimit: 1 })
  expect(error.message).toContain('sent more than 2 MiB')
})

test('a larger limit counts for lists, but not for what stays in memory', async () => {
  const { client } = await bench([answer(200, days)], { limits })
  const maxBytes = 64 * 1024 * 1024
  const pack = (items: unknown) => zstdCompressSync(JSON.stringify(items))
  expect((await client.call('credits', { query }, { longLists: { pack, maxBytes } })).longLists?.lists).toHaveLength(3)
  const unpacked = await errorOf(client.call('credits', { query }, { longLists: { ...longLists, maxBytes } }))
  expect(unpacked).toMatchObject({ isTooLarge: true })
})

test('a small body that decompresses to more than the larger limit is rejected before it ends', async () => {
  const bomb = gzipSync(`{"data":[{"by_user":[${'{},'.repeat(8_000_000)}{}]}]}`)
  const { client } = await bench([answer(200, bomb, { 'content-encoding': 'gzip' })], { limits })
  const pack = () => new Uint8Array(1)
  const error = await errorOf(client.call('credits', { query }, { longLists: { pack, maxBytes: 4 * 1024 * 1024 } }))
  expect(error).toMatchObject({ isTooLarge: true })
  expect(error.message).toContain('sent more than 4 MiB')
})
