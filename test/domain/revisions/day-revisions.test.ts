import { expect, test } from 'vitest'
import { firstGap, isNewSince, revisionDays, revisionsOn } from '../../../src/domain/revisions/day-revisions.ts'

const revision = (number: number, updatedAt: string | undefined, settings: Record<string, unknown>) => ({
  revision: number,
  ...(updatedAt !== undefined && { updatedAt }),
  settings,
  user: { id: `user_${number}`, name: `author ${number}` },
})

const history = [
  revision(4, '2026-11-13T00:30:00+02:00', { maxAutonomyLevel: 'high', modelPolicy: { allowedModelIds: ['a', 'b'] } }),
  revision(3, '2026-11-12T20:00:00Z', { maxAutonomyLevel: 'low', modelPolicy: { allowedModelIds: ['a'] }, x: 1 }),
  revision(2, 'no time', { maxAutonomyLevel: 'low', modelPolicy: { allowedModelIds: ['a'] } }),
  revision(1, '2026-11-01T20:00:00Z', { maxAutonomyLevel: 'off' }),
]

test('a revision belongs to its UTC day; one without a time to no day', () => {
  expect([...revisionDays(history)]).toEqual(['2026-11-12', '2026-11-01'])
})

test('the revisions of a day are newest first, each with its changed settings of models and autonomy', () => {
  expect(revisionsOn(history.toReversed(), '2026-11-12')).toEqual([
    { revision: 4, day: '2026-11-12', who: 'author 4', touched: ['maxAutonomyLevel', 'modelPolicy.allowedModelIds'] },
    { revision: 3, day: '2026-11-12', who: 'author 3', touched: [] },
  ])
  // The changes of the oldest one are unknown.
  expect(revisionsOn(history, '2026-11-01')).toMatchObject([{ revision: 1, touched: [] }])
})

test('the newest gap in the numbers of cached revisions is found', () => {
  const gapOf = (...numbers: (number | undefined)[]) => firstGap(numbers.map((revision) => ({ revision })))
  expect([gapOf(5, 4, 3), gapOf(5, undefined, 2), gapOf()]).toEqual([undefined, undefined, undefined])
  expect(gapOf(9, 6, 5, 1)).toEqual({ from: 7, to: 8 })
})

test('a revision is new if its number is higher than that of the last one shown', () => {
  expect([5, 4, undefined].map((number) => isNewSince({ revision: 4, at: 0 }, number))).toEqual([true, false, false])
  expect(isNewSince(undefined, 5)).toBe(false)
})
