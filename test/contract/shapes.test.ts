import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { ComputerUpdate } from '../../src/contract/computers.ts'
import { ControlsHistoryQuery } from '../../src/contract/controls.ts'
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { HOOK_EVENTS, HookEvent, HookGroups } from '../../src/contract/hooks.ts'
import { UsersQuery } from '../../src/contract/per-user-rows.ts'
import { AnyBody, Day } from '../../src/contract/primitives.ts'
import { ReadinessQuery } from '../../src/contract/readiness.ts'
import { demoIds } from '../../src/service/demo/kit/repositories.ts'
import { tries } from '../helpers/tries.ts'
import { createTestService } from '../service/test-service.ts'
import { placesOf } from './schema-objects.ts'

/** A real answer of the service, its list cut to the first row. */
type Document = { schema: z.ZodType; value: unknown }

const range = 'startDate=2026-10-19&endDate=2026-10-20'
const queries: Partial<Record<EndpointName, string>> = {
  credits: range,
  tools: range,
  activity: range,
  productivity: range,
  users: `${range}&limit=1`,
}
const ids: Record<string, string> = {
  computerId: demoIds.computers.failed,
  serviceAccountId: demoIds.serviceAccounts.ci,
  wikiRunId: demoIds.wikiRuns.notices,
  name: 'atlas',
  repoUrl: encodeURIComponent('https://github.example/northwind/checkout'),
}
const bodies: Partial<Record<EndpointName, object>> = {
  createComputer: { name: 'new', remoteUser: 'agent', provider: 'cloud-sandbox' },
  createKey: { name: 'new' },
}

const isBare = (response: z.ZodType): boolean => response === AnyBody

/** Names of all answers that have a shape: of each endpoint, and of each of its groupings. */
const answerNames = Object.entries<Endpoint>(endpoints).flatMap(([name, { response, grouped = {}, status }]) =>
  response === 'archive' || status === 204 || isBare(response)
    ? []
    : [name, ...Object.keys(grouped).map((group) => `${name} by ${group}`)],
)

const documents = new Map<string, Document>()
beforeAll(async () => {
  const { call, store } = createTestService({ users: 3, days: 3 })
  for (const answerName of answerNames) {
    const [name = '', group] = answerName.split(' by ')
    const row: Endpoint = endpoints[name as EndpointName]
    const path = row.path.replace(/\{(\w+)\}/, (_, param: string) =>
      name === 'deleteWiki' ? demoIds.wikiRuns.payments : (ids[param] ?? ''),
    )
    const query = `${queries[name as EndpointName] ?? ''}${group === undefined ? '' : `&group_by=${group}`}`
    const reply = await call(`${path}?${query}`, {
      method: row.method,
      ...(row.body && { body: bodies[name as EndpointName] ?? {} }),
    })
    if (reply.status !== row.status) throw new Error(`${answerName} answered ${reply.status}`)
    const value = await reply.json()
    if (row.rows !== undefined) value[row.rows].length = 1
    const schema = group === undefined ? row.response : row.grouped?.[group]
    documents.set(answerName, { schema: schema as z.ZodType, value })
  }
  store.close()
})
const documentOf = (name: string): Document => {
  const found = documents.get(name)
  if (found === undefined) throw new Error(`there is no answer of ${name}`)
  return found
}

// What every object has already, and what a careless copy would trip over.
const awkwardNames = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '', '0', 'length', 'then', 'toJSON']
const memberName = fc
  .oneof(fc.constantFrom(...awkwardNames), fc.string(), fc.string({ unit: 'binary' }))
  .filter((name) => name !== '__proto__')
const extras = fc.array(fc.tuple(memberName, fc.jsonValue({ maxDepth: 2 })), { minLength: 1, maxLength: 4 })

const add = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

test.each(answerNames)('unknown members of %s survive at every level', (name) => {
  const { schema, value } = documentOf(name)
  const levels = [...placesOf(schema, value)].length
  expect(levels).toBeGreaterThan(0)
  fc.assert(
    fc.property(fc.array(extras, { minLength: 1, maxLength: 5 }), (choices) => {
      const grown = structuredClone(value)
      let at = 0
      for (const place of [...placesOf(schema, grown)]) {
        for (const [member, extra] of choices[at % choices.length] ?? []) {
          if (place.members === undefined) {
            // A map takes any name, and its values share a shape.
            const [sample] = Object.values(place.value)
            if (sample !== undefined) add(place.value, member, structuredClone(sample))
          } else if (!place.members.includes(member)) add(place.value, member, extra)
        }
        at += 1
      }
      const before = structuredClone(grown)
      const after = schema.parse(grown)
      return isDeepStrictEqual(after, before) && isDeepStrictEqual(JSON.parse(JSON.stringify(after)), jsonOf(before))
    }),
    { numRuns: tries(25) },
  )
})

