import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROBLEMS_LISTED, tolerantParse } from '../../src/client/tolerant-parse.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { forMany } from '../helpers/for-all.ts'
import { personDay } from '../helpers/person-day.ts'

const fail = (why: string): never => {
  throw new Error(why)
}
const parseUsers = (value: unknown) => tolerantParse(endpoints.users.response, value, 'data', fail)

const row = (at: number) =>
  personDay(`u${at}`, '2026-02-01', { tool_calls: at, languages: ['TypeScript', 'Go'], something_new: { of: 'later' } })
const meta = { org_id: 'o', start_date: '2026-02-01', end_date: '2026-02-01', has_more: false, next_cursor: null }
const page = (count: number) => ({ data: Array.from({ length: count }, (_, at) => row(at)), meta, extra: 1 })

test('a valid response is returned itself, not a copy', () => {
  const value = page(3)
  const { body, problems, problemCount } = parseUsers(value)
  expect(body).toBe(value)
  expect([problems, problemCount]).toEqual([[], 0])
})

test('a member of a wrong type becomes undefined, and all other members stay', () => {
  const value = page(2)
  Object.assign(value.data[1] ?? {}, { tool_calls: '12', date: '2026-02-30', languages: ['Go', 7, 'C'] })
  const before = structuredClone(value)
  const { body, problems } = parseUsers(value)
  expect(body.data?.[0]).toEqual(value.data[0])
  expect(body.data?.[1]).toEqual({ ...row(1), tool_calls: undefined, date: undefined, languages: ['Go', 'C'] })
  expect(problems).toEqual([
    { path: 'data[1].date', expected: 'date' },
    { path: 'data[1].tool_calls', expected: 'number' },
    { path: 'data[1].languages[1]', expected: 'string' },
  ])
  expect(value).toEqual(before)
})

test('a row that is not an object is dropped, a missing member and an invalid meta are problems, and rows keep their indexes', () => {
  const value = { data: [null, row(0), 'x', [], { ...row(1), hooks: 'many' }, row(2)], meta: 'none' }
  Reflect.deleteProperty(value.data[5] as object, 'hooks')
  const { body, problems } = parseUsers(value)
  expect(body.data?.map(({ user_id }) => user_id)).toEqual(['u0', 'u1', 'u2'])
  expect(body.meta).toBeUndefined()
  const rows = ['data[0]', 'data[2]', 'data[3]', 'data[4].hooks', 'data[5].hooks']
  expect(problems.map(({ path }) => path).sort()).toEqual([...rows, 'meta'])
})

const brokenEnvelopes = [[null], [[]], ['x'], [{}], [{ data: {} }], [{ data: null }], [Object.create({ data: [] })]]
test.each(brokenEnvelopes)('a broken envelope is fatal', (value) => {
  expect(() => parseUsers(value)).toThrow(/is not an object|has no list/)
})

test('an object and a map keep their valid members', () => {
  const { createdAt, ...odd } = {
    name: 5,
    createdAt: 1,
    provisioningSteps: [{ id: 'a', startedAt: 'x' }, 3],
    hostId: 'odd',
  }
  const { body } = tolerantParse(endpoints.updateComputer.response, { id: 'c', createdAt, ...odd }, undefined, fail)
  const provisioningSteps = [{ id: 'a', startedAt: undefined }]
  expect(body).toEqual({ id: 'c', createdAt, name: undefined, provisioningSteps, hostId: undefined })
  const report = { a: { numerator: null, denominator: 1, rationale: '' }, b: 'x' }
  const reports = [{ reportId: 'r', createdAt: 1, repoUrl: 'u', apps: { '.': 5 }, report }]
  const parsed = tolerantParse(endpoints.readinessReports.response, { reports }, 'reports', fail).body.reports?.[0]
  expect([parsed?.report, parsed?.apps]).toEqual([{ ...report, b: undefined }, { '.': undefined }])
})

test('if a response has more problems than the parser can collect, they are still removed, and the first ones are listed', () => {
  const short = Array.from({ length: 8_000 }, (_, at) => ({ user_id: `u${at}`, new: at }))
  const { body, problems, problemCount } = parseUsers({ data: short, meta })
  expect(body.data).toEqual(short)
  expect([problems.length, problemCount]).toEqual([PROBLEMS_LISTED, 8_000 * 21])

  const languages = Array.from({ length: 150_000 }, (_, at) => (at === 777 ? 'Go' : at))
  const long = parseUsers({ data: [row(0), { ...row(1), languages }, null, row(2)], meta })
  expect(long.body.data).toEqual([row(0), { ...row(1), languages: ['Go'] }, row(2)])
  expect(long.problemCount).toBe(150_000)
})

test('invalid members never cause the loss of other rows or valid members', () => {
  const members = Object.keys(row(0))
  const change = fc.record({
    row: fc.nat(9),
    member: fc.constantFrom(...members),
    to: fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, -1, '2026-02-30')),
  })
  forMany(100, fc.array(change, { maxLength: 30 }), (changes) => {
    const value = page(10)
    for (const { row: at, member, to } of changes) Object.assign(value.data[at] as object, { [member]: to })
    const before = structuredClone(value)
    const { body } = parseUsers(value)
    expect(value).toEqual(before)
    expect(body.data).toHaveLength(10)
    for (const [at, parsed] of (body.data ?? []).entries()) {
      const changed = new Set(changes.filter((one) => one.row === at).map(({ member }) => member))
      for (const member of members) {
        const now = Reflect.get(parsed, member)
        if (!changed.has(member)) expect(now).toEqual(Reflect.get(row(at), member))
      }
      // No member of a wrong type is left: every defined member is valid by itself.
      const rest = Object.fromEntries(Object.entries(parsed).filter(([, each]) => each !== undefined))
      const again = parseUsers({ data: [{ ...row(at), ...rest }], meta })
      expect(again.problemCount).toBe(0)
    }
  })
})
