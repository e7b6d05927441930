import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queriesFor } from '../../../helpers/cached-layer.ts'
import { toRow } from '../../../helpers/days-client.ts'
import { forManyAsync } from '../../../helpers/for-all.ts'
import { rowsOf, watchWalk } from '../../../helpers/people-walk.ts'
import { NOW, scriptedClient, settle } from '../scripted-client.ts'

const range = { from: '2026-11-01', to: '2026-11-02' }
const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((person, at) => [
  `${person} 11-01 ${at}`,
  `${person} 11-02 ${at + 10}`,
])

const pageOf = ({ cursor = '0' }: { cursor?: string }) => {
  const start = Number(cursor)
  const end = start + 3
  const more = end < rows.length ? { has_more: true, next_cursor: String(end) } : { has_more: false }
  return { data: rows.slice(start, end).map(toRow), meta: { org_id: 'org', ...more } }
}

const steps = [
  'more',
  'pages',
  'all',
  'stop',
  'stale',
  'forced',
  'reopen',
  'answer',
  'answer',
  'answer',
  'fail',
] as const

test('in any order of steps and responses, a complete walk has the rows of all users', async () => {
  await forManyAsync(
    300,
    fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(), fc.boolean()), { minLength: 3, maxLength: 40 }),
    async (plan) => {
      const { client, waiting, wanted } = scriptedClient(pageOf)
      const queries = queriesFor(client, () => NOW)
      const walk = queries.walk(range)
      let { stop } = watchWalk(walk)
      const check = () => {
        const { missing, loading } = walk.get()
        if (missing.length === 0) expect(rowsOf(walk)).toEqual(rows)
        if (loading === 'nothing') expect(wanted()).toEqual([])
      }
      for (const [step, which, isSettled] of plan) {
        if (step === 'more' || step === 'all' || step === 'stop') walk[step]()
        else if (step === 'pages') walk.more(2)
        else if (step === 'stale' || step === 'forced') queries.refresh(step === 'forced' ? 'all' : 'stale')
        else if (step === 'reopen') {
          stop()
          await Promise.resolve()
          stop = watchWalk(walk).stop
        } else waiting[which % waiting.length]?.answer(step === 'answer')
        if (!isSettled) continue
        await settle()
        check()
      }
      await settle()
      check()
      queries.refresh('stale')
      walk.all()
      await settle()
      for (let page = 0; waiting.length > 0 && page < 99; page++) {
        waiting[0]?.answer(true)
        await settle()
      }
      expect(walk.get()).toMatchObject({ missing: [], loading: 'nothing', error: undefined })
      expect(rowsOf(walk)).toEqual(rows)
    },
  )
})