const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test.each(answerNames)('a member named __proto__ anywhere in %s changes no prototype', (name) => {
  const { schema, value } = documentOf(name)
  const grown = structuredClone(value)
  const poison = JSON.parse('{"polluted": true}')
  for (const place of [...placesOf(schema, grown)])
    if (place.members !== undefined) add(place.value, '__proto__', poison)
  const after = schema.parse(grown)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  for (const place of placesOf(schema, after)) {
    expect(Object.getPrototypeOf(place.value)).toBe(Object.prototype)
    expect(place.value.polluted).toBeUndefined()
  }
})

test('a day exists in the calendar and has two digits each', () => {
  for (const day of ['2026-01-14', '2028-02-29', '2026-12-31', '2000-02-29']) expect(Day.parse(day)).toBe(day)
  const others = ['2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '2027-02-29', '1900-02-29']
  const notEven = [
    '2026-1-14',
    '26-01-14',
    '2026/01/14',
    '20260114',
    '2026-01-14T00:00:00Z',
    ' 2026-01-14',
    '',
    20260114,
  ]
  for (const text of [...others, ...notEven]) expect(Day.safeParse(text).success, String(text)).toBe(false)
})

const days = { startDate: '2026-10-01', endDate: '2026-10-02' }
const uuid = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'
test.each([
  ['users', UsersQuery, { limit: 1 }, true],
  ['users', UsersQuery, { limit: 100 }, true],
  ['users', UsersQuery, { limit: 0 }, false],
  ['users', UsersQuery, { limit: 101 }, false],
  ['users', UsersQuery, { limit: 1.5 }, false],
  ['users', UsersQuery, { cursor: '' }, false],
  ['history', ControlsHistoryQuery, { limit: 1 }, true],
  ['history', ControlsHistoryQuery, { limit: 100 }, true],
  ['history', ControlsHistoryQuery, { limit: 0 }, false],
  ['history', ControlsHistoryQuery, { limit: 101 }, false],
  ['reports', ReadinessQuery, { limit: 1 }, true],
  ['reports', ReadinessQuery, { limit: 1_000_000 }, true],
  ['reports', ReadinessQuery, { limit: 0 }, false],
  ['reports', ReadinessQuery, { limit: -1 }, false],
  ['reports', ReadinessQuery, { limit: 2.5 }, false],
  ['computer', ComputerUpdate, {}, true],
  ['computer', ComputerUpdate, { name: 'x' }, true],
  ['computer', ComputerUpdate, { name: 'x'.repeat(63) }, true],
  ['computer', ComputerUpdate, { name: '' }, false],
  ['computer', ComputerUpdate, { name: 'x'.repeat(64) }, false],
  ['computer', ComputerUpdate, { remoteUser: 'x'.repeat(63) }, true],
  ['computer', ComputerUpdate, { remoteUser: '' }, false],
  ['computer', ComputerUpdate, { remoteUser: 'x'.repeat(64) }, false],
  ['computer', ComputerUpdate, { hostId: uuid }, true],
  ['computer', ComputerUpdate, { hostId: `${uuid}0` }, false],
] as [string, z.ZodType, object, boolean][])('the limits of %s hold at their edges', (name, schema, given, isTaken) => {
  const request = name === 'users' ? { ...days, ...given } : given
  expect(schema.safeParse(request).success, JSON.stringify(given)).toBe(isTaken)
})

test('each of the nine hook events needs its name alone', () => {
  expect(HOOK_EVENTS).toHaveLength(9)
  for (const hook_event_name of HOOK_EVENTS) expect(HookEvent.parse({ hook_event_name })).toEqual({ hook_event_name })
})

test('a hook event of an unknown name, or of none, is refused', () => {
  for (const hook_event_name of ['preToolUse', 'Stop ', 'SessionStop', '', 'toString', '__proto__', null, undefined, 7])
    expect(HookEvent.safeParse({ hook_event_name }).success, String(hook_event_name)).toBe(false)
  for (const input of [{}, [], null, 'Stop']) expect(HookEvent.safeParse(input).success).toBe(false)
})

test('hook events keep members that nobody described', () => {
  for (const hook_event_name of HOOK_EVENTS) {
    const input = { hook_event_name, cwd: '/w', constructor: 1, toString: 'x', future: { deep: [1] } }
    expect(isDeepStrictEqual(HookEvent.parse(input), input), hook_event_name).toBe(true)
  }
})

test('hook settings take groups under the names of events only', () => {
  const group = {
    hooks: [{ type: 'command', command: 'qd hooks notify', timeout: 5, later: 1 }],
    matcher: '*',
    later: 1,
  }
  expect(HookGroups.parse({ Stop: [group], PreToolUse: [] })).toEqual({ Stop: [group], PreToolUse: [] })
  expect(HookGroups.safeParse({ Stopped: [group] }).success).toBe(false)
  expect(HookGroups.safeParse({ Stop: [{ hooks: [{ type: 'shell', command: 'x' }] }] }).success).toBe(false)
})
