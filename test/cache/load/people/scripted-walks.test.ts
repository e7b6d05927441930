import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../../src/base/errors.ts'
import type { WalkProgress } from '../../../../src/cache/load/people/people-walk.ts'
import type { UsersEvent } from '../../../../src/cache/load/people/users-watch.ts'
import type { Client } from '../../../../src/client/client.ts'
import type { PersonDaysChunk } from '../../../../src/domain/people/person-days.ts'
import { memoryLedger, sourceFor } from '../../../helpers/cached-layer.ts'
import { tries } from '../../../helpers/tries.ts'
import { toRow } from '../../../helpers/users-client.ts'

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

/** What a screen makes of what it is told. */
const createScreen = () => {
  let chunks: PersonDaysChunk[] = []
  let state: WalkProgress | undefined
  return {
    onEvent: (event: UsersEvent) => {
      chunks = event.isAnew ? [...event.chunks] : [...chunks, ...event.chunks]
      state = event.state
    },
    state: () => state,
    rows: (): string[] => {
      const newest = new Map<string, number | undefined>()
      for (const { length, ids, person, days, day, measures } of chunks)
        for (let row = 0; row < length; row++)
          newest.set(
            `${ids[person[row] as number]} ${days[day[row] as number]?.slice(5)}`,
            measures.billable_tokens[row],
          )
      return [...newest].map(([key, credits]) => `${key} ${credits}`).toSorted()
    },
  }
}

const settle = async () => {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}

const steps = [
  'enter',
  'more',
  'all',
  'stop',
  'refreshStale',
  'refreshAll',
  'reopen',
  'answer',
  'answer',
  'answer',
  'fail',
] as const

test('whatever is asked, stopped, forced and answered in whatever order, a walk said to be complete shows everybody', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(), fc.boolean()), { minLength: 3, maxLength: 40 }),
      async (plan) => {
        const client = scriptedClient()
        const source = sourceFor(client as never, () => NOW, memoryLedger())
        let screen = createScreen()
        let leaving = new AbortController()
        const open = () => source.watchUsers(1, range, { signal: leaving.signal, onEvent: screen.onEvent })
        void open()
        const check = () => {
          const { missing, loading } = screen.state() as WalkProgress
          if (missing.length === 0) expect(screen.rows()).toEqual(rows)
          if (loading === 'nothing') expect(client.waiting.filter(({ isWanted }) => isWanted)).toEqual([])
        }
        for (const [step, which, isSettled] of plan) {
          if (step === 'answer' || step === 'fail')
            client.waiting[which % client.waiting.length]?.answer(step === 'answer')
          else if (step === 'reopen') {
            leaving.abort()
            leaving = new AbortController()
            await Promise.resolve()
            screen = createScreen()
            void open()
          } else void source.stepUsers(1, step)
          if (!isSettled) continue
          await settle()
          check()
        }
        await settle()
        check()
        void source.stepUsers(1, 'refreshStale')
        void source.stepUsers(1, 'all')
        await settle()
        for (let page = 0; client.waiting.length > 0 && page < 99; page++) {
          client.waiting[0]?.answer(true)
          await settle()
        }
        expect(screen.state()).toMatchObject({ missing: [], loading: 'nothing', error: undefined })
        expect(screen.rows()).toEqual(rows)
      },
    ),
    { numRuns: tries(300) },
  )
})
