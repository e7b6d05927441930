import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../../src/base/errors.ts'
import type { Client } from '../../../../src/client/client.ts'
import { queriesFor } from '../../../helpers/cached-layer.ts'
import { toRow } from '../../../helpers/days-client.ts'
import { rowsOf, watchWalk } from '../../../helpers/people-walk.ts'
import { tries } from '../../../helpers/tries.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const range = { from: '2026-11-01', to: '2026-11-02' }
const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((person, at) => [
  `${person} 11-01 ${at}`,
  `${person} 11-02 ${at + 10}`,
])
const PAGE = 3

/** Pages of three rows, which come when they are told to; some answers come although nobody wants them any more. */
const scriptedClient = () => {
  const waiting: { isWanted: boolean; answer: (isWell: boolean) => void }[] = []
  const call = (_name: string, { query }: { query: { cursor?: string } }, { signal }: { signal?: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const start = Number(query.cursor ?? 0)
      const one = {
        isWanted: true,
        answer: (isWell: boolean) => {
          waiting.splice(waiting.indexOf(one), 1)
          if (!isWell) return reject(new AppError('failed', 'on fire', { status: 500 }))
          const end = start + PAGE
          const more = end < rows.length ? { has_more: true, next_cursor: String(end) } : { has_more: false }
          const body = { data: rows.slice(start, end).map(toRow), meta: { org_id: 'org', ...more } }
          resolve({ body, raw: structuredClone(body), problemCount: 0, serverDate: NOW })
        },
      }
      signal?.addEventListener('abort', () => {
        one.isWanted = false
      })
      waiting.push(one)
    })
  return { call: call as unknown as Client['call'], serverNow: () => NOW, waiting }
}

const settle = async () => {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}

const steps = ['more', 'all', 'stop', 'stale', 'forced', 'reopen', 'answer', 'answer', 'answer', 'fail'] as const

test('whatever is asked, stopped, forced and answered in whatever order, a walk said to be complete shows everybody', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(), fc.boolean()), { minLength: 3, maxLength: 40 }),
      async (plan) => {
        const client = scriptedClient()
        const queries = queriesFor(client as never, () => NOW)
        const walk = queries.walk(range)
        let { stop } = watchWalk(walk)
        const check = () => {
          const { missing, loading } = walk.get()
          if (missing.length === 0) expect(rowsOf(walk)).toEqual(rows)
          if (loading === 'nothing') expect(client.waiting.filter(({ isWanted }) => isWanted)).toEqual([])
        }
        for (const [step, which, isSettled] of plan) {
          if (step === 'more' || step === 'all' || step === 'stop') walk[step]()
          else if (step === 'stale' || step === 'forced') queries.refresh(step === 'forced' ? 'all' : 'stale')
          else if (step === 'reopen') {
            stop()
            await Promise.resolve()
            stop = watchWalk(walk).stop
          } else client.waiting[which % client.waiting.length]?.answer(step === 'answer')
          if (!isSettled) continue
          await settle()
          check()
        }
        await settle()
        check()
        queries.refresh('stale')
        walk.all()
        await settle()
        for (let page = 0; client.waiting.length > 0 && page < 99; page++) {
          client.waiting[0]?.answer(true)
          await settle()
        }
        expect(walk.get()).toMatchObject({ missing: [], loading: 'nothing', error: undefined })
        expect(rowsOf(walk)).toEqual(rows)
      },
    ),
    { numRuns: tries(300) },
  )
})
