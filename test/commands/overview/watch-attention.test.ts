import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import {
  type CheckResult,
  type Watch,
  waitUntil,
  watchAttention,
} from '../../../src/commands/overview/watch/watch-attention.ts'
import { createAttentionMemory } from '../../../src/config/attention-memory.ts'
import type { AttentionItem } from '../../../src/domain/overview/attention/attention-kinds.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 21, 9)

const item = (id: string, marks?: string[]): AttentionItem => ({
  kind: 'neglected',
  id,
  severity: 'medium',
  target: { screen: 'keys' },
  neverExpires: 1,
  old: 0,
  ...(marks && { marks }),
})

type Seen = CheckResult | AppError
const saw = (...items: AttentionItem[]): CheckResult => ({ items, missing: [] })

/** Checks once per hour until the given results run out, and records what is sent. */
const watching = async (results: Seen[], more: Partial<Watch> = {}) => {
  let at = START
  const sent: string[] = []
  const path = join(makeFolder(), 'attention.json')
  const memory = createAttentionMemory({ path, owner: 'acme', salt: new Uint8Array(32), now: () => at })
  const ended = new AppError('interrupted', 'no more results')
  const run = (own: Seen[], given: Partial<Watch> = {}) => {
    const left = [...own]
    return watchAttention({
      everyMs: HOUR,
      check: async () => {
        const next = left.shift()
        if (next === undefined) throw ended
        if (next instanceof AppError) throw next
        return next
      },
      memory: async () => memory,
      isQuiet: () => false,
      report: (news) => void sent.push(`${(at - START) / HOUR} ${news.map(({ id }) => id).join()}`),
      reportOutage: (error) => void sent.push(`${(at - START) / HOUR} ${error?.message ?? 'back'}`),
      note: (sentence) => void sent.push(sentence),
      now: () => at,
      wait: async (until) => {
        at = until
      },
      ...more,
      ...given,
    }).catch((error: AppError) => error.kind)
  }
  return { end: await run(results), sent, run, memory }
}

const down = new AppError('unreachable', 'down')

test('an item is reported once, and again only if it has new marks, also after a restart and on the next day', async () => {
  const { end, sent, run } = await watching([
    saw(item('a'), item('people', ['p1'])),
    saw(item('a'), item('people', ['p1'])),
    saw(item('a'), item('people', ['p2', 'p1'])),
    saw(),
    saw(item('a')),
    ...Array.from({ length: 24 }, () => saw(item('a'))),
  ])
  expect([end, sent]).toEqual(['interrupted', ['0 a,people', '2 people']])
  await run([saw(item('a'), item('b'))], { everyMs: undefined })
  expect(sent.slice(2)).toEqual(['29 b'])
})

test('a muted item is not sent until its mute ends, and never twice', async () => {
  const { sent, run, memory } = await watching([saw(item('a'))])
  memory.set('a', true)
  memory.set('b', true)
  await run([saw(item('a'), item('b'))])
  expect(sent).toEqual(['0 a'])
  await run([saw(item('a'), item('b'))], {
    now: () => START + 8 * 24 * HOUR,
    memory: async () => ({ ...memory, until: () => undefined }),
  })
  expect(sent).toEqual(['0 a', '2 b'])
})

test('an outage is sent once, also across restarts, and so is its end', async () => {
  const { sent, run } = await watching([down, down, new AppError('failed', 'on fire')])
  expect(await run([down, down], { everyMs: undefined })).toBe('unreachable')
  await run([saw(item('a')), saw(item('a')), down])
  expect(sent).toEqual(['0 down', '3 back', '3 a', '5 down'])
})

test('a rejected key ends the watch immediately', async () => {
  const { end, sent } = await watching([new AppError('refused', 'no'), saw(item('a'))])
  expect([end, sent]).toEqual(['refused', []])
})

test('a missing part is noted once until it loads again, and fails a single run', async () => {
  const missing = (error = down): CheckResult => ({ items: [], missing: [{ part: 'ciJobs', error }] })
  const { sent, run } = await watching([missing(), missing(), saw(), missing()])
  expect(sent).toEqual(['Missing CI jobs: down', 'Missing CI jobs: down'])
  expect(await run([missing()], { everyMs: undefined })).toBe('incomplete')
  const refused = new AppError('refused', 'not yours', { status: 403 })
  expect(await run([missing(refused)], { everyMs: undefined })).toBeUndefined()
})

test('an item that could not be sent is sent later, and quiet hours delay every item', async () => {
  const { sent, run } = await watching([saw(item('a')), down], { isQuiet: () => true })
  expect(sent).toEqual([])
  const refuse = () => {
    throw new AppError('usage', 'no channel')
  }
  expect(await run([saw(item('a'))], { isQuiet: () => false, report: refuse })).toBe('usage')
  await run([saw(item('a'))], { isQuiet: () => false })
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatch(/ a$/)
})

test('waiting ends at its time, immediately if that has passed, and on an interrupt', async () => {
  const { signal } = new AbortController()
  await waitUntil(START, () => START, signal)
  let reads = 0
  // The clock jumped past the time, as it does when the computer wakes up.
  await waitUntil(START + 5, () => (reads++ === 0 ? START : START + HOUR), signal)
  const controller = new AbortController()
  const waiting = waitUntil(START + HOUR, () => START, controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ kind: 'interrupted' })
  await expect(waitUntil(START, () => START, controller.signal)).rejects.toMatchObject({ kind: 'interrupted' })
})
