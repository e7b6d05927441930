import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { QueryName } from '../../../src/cache/load/queries.ts'
import type { Client } from '../../../src/client/client.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { memoryLedger, queriesFor } from '../../helpers/cached-layer.ts'
import { NOW, type Organisation, startDemo } from '../../helpers/demos.ts'
import { startFront } from '../../helpers/front-server.ts'
import { clientFor, until } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

/** Queries of days, and how each is asked for. */
const asked = {
  creditDays: 'tokens',
  creditModelDays: 'tokens by model',
  toolDays: 'tools',
  toolNameDays: 'tools by tool_name',
  activityDays: 'activity',
  clientDays: 'activity by client',
  productivityDays: 'productivity',
} as const satisfies Partial<Record<QueryName, string>>
const names = Object.keys(asked) as (keyof typeof asked)[]

const open = async () => {
  const front = await startFront(demo)
  const client = clientFor(front)
  // A test server stamps its answers with the machine's clock.
  const call = async (...request: Parameters<Client['call']>) => ({
    ...(await client.call(...request)),
    serverDate: NOW,
  })
  const dated = { ...client, call: call as Client['call'], serverNow: () => NOW }
  const ledger = memoryLedger()
  const start = () => queriesFor(dated, () => NOW, { ledger })
  let counted = 0
  /** What has been asked for since this was asked last, in the order of words. */
  const requests = () => {
    const since = front.requests.slice(counted).map(({ path, query }) => {
      const words = new URLSearchParams(query)
      const group = words.has('group_by') ? ` by ${words.get('group_by')}` : ''
      return `${path.split('/').at(-1)}${group} ${words.get('startDate')} ${words.get('endDate')}`
    })
    counted = front.requests.length
    return since.toSorted()
  }
  onTestFinished(async () => {
    await client.close()
    await front.close()
  })
  return { start, requests }
}

const range = (from: string, to: string): Range => ({ from: `2026-${from}`, to: `2026-${to}` })

/** All queries of a range as an explorer that has just been opened gets them. */
const loadAll = async (queries: ReturnType<typeof queriesFor>, days: Range) => {
  const stops = names.map((name) => queries.watch(name, { range: days }, () => {}))
  await until(
    () => names.every((name) => queries.read(name, { range: days }).is === 'ready'),
    () => JSON.stringify(names.map((name) => queries.read(name, { range: days }).is)),
  )
  for (const stop of stops) stop()
}
const walkAll = async (queries: ReturnType<typeof queriesFor>, days: Range) => {
  const walk = queries.walk(days)
  const stop = walk.subscribe(() => {})
  walk.all()
  await until(
    () => walk.get().loading === 'nothing',
    () => JSON.stringify(walk.get().missing),
  )
  const { missing, chunks } = walk.get()
  stop()
  return { missing, rows: chunks.reduce((sum, { length }) => sum + length, 0) }
}

test('after 22 Oct to 20 Nov, 15 Oct to 17 Nov asks once for 15 to 21 Oct of each endpoint and group', async () => {
  const { start, requests } = await open()
  const wordsOf = (days: string) => names.map((name) => `${asked[name]} ${days}`).toSorted()
  await loadAll(start(), range('10-22', '11-20'))
  expect(requests()).toEqual(wordsOf('2026-10-22 2026-11-20'))
  const queries = start()
  await loadAll(queries, range('10-15', '11-17'))
  expect(requests()).toEqual(wordsOf('2026-10-15 2026-10-21'))
  const state = queries.read('toolDays', { range: range('10-15', '11-17') })
  expect(state.is === 'ready' && state.now.data.map(({ date }) => date)).toHaveLength(34)
})

test('after a complete walk of 22 Oct to 20 Nov any range within it needs no request', async () => {
  const { start, requests } = await open()
  const whole = await walkAll(start(), range('10-22', '11-20'))
  expect(requests()).toEqual(['users 2026-10-22 2026-11-20'])
  const days = [range('10-22', '11-20'), range('10-22', '10-22'), range('11-20', '11-20'), range('11-01', '11-10')]
  const walked = []
  for (const one of days) walked.push(await walkAll(start(), one))
  expect(requests()).toEqual([])
  expect(walked.map(({ missing }) => missing)).toEqual(days.map(() => []))
  const [all, ...parts] = walked.map(({ rows }) => rows)
  expect(all).toBe(whole.rows)
  for (const part of parts) expect(part).toBeGreaterThan(0)
})
