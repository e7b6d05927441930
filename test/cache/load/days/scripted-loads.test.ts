import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppError } from '../../../../src/base/errors.ts'
import { addDays, daysOf, type Range } from '../../../../src/domain/calendar/calendar.ts'
import { memoryLedger, sourceFor } from '../../../helpers/cached-layer.ts'
import { forManyAsync } from '../../../helpers/for-all.ts'
import { NOW, scriptedClient, settle } from '../scripted-client.ts'

const FIRST = '2026-09-01'

type Query = { startDate: string; endDate: string }
const spanOf = ({ startDate, endDate }: Query): Range => ({ from: startDate, to: endDate })
const daysIn = (query: Query) => ({
  data: daysOf(spanOf(query)).map((date) => ({ date, billable_tokens: 1 })),
  meta: { org_id: 'org' },
})

const place = fc.integer({ min: 0, max: 50 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('load' as const), start: place, length: place, isForced: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('answer' as const), which: fc.nat(), isWell: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('cancel' as const), which: fc.nat() }) },
)
test('in any order of loads, answers, failures and cancellations every load ends, with all of its days or an error', async () => {
  await forManyAsync(150, fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
    const { client, waiting, wanted: onWire } = scriptedClient(daysIn)
    const ledger = memoryLedger()
    const source = sourceFor(client, () => NOW, ledger)
    type Load = {
      range: Range
      controller: AbortController
      end: 'waits' | 'done' | 'failed' | 'left'
      /** Days of its range that were cached when it was done. */
      held: number
    }
    const loads: Load[] = []
    const begin = (range: Range, isForced: boolean): void => {
      const load: Load = { range, controller: new AbortController(), end: 'waits', held: 0 }
      loads.push(load)
      source.fillDays('credits', range, { signal: load.controller.signal, isForced }).then(
        () => {
          load.end = 'done'
          load.held = ledger.cachedDays('credits', range).length
        },
        ({ kind }: AppError) => {
          load.end = kind === 'interrupted' ? 'left' : 'failed'
        },
      )
    }
    for (const one of steps) {
      const waits = loads.filter(({ end }) => end === 'waits')
      if (one.is === 'load')
        begin({ from: addDays(FIRST, one.start), to: addDays(FIRST, one.start + (one.length % 20)) }, one.isForced)
      else if (one.is === 'answer') waiting[one.which % waiting.length]?.answer(one.isWell)
      else waits[one.which % waits.length]?.controller.abort()
      await settle()
      // No day is requested twice at the same time, and no request continues unless a load waits for it.
      const days = onWire().flatMap(({ query }) => daysOf(spanOf(query)))
      expect(new Set(days).size).toBe(days.length)
      const wanted = new Set(loads.filter(({ end }) => end === 'waits').flatMap(({ range }) => daysOf(range)))
      for (const { query } of onWire()) expect(daysOf(spanOf(query)).some((day) => wanted.has(day))).toBe(true)
    }
    while (waiting.length > 0) {
      waiting[0]?.answer(true)
      await settle()
    }
    expect(loads.filter(({ end }) => end === 'waits')).toEqual([])
    for (const { end, held, range } of loads) if (end === 'done') expect(held).toBe(daysOf(range).length)
  })
})
