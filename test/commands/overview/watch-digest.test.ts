import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import {
  type DigestData,
  type DigestWatch,
  type DueDigest,
  watchDigest,
} from '../../../src/commands/overview/watch/watch-digest.ts'
import { createAttentionMemory } from '../../../src/config/attention-memory.ts'
import { addDays, dayOf } from '../../../src/domain/calendar/calendar.ts'
import type { DigestSchedule } from '../../../src/domain/digest/digest-schedule.ts'
import type { AttentionItem } from '../../../src/domain/overview/attention/attention-kinds.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const HOUR = 3_600_000
/** 10:00 in Berlin. */
const START = Date.UTC(2026, 10, 20, 9)
const BERLIN: DigestSchedule = { period: 'daily', at: '09:00', zone: 'Europe/Berlin' }

const item = (id: string): AttentionItem => ({
  kind: 'neglected',
  id,
  severity: 'medium',
  target: { screen: 'keys' },
  neverExpires: 1,
  old: 0,
})

/** A machine with a clock, on which programs send digests of these items. */
const machine = (at = START) => {
  const state = { at, items: [item('a'), item('b')], isQuiet: false, received: [] as string[] }
  const path = join(makeFolder(), 'attention.json')
  const now = () => state.at
  const openMemory = () => createAttentionMemory({ path, owner: 'acme', salt: new Uint8Array(32), now })
  const sent: string[] = []
  const notes: string[] = []
  let ids = 0
  const record = ({ day, last, items, reported, muted, data }: DueDigest<DigestData>): void =>
    void sent.push(
      `${new Date(state.at).toISOString().slice(0, 16)} ${day} after ${last?.day} to ${data.lastDay}: ${items.map(({ id }) => id).join(' ') || 'nothing'}, ${reported} reported, ${muted} muted`,
    )
  /** Watches for these hours; 0: one check. */
  const run = async (hours: number, more: Partial<DigestWatch<DigestData>> = {}) => {
    const until = state.at + hours * HOUR
    return watchDigest<DigestData>({
      schedule: BERLIN,
      retryMs: hours === 0 ? undefined : 600_000,
      load: async () => ({ items: state.items, rises: [], lastDay: addDays(dayOf(state.at), -1), missing: [] }),
      memory: async () => openMemory(),
      isQuiet: () => state.isQuiet,
      newId: () => `id${++ids}`,
      hasReceived: (id) => state.received.includes(id),
      send: record,
      noteNotDue: (due) => void notes.push(`not due after ${due}`),
      note: (sentence) => void notes.push(sentence),
      now,
      wait: async (next) => {
        if (next > until) throw new AppError('interrupted', 'stopped')
        state.at = next
      },
      ...more,
    }).catch((error: AppError) => error.kind)
  }
  return { state, sent, notes, run, record, memory: openMemory() }
}

test('a digest is sent each day at its time, with each item once', async () => {
  const { state, sent, run } = machine()
  await run(20)
  state.items = [item('b'), item('c')]
  await run(48)
  expect(sent).toEqual([
    '2026-11-20T09:00 2026-11-20 after undefined to 2026-11-19: a b, 0 reported, 0 muted',
    '2026-11-21T08:00 2026-11-21 after 2026-11-20 to 2026-11-20: c, 1 reported, 0 muted',
    '2026-11-22T08:00 2026-11-22 after 2026-11-21 to 2026-11-21: nothing, 2 reported, 0 muted',
  ])
})

test('a single check, a restart and a second program send nothing twice', async () => {
  const { sent, notes, run } = machine()
  expect(await run(0)).toBeUndefined()
  await Promise.all([run(0), run(0), run(1)])
  expect(sent).toHaveLength(1)
  expect(notes).toEqual(['not due after 2026-11-20', 'not due after 2026-11-20'])
})

test('two programs that are due at the same moment send one digest', async () => {
  const { sent, run } = machine()
  let waiting: (() => void) | undefined
  const both = new Promise<void>((resolve) => {
    waiting = resolve
  })
  let loads = 0
  const load = async (): Promise<DigestData> => {
    if (++loads === 2) waiting?.()
    await both
    return { items: [item('a')], rises: [], lastDay: '2026-11-19', missing: [] }
  }
  await Promise.all([run(0, { load }), run(0, { load })])
  expect([loads, sent.length]).toEqual([2, 1])
})

