import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import {
  type Look,
  type Watch,
  waitUntil,
  watchAttention,
} from '../../../src/commands/overview/watch/watch-attention.ts'
import type { AttentionMemory } from '../../../src/config/attention-memory.ts'
import { createMutes } from '../../../src/domain/overview/attention/attention.ts'
import type { AttentionItem } from '../../../src/domain/overview/attention/attention-kinds.ts'

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

/** What is remembered, as a file would: by all watches that are made of it. */
const createMemory = (now: () => number): AttentionMemory => {
  const told = new Set<string>()
  let isOut = false
  return {
    ...createMutes(now),
    claim: (marks) => {
      const fresh = new Set(marks.filter((mark) => !told.has(mark)))
      for (const mark of marks) told.add(mark)
      return fresh
    },
    release: (marks) => {
      for (const mark of marks) told.delete(mark)
    },
    setOutage: (next) => {
      const isNew = next !== isOut
      isOut = next
      return isNew
    },
  }
}

type Seen = Look | AppError
const saw = (...items: AttentionItem[]): Look => ({ items, missing: [] })

/** Watches hour by hour as long as there are looks, and says what was told. */
const watching = async (looks: Seen[], more: Partial<Watch> = {}) => {
  let at = START
  const said: string[] = []
  const memory = createMemory(() => at)
  const ended = new AppError('interrupted', 'no more looks')
  const run = (own: Seen[], given: Partial<Watch> = {}) => {
    const left = [...own]
    return watchAttention({
      everyMs: HOUR,
      look: async () => {
        const next = left.shift()
        if (next === undefined) throw ended
        if (next instanceof AppError) throw next
        return next
      },
      memory: async () => memory,
      isQuiet: () => false,
      tell: (news) => void said.push(`${(at - START) / HOUR} ${news.map(({ id }) => id).join()}`),
      tellOutage: (error) => void said.push(`${(at - START) / HOUR} ${error?.message ?? 'back'}`),
      note: (sentence) => void said.push(sentence),
      now: () => at,
      wait: async (until) => {
        at = until
      },
      ...more,
      ...given,
    }).catch((error: AppError) => error.kind)
  }
  return { end: await run(looks), said, run, memory, now: () => at }
}

const down = new AppError('unreachable', 'down')

test('each thing is told once, when it is new and when more of it is, also after a restart and a day that turned', async () => {
  const { end, said, run } = await watching([
    saw(item('a'), item('people', ['p1'])),
    saw(item('a'), item('people', ['p1'])),
    saw(item('a'), item('people', ['p2', 'p1'])),
    saw(),
    saw(item('a')),
    ...Array.from({ length: 24 }, () => saw(item('a'))),
  ])
  expect([end, said]).toEqual(['interrupted', ['0 a,people', '2 people']])
  await run([saw(item('a'), item('b'))], { everyMs: undefined })
  expect(said.slice(2)).toEqual(['29 b'])
})

test('what is muted is not told; when that ends it is, if it was not told before', async () => {
  const { said, run, memory } = await watching([saw(item('a'))])
  memory.set('a', true)
  memory.set('b', true)
  await run([saw(item('a'), item('b'))])
  expect(said).toEqual(['0 a'])
  await run([saw(item('a'), item('b'))], {
    now: () => START + 8 * 24 * HOUR,
    memory: async () => ({ ...memory, until: () => undefined }),
  })
  expect(said).toEqual(['0 a', '2 b'])
})

test('a service that cannot be reached is told once, over restarts too, and once when it answers again', async () => {
  const { said, run } = await watching([down, down, new AppError('failed', 'on fire')])
  expect(await run([down, down], { everyMs: undefined })).toBe('unreachable')
  await run([saw(item('a')), saw(item('a')), down])
  expect(said).toEqual(['0 down', '3 back', '3 a', '5 down'])
})

test('a key that is refused ends the watch at once', async () => {
  const { end, said } = await watching([new AppError('refused', 'no'), saw(item('a'))])
  expect([end, said]).toEqual(['refused', []])
})

test('a part that is missing is noted once until it is there again, and a single look ends with it', async () => {
  const lacking = (error = down): Look => ({ items: [], missing: [{ part: 'ciJobs', error }] })
  const { said, run } = await watching([lacking(), lacking(), saw(), lacking()])
  expect(said).toEqual(['Without CI jobs: down', 'Without CI jobs: down'])
  expect(await run([lacking()], { everyMs: undefined })).toBe('incomplete')
  const refused = new AppError('refused', 'not yours', { status: 403 })
  expect(await run([lacking(refused)], { everyMs: undefined })).toBeUndefined()
})

test('what could not be told counts as not told, and in quiet hours everything waits', async () => {
  const { said, run } = await watching([saw(item('a')), down], { isQuiet: () => true })
  expect(said).toEqual([])
  const refuse = () => {
    throw new AppError('usage', 'no channel')
  }
  expect(await run([saw(item('a'))], { isQuiet: () => false, tell: refuse })).toBe('usage')
  await run([saw(item('a'))], { isQuiet: () => false })
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/ a$/)
})

test('waiting ends when the clock has come to the moment, at once where it is past, and when it is interrupted', async () => {
  const { signal } = new AbortController()
  await waitUntil(START, () => START, signal)
  let reads = 0
  // A computer that slept: at the next look the moment is long past.
  await waitUntil(START + 5, () => (reads++ === 0 ? START : START + HOUR), signal)
  const controller = new AbortController()
  const waiting = waitUntil(START + HOUR, () => START, controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ kind: 'interrupted' })
  await expect(waitUntil(START, () => START, controller.signal)).rejects.toMatchObject({ kind: 'interrupted' })
})
