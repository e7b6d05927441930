import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOW, startDemo } from '../helpers/demos.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { runQd } from '../helpers/run-qd.ts'
import { compareFigures, SMALL } from './compare-figures.ts'
import { dayText } from './days.ts'
import { type At, openServer } from './server.ts'
import { createTally } from './tally.ts'

/** The same commands as in `npm run figures`, but all in this process. */
const commands = (at: At) => {
  const cache = join(makeFolder(), 'cache.db')
  return async (...words: readonly string[]): Promise<string> => {
    const { code, out, err } = await runQd([...words], { ...(at as object), cache })
    expect([words, code, err]).toEqual([words, 0, err])
    return out
  }
}

test('printed figures and risk verdicts equal independent sums of the raw responses', async () => {
  const kinds = await compareFigures(openServer(await startDemo(), commands), dayText(NOW), SMALL)
  expect(kinds.filter(({ differ }) => differ > 0)).toEqual([])
  expect(kinds.every(({ compared }) => compared > 0)).toBe(true)
  expect(kinds.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'tokens, totals',
      'people, totals',
      'teams',
      'budgets',
      'seats',
      'levels and rates',
      'criteria',
      'verdicts, generated',
      'open loosenings',
    ]),
  )
})

test('a figure, text or list that differs is counted and shown', () => {
  const tally = createTally()
  tally.same('sums', 'a', 0.1 + 0.2, 0.3)
  tally.same('sums', 'b', 1_000_000, 1_000_001)
  tally.sameIn('days', 'c', { list: [1, 2], text: 'x' }, { list: [1, 2, 3], text: 'y' })
  expect(tally.kinds()).toEqual([
    { name: 'sums', compared: 2, differ: 1, first: ['b: printed 1000000, expected 1000001'] },
    {
      name: 'days',
      compared: 5,
      differ: 3,
      first: [
        'c.list.length: printed 2, expected 3',
        'c.list.2: printed undefined, expected 3',
        'c.text: printed "x", expected "y"',
      ],
    },
  ])
})
