import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { compareFigures, SMALL } from './compare-figures.ts'
import { dayText } from './days.ts'
import { openServer, type Server } from './server.ts'
import { createTally } from './tally.ts'

let service: RunningService
let server: Server
beforeAll(async () => {
  // The program has the machine's clock, and so has its organisation.
  service = await startService({ demo: { users: 6, days: 60, seed: 1 } })
  server = openServer({ url: service.url, key: service.keys.owner })
})
afterAll(async () => {
  server.close()
  await service.close()
})

test('what the commands print is what independent sums of the raw answers come to, verdicts of risk included', async () => {
  const kinds = await compareFigures(server, dayText(Date.now()), SMALL)
  expect(kinds.filter(({ differ }) => differ > 0)).toEqual([])
  expect(kinds.every(({ compared }) => compared > 0)).toBe(true)
  expect(kinds.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tokens, totals', 'people, totals', 'levels and rates', 'verdicts, made up']),
  )
})

test('a figure, a text or a list that differs is told', () => {
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