test('five missed days are caught up by one digest, and the first run sends none for a day before it', async () => {
  const { state, sent, notes, run } = machine(START - 2 * HOUR)
  await run(0)
  expect([sent, notes]).toEqual([[], ['not due after 2026-11-19']])
  state.at += 5 * 24 * HOUR
  await run(0.5)
  expect(sent).toEqual(['2026-11-25T07:00 2026-11-24 after 2026-11-19 to 2026-11-24: a b, 0 reported, 0 muted'])
})

test.each([
  [false, ['2026-11-20T09:02 2026-11-20 after undefined to 2026-11-19: a b, 0 reported, 0 muted']],
  [true, []],
])('a program ended after its claim, and its message is stored for sending: %s', async (isStored, expected) => {
  const { state, sent, run, memory } = machine()
  const marks = state.items.map(({ id }) => id)
  memory.claimDigest('daily', { day: '2026-11-20', covered: '2026-11-19', id: 'lost' }, marks, () => true)
  if (isStored) state.received.push('lost')
  // It may still be sending.
  await run(0)
  expect(sent).toEqual([])
  state.at += 120_000
  await run(0)
  await run(0)
  expect(sent).toEqual(expected)
  state.at += 24 * HOUR
  await run(0)
  expect(sent.at(-1)).toBe('2026-11-21T09:02 2026-11-21 after 2026-11-20 to 2026-11-20: nothing, 2 reported, 0 muted')
})

test('a digest that cannot be sent is sent later, with the same items', async () => {
  const { sent, run } = machine()
  const failing = () => {
    throw new AppError('usage', 'disk full')
  }
  expect(await run(0, { send: failing })).toBe('usage')
  await run(0)
  expect(sent).toEqual(['2026-11-20T09:00 2026-11-20 after undefined to 2026-11-19: a b, 0 reported, 0 muted'])
})

test('an unavailable service delays the digest, and is reported once', async () => {
  const { state, sent, notes, run } = machine()
  const load = async (): Promise<DigestData> => {
    if (state.at < START + HOUR) throw new AppError('unreachable', 'No answer.')
    return { items: state.items, rises: [], lastDay: '2026-11-19', missing: [] }
  }
  expect(await run(0, { load })).toBe('unreachable')
  await run(2, { load })
  expect(sent).toEqual(['2026-11-20T10:00 2026-11-20 after undefined to 2026-11-19: a b, 0 reported, 0 muted'])
  expect(notes).toEqual(['No answer. The digest is tried again.'])
})

test('quiet hours delay a digest; a rejected key ends the program; muted items are counted', async () => {
  const { state, sent, run, memory } = machine()
  state.isQuiet = true
  await run(0)
  expect(sent).toEqual([])
  state.isQuiet = false
  const load = async () => {
    throw new AppError('refused', 'The server rejected the key.')
  }
  expect(await run(5, { load })).toBe('refused')
  memory.set('b', true)
  await run(0)
  expect(sent).toEqual(['2026-11-20T09:00 2026-11-20 after undefined to 2026-11-19: a, 0 reported, 1 muted'])
})

test('a single check with missing data sends the digest and fails', async () => {
  const { sent, run } = machine()
  const missing = [{ part: 'activity', error: new AppError('failed', 'HTTP 500', { status: 500 }) }]
  const load = async () => ({ items: [], rises: [], lastDay: '2026-11-19', missing })
  expect(await run(0, { load })).toBe('incomplete')
  expect(sent).toHaveLength(1)
})

test('a daily and a weekly digest are independent', async () => {
  const { state, sent, run } = machine(Date.UTC(2026, 10, 23, 9))
  await run(0)
  await run(0, { schedule: { ...BERLIN, period: 'weekly' } })
  await run(0, { schedule: { ...BERLIN, period: 'weekly' } })
  state.at += 7 * 24 * HOUR
  await run(0, { schedule: { ...BERLIN, period: 'weekly' } })
  expect(sent).toEqual([
    '2026-11-23T09:00 2026-11-23 after undefined to 2026-11-22: a b, 0 reported, 0 muted',
    '2026-11-23T09:00 2026-11-23 after undefined to 2026-11-22: nothing, 2 reported, 0 muted',
    '2026-11-30T09:00 2026-11-30 after 2026-11-23 to 2026-11-29: nothing, 2 reported, 0 muted',
  ])
})
