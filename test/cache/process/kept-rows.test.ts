import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { recordOf } from '../../../src/base/json.ts'
import type { Loader } from '../../../src/cache/load/own-loader.ts'
import { initialProgress, type WalkProgress } from '../../../src/cache/load/people/people-walk.ts'
import type { UsersEvent, WatchUsersOptions } from '../../../src/cache/load/people/users-watch.ts'
import type { Reply, Request } from '../../../src/cache/process/calls.ts'
import { createProcessLoader, type LoaderProcess } from '../../../src/cache/process/process-loader.ts'
import { serveLoader } from '../../../src/cache/process/serve-loader.ts'
import { addDays, daysOf } from '../../../src/domain/calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS } from '../../../src/domain/people/field-table.ts'
import { NO_WORD, type PersonDaysChunk } from '../../../src/domain/people/person-days.ts'

const DAYS = 300
const range = { from: '2026-01-01', to: addDays('2026-01-01', DAYS - 1) }

/** All people on each day, day by day, in the order of the ledger. */
const rowsOfAll = (people: number): PersonDaysChunk => {
  const length = people * DAYS
  return {
    length,
    ids: Array.from({ length: people }, (_, person) => `u${person}`),
    emails: Array.from({ length: people }, () => undefined),
    emailDays: Array.from({ length: people }, () => undefined),
    days: daysOf(range),
    words: [],
    person: Uint32Array.from({ length }, (_, row) => row % people),
    day: Uint16Array.from({ length }, (_, row) => Math.floor(row / people)),
    measures: recordOf(PERSON_MEASURES, () => Uint32Array.from({ length }, (_, row) => row)),
    codes: recordOf(PERSON_WORDS, () => new Uint16Array(length).fill(NO_WORD)),
    languageStart: new Uint32Array(length + 1),
    language: new Uint16Array(0),
  }
}

const all: WalkProgress = { ...initialProgress(), loading: 'nothing', at: 7 }

/** Both processes, with each message in its own turn of the event loop; `emit` sends an event of the served loader. */
const open = (rows: PersonDaysChunk) => {
  const sent: Reply[] = []
  let emit: WatchUsersOptions['onEvent'] = () => {}
  const loader = {
    watchUsers: (_id: number, _range: unknown, options: WatchUsersOptions) => {
      emit = options.onEvent
      emit({ state: all, chunks: [rows], isReset: true })
      return new Promise(() => {})
    },
    requests: () => [],
    inFlight: () => 0,
    serverNow: () => undefined,
    clockSkewMs: () => undefined,
    notice: () => undefined,
    subscribe: () => () => {},
    close: async () => {},
  } as unknown as Loader
  let take: (reply: Reply) => void = () => {}
  const send = async (reply: Reply) => {
    sent.push(reply)
    setImmediate(() => take(reply))
  }
  const serve = serveLoader(send, loader)
  const start = () =>
    ({
      send: (request: Request) => void setImmediate(() => serve(request)),
      on: (event: string, listener: (reply: Reply) => void) => {
        if (event === 'message') take = listener
      },
      kill: async () => {},
    }) as unknown as LoaderProcess
  return { processLoader: createProcessLoader(start, () => 0), emit: (event: UsersEvent) => emit(event), sent }
}

/** Waits for a condition, but at most 10,000 turns. */
const turnUntil = async (holds: () => boolean): Promise<void> => {
  for (let turns = 0; turns < 10_000 && !holds(); turns += 1) await turn()
}

/** Events with a state, each with the rows since the last one. */
const watch = (processLoader: Loader, signal = new AbortController().signal) => {
  type Event = UsersEvent & { state: WalkProgress }
  const events: Event[] = []
  let before: UsersEvent[] = []
  const onEvent = (event: UsersEvent) => {
    before.push(event)
    if (!event.state) return
    const isReset = before.some((one) => one.isReset)
    events.push({ state: event.state, chunks: before.flatMap(({ chunks }) => chunks), isReset })
    before = []
  }
  void processLoader.watchUsers(1, range, { signal, onEvent })
  return events
}

test('many cached rows arrive in steps of whole users, before later events', async () => {
  const { processLoader, emit } = open(rowsOfAll(400))
  const events = watch(processLoader)
  await turnUntil(() => events.length > 0)
  emit({ state: { ...all, notice: 'later' }, chunks: [], isReset: false })
  await turnUntil(() => events.at(-1)?.state.notice === 'later')

  const steps = events.slice(0, -2)
  expect(steps.length).toBeGreaterThan(3)
  for (const { state } of steps) expect(state).toMatchObject({ loading: 'cached', missing: [range], at: 7 })
  expect(events.slice(-2).map(({ state, chunks }) => [state.loading, state.missing, chunks.length])).toEqual([
    ['nothing', [], 0],
    ['nothing', [], 0],
  ])
  expect(events.map(({ isReset }) => isReset)).toEqual(events.map((_, at) => at === 0))
  // Each user is in one step only, with all days.
  const people = steps.flatMap(({ chunks }) => [...new Set(chunks.flatMap(({ ids }) => ids))])
  expect([people.length, new Set(people).size]).toEqual([400, 400])
  expect(steps.flatMap(({ chunks }) => chunks).reduce((sum, { length }) => sum + length, 0)).toBe(400 * DAYS)
})

test('a watcher that stops early gets no more cached rows', async () => {
  const { processLoader, sent } = open(rowsOfAll(400))
  const leaving = new AbortController()
  const events = watch(processLoader, leaving.signal)
  await turnUntil(() => events.length === 2)
  leaving.abort()
  await turn()
  await turn()
  const { length } = sent
  for (let turns = 0; turns < 20; turns += 1) await turn()
  expect(sent).toHaveLength(length)
  expect(JSON.stringify(sent)).not.toContain('"loading":"nothing"')
})

test('the rows of a typical organisation arrive in one event', async () => {
  const { processLoader } = open(rowsOfAll(300))
  const events = watch(processLoader)
  await turnUntil(() => events.length > 0)
  expect(events.map(({ state, isReset }) => [state.loading, isReset])).toEqual([['nothing', true]])
  expect(events[0]?.chunks.reduce((sum, { length }) => sum + length, 0)).toBe(90_000)
})
