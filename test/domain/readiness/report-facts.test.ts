import { expect, test } from 'vitest'
import { appsOf, clientVersionOf, madeAt, newestFirst } from '../../../src/domain/readiness/report-facts.ts'

test('the client version is found whatever its member is called', () => {
  expect(clientVersionOf({ agentVersion: '0.31.2' } as object)).toBe('0.31.2')
  expect(clientVersionOf({ somethingVersion: 4 } as object)).toBe('4')
  expect(clientVersionOf({ branch: 'version' })).toBeUndefined()
  expect(clientVersionOf({ agentVersion: { major: 1 } } as object)).toBeUndefined()
})

test('applications come with what they are, also without a description, and there may be none', () => {
  expect(appsOf({ apps: { 'apps/web': { description: 'the shop' }, api: {} } })).toEqual([
    { path: 'apps/web', description: 'the shop' },
    { path: 'api', description: undefined },
  ])
  expect([appsOf({}), appsOf({ apps: {} })]).toEqual([[], []])
})

test('a report that tells no time that a date can hold comes last', () => {
  const [absurd, none, old, late] = [{ createdAt: 9e20 }, {}, { createdAt: 5 }, { createdAt: 8.64e15 }]
  expect([absurd, none, old, late].sort(newestFirst)).toEqual([late, old, absurd, none])
  expect([absurd, none, old, late].map(madeAt)).toEqual([undefined, undefined, 5, 8.64e15])
})
