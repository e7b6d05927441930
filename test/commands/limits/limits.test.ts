import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { changeLimits } from '../../../src/cache/load/management/change-limits.ts'
import { startService } from '../../../src/service/start-service.ts'
import { NOW } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'

const start = async () => {
  const service = await startService({ now: () => NOW, demo: { users: 12, days: 40, seed: 1 } })
  onTestFinished(service.close)
  const at = { url: service.url, key: service.keys.owner }
  const limits = async () => JSON.parse((await runQd(['api', '/api/v0/organization/usage/limits/users'], at)).out)
  return { at, limits }
}

test('limits of users are set and cleared, and a user who fails is named', async () => {
  const { at, limits } = await start()
  const [{ email }] = (await limits()).userLimits
  const set = await runQd(['limits', 'set', '3M', '--user', email, '--user', 'x@y.example', '--yes', '--json'], at)
  expect(set.code).toBe(1)
  expect(JSON.parse(set.out).users).toEqual([
    { email, result: 'changed', limit: 3_000_000, error: null },
    { email: 'x@y.example', result: 'failed', limit: null, error: 'No user has this e-mail address.' },
  ])
  expect(set.err).toContain(
    `${email}: 6,000,000 credits before, 3,000,000 credits after.\nx@y.example: no limit before`,
  )
  expect(set.err).toContain('The limits of 1 of 2 users were not changed.')
  expect((await limits()).userLimits).toContainEqual({ email, limit: 3_000_000 })
  expect((await runQd(['limits', 'clear', '--user', email, '--yes'], at)).code).toBe(0)
  expect((await limits()).userLimits).not.toContainEqual(expect.objectContaining({ email }))
})

test('the global limit is set and removed', async () => {
  const { at, limits } = await start()
  const set = await runQd(['limits', 'set', '5,000,000', '--global', '--yes'], at)
  expect([set.code, set.err]).toEqual([0, 'Global limit: 2,000,000 credits before, 5,000,000 credits after.\n'])
  expect((await limits()).globalLimit).toBe(5_000_000)
  expect((await runQd(['limits', 'clear', '--global', '--yes'], at)).code).toBe(0)
  expect((await limits()).globalLimit).toBeNull()
})

test('without a confirmation, and below the minimum, nothing is sent', async () => {
  const { at, limits } = await start()
  const before = await limits()
  for (const words of [
    ['set', '999999', '--global', '--yes'],
    ['set', '2M', '--global'],
    ['set', '2M', '--user', 'a@b'],
    ['set', '2M'],
    ['set', 'none', '--global'],
    ['clear', '--global', '--user', 'a@b', '--yes'],
  ]) {
    const { code, out } = await runQd(['limits', ...words], at)
    expect([words, code, out]).toEqual([words, 2, ''])
  }
  expect(await limits()).toEqual(before)
})

test('100 users are sent in a request, and none after an unknown outcome', async () => {
  const emails = Array.from({ length: 250 }, (_, at) => `u${at}@b.example`)
  const sent: number[] = []
  const results = await changeLimits(
    async (_, request) => {
      const { users } = (request as { body: { users: { email: string; limit: number | null }[] } }).body
      sent.push(users.length)
      if (sent.length === 2) return { is: 'unknown', error: new AppError('outcomeUnknown', 'The connection broke.') }
      return { is: 'done', answer: { updated: users.slice(1), errors: [] } as never }
    },
    emails,
    2_000_000,
  )
  expect(sent).toEqual([100, 100])
  expect(results.map(({ is }) => is)).toEqual([
    'unknown',
    ...Array.from({ length: 99 }, () => 'changed'),
    ...Array.from({ length: 100 }, () => 'unknown'),
    ...Array.from({ length: 50 }, () => 'not sent'),
  ])
})
