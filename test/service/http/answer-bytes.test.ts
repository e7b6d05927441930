import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/service/create-app.ts'
import { abortOnError, createResponseCache, piecesOf } from '../../../src/service/http/answer-bytes.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

test('a response is created once per version of the store, and the least recently used ones are evicted', async () => {
  let version = '1'
  const answer = createResponseCache()
  const store = { version: async () => version }
  const made: string[] = []
  const ask = (question: string, length: number) =>
    answer(store, question, async () => {
      made.push(question)
      return 'x'.repeat(length)
    })
  const large = 6 * 1024 * 1024
  for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(question, large)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  // Larger than the whole limit: sent, and the others stay.
  await ask('giant', 20 * 1024 * 1024)
  await ask('b', large)
  await ask('giant', 20 * 1024 * 1024)
  version = '2'
  await ask('b', large)
  expect(made.slice(4)).toEqual(['giant', 'giant', 'b'])
  expect(Buffer.from(await answer(store, 'text', async () => '{"ä":1}')).toString()).toBe('{"ä":1}')
})

test('keys count towards the size of the cache, because clients choose a part of them', async () => {
  const answer = createResponseCache()
  const store = { version: async () => '1' }
  let made = 0
  const ask = (start: string) =>
    answer(store, start.padEnd(5 * 1024 * 1024, 'x'), async () => {
      made++
      return '{}'
    })
  for (const start of ['a', 'b', 'b', 'a']) await ask(start)
  expect(made).toBe(3)
})

test('rows that another process writes to the data file are served immediately', async () => {
  const file = join(makeFolder(), 'data.db')
  const [own, other] = [createStore(file), createStore(file)]
  await own.keys.put('owner', 'a-key-of-the-owner')
  const app = createApp(own, { now: () => Date.UTC(2026, 9, 21) })
  const tokens = async () => {
    const path = '/api/v1/analytics/tokens?startDate=2026-10-01&endDate=2026-10-01'
    return (await app.request(path, { headers: { authorization: 'Bearer a-key-of-the-owner' } })).json()
  }
  expect(await tokens()).toMatchObject({ data: [] })
  await other.days.put('credits', { day: '2026-10-01', row: '{"date":"2026-10-01"}', grouped: '' })
  expect(await tokens()).toMatchObject({ data: [{ date: '2026-10-01' }] })
  await own.putOrganisation('org_other')
  expect(await tokens()).toMatchObject({ meta: { org_id: 'org_other' } })
  await own.close()
  await other.close()
})

test('a client that disconnects while the next part is read is not a failure', async () => {
  const next = Promise.withResolvers<void>()
  const source = new ReadableStream<Uint8Array>({ pull: () => next.promise })
  const failures: unknown[] = []
  const reader = abortOnError(source, (error) => failures.push(error) > 0).getReader()
  const reading = reader.read()
  await new Promise((resolve) => setImmediate(resolve))
  await reader.cancel()
  next.resolve()
  expect((await reading).done).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(failures).toEqual([])
})

test('a long answer is read only as fast as its client reads it, and keeps characters of two units', async () => {
  let count = 0
  async function* texts() {
    for (; count < 10; count++) yield `${'x'.repeat(256 * 1024 - 1)}😀${'ä'.repeat(1_000)}`
  }
  const reader = abortOnError(ReadableStream.from(piecesOf(texts())), () => false).getReader()
  const parts = [(await reader.read()).value ?? new Uint8Array()]
  await new Promise((resolve) => setImmediate(resolve))
  expect(count).toBeLessThan(2)
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value)
  expect(Buffer.concat(parts).toString()).toBe(`${'x'.repeat(256 * 1024 - 1)}😀${'ä'.repeat(1_000)}`.repeat(10))
})
