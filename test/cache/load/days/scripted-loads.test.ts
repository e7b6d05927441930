import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../../src/base/errors.ts'
import type { Client } from '../../../../src/client/client.ts'
import { addDays, daysOf, type Range } from '../../../../src/domain/calendar/calendar.ts'
import { memoryLedger, sourceFor } from '../../../helpers/cached-layer.ts'
import { tries } from '../../../helpers/tries.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const FIRST = '2026-09-01'

/** A client whose answers come when they are told to, in any order, whole or as a failure. */
const scriptedClient = () => {
  type Waiting = { span: Range; answer: (isWell: boolean) => void }
  const waiting: Waiting[] = []
  const call = (_name: string, { query }: { query: { startDate: string; endDate: string } }, { signal }: Options) => {
    const span = { from: query.startDate, to: query.endDate }
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = waiting.findIndex((one) => one.span === span)
        if (at >= 0) waiting.splice(at, 1)
      }
      signal?.addEventListener('abort', () => {
        leave()
        reject(new AppError('interrupted', 'cancelled'))
      })
      const answer = (isWell: boolean) => {
        leave()
        if (!isWell) return reject(new AppError('failed', 'on fire', { status: 500 }))
        const body = { data: daysOf(span).map((date) => ({ date, billable_tokens: 1 })), meta: { org_id: 'org' } }
        resolve({ body, raw: structuredClone(body), problemCount: 0, serverDate: NOW })
      }
      waiting.push({ span, answer })
    })
  }
  return { call: call as unknown as Client['call'], serverNow: () => NOW, waiting }
}
type Options = { signal?: AbortSignal }

const place = fc.integer({ min: 0, max: 50 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('load' as const), start: place, length: place, isForced: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('answer' as const), which: fc.nat(), isWell: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('cancel' as const), which: fc.nat() }) },
)
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('in any order of loads, answers, failures and cancellations every load ends, with all of its days or an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
      const client = scriptedClient()
      const ledger = memoryLedger()
      const source = sourceFor(client as never, () => NOW, ledger)
      type Load = {
        range: Range
        isForced: boolean
        controller: AbortController
        end: 'waits' | 'done' | 'failed' | 'left'
        /** Days of its range that were held when it was done. */
        held: number
      }
      const loads: Load[] = []
      const begin = (range: Range, isForced: boolean): void => {
        const load: Load = { range, isForced, controller: new AbortController(), end: 'waits', held: 0 }
        loads.push(load)
        source.fillDays('credits', range, { signal: load.controller.signal, isForced }).then(
          () => {
            load.end = 'done'
            load.held = ledger.heldDays('credits', range).length
          },
          ({ kind }: AppError) => {
            load.end = kind === 'interrupted' ? 'left' : 'failed'
          },
        )
      }
      const underWay = () => client.waiting.flatMap(({ span }) => daysOf(span))
      for (const one of steps) {
        const waits = loads.filter(({ end }) => end === 'waits')
        if (one.is === 'load')
          begin({ from: addDays(FIRST, one.start), to: addDays(FIRST, one.start + (one.length % 20)) }, one.isForced)
        else if (one.is === 'answer') client.waiting[one.which % client.waiting.length]?.answer(one.isWell)
        else waits[one.which % waits.length]?.controller.abort()
        await settle()
        // No day is on the wire twice, and what nobody waits for is not on the wire.
        const days = underWay()
        expect(new Set(days).size).toBe(days.length)
        const wanted = new Set(loads.filter(({ end }) => end === 'waits').flatMap(({ range }) => daysOf(range)))
        for (const { span } of client.waiting) expect(daysOf(span).some((day) => wanted.has(day))).toBe(true)
      }
      while (client.waiting.length > 0) {
        client.waiting[0]?.answer(true)
        await settle()
      }
      expect(loads.filter(({ end }) => end === 'waits')).toEqual([])
      const done = loads.filter(({ end }) => end === 'done')
      expect(done.map(({ held }) => held)).toEqual(done.map(({ range }) => daysOf(range).length))
    }),
    { numRuns: tries(150) },
  )
})
