import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ComputerUpdate } from '../../src/contract/computers.ts'
import { ControlsHistoryQuery } from '../../src/contract/controls.ts'
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts'
import { HOOK_EVENTS, HookEvent, HookGroups } from '../../src/contract/hooks.ts'
import { UsersQuery } from '../../src/contract/per-user-rows.ts'
import { ReadinessQuery } from '../../src/contract/readiness.ts'

/** The schema of each answer, and of each of its groupings. */
const answers = Object.entries<Endpoint>(endpoints).flatMap(([name, { response, grouped = {} }]) => [
  ...(response === 'archive' ? [] : [[name, response] as const]),
  ...Object.entries(grouped).map(([group, schema]) => [`${name} by ${group}`, schema] as const),
])

/** Paths to objects whose unknown members are dropped. */
const strictObjects = (schema: z.core.$ZodType): string[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return strictObjects(schema.unwrap())
  if (schema instanceof z.ZodArray) return strictObjects(schema.element)
  if (schema instanceof z.ZodRecord) return strictObjects(schema.valueType)
  if (!(schema instanceof z.ZodObject)) return []
  const inside = Object.entries(schema.shape).flatMap(([name, member]) =>
    strictObjects(member as z.core.$ZodType).map((path) => `${name}.${path}`),
  )
  return schema.def.catchall instanceof z.ZodUnknown ? inside : ['', ...inside]
}

test.each(answers)('%s keeps unknown members at every level', (_, schema) => {
  expect(strictObjects(schema)).toEqual([])
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
  ['history', ControlsHistoryQuery, { limit: 100 }, true],
  ['history', ControlsHistoryQuery, { limit: 0 }, false],
  ['history', ControlsHistoryQuery, { limit: 101 }, false],
  ['reports', ReadinessQuery, { limit: 1_000_000 }, true],
  ['reports', ReadinessQuery, { limit: 0 }, false],
  ['reports', ReadinessQuery, { limit: 2.5 }, false],
  ['computer', ComputerUpdate, {}, true],
  ['computer', ComputerUpdate, { name: 'x'.repeat(63), remoteUser: 'x'.repeat(63), hostId: uuid }, true],
  ['computer', ComputerUpdate, { name: '' }, false],
  ['computer', ComputerUpdate, { name: 'x'.repeat(64) }, false],
  ['computer', ComputerUpdate, { remoteUser: '' }, false],
  ['computer', ComputerUpdate, { remoteUser: 'x'.repeat(64) }, false],
  ['computer', ComputerUpdate, { hostId: `${uuid}0` }, false],
] as [string, z.ZodType, object, boolean][])('the limits of %s hold at their edges', (name, schema, given, isTaken) => {
  const request = name === 'users' ? { ...days, ...given } : given
  expect(schema.safeParse(request).success, JSON.stringify(given)).toBe(isTaken)
})

test('a hook event requires only its name, and keeps undocumented members', () => {
  expect(HOOK_EVENTS).toHaveLength(9)
  for (const hook_event_name of HOOK_EVENTS) {
    const input = { hook_event_name, constructor: 1, toString: 'x', future: { deep: [1] } }
    expect(HookEvent.parse({ hook_event_name })).toEqual({ hook_event_name })
    expect(isDeepStrictEqual(HookEvent.parse(input), input), hook_event_name).toBe(true)
  }
})

test('a hook event without a known name is refused', () => {
  for (const hook_event_name of ['preToolUse', 'Stop ', 'SessionStop', '', 'toString', '__proto__', null, undefined, 7])
    expect(HookEvent.safeParse({ hook_event_name }).success, String(hook_event_name)).toBe(false)
  for (const input of [{}, [], null, 'Stop']) expect(HookEvent.safeParse(input).success).toBe(false)
})

test('hook settings have groups under the names of events only', () => {
  const group = {
    hooks: [{ type: 'command', command: 'qd hooks notify', timeout: 5, later: 1 }],
    matcher: '*',
    later: 1,
  }
  expect(HookGroups.parse({ Stop: [group], PreToolUse: [] })).toEqual({ Stop: [group], PreToolUse: [] })
  expect(HookGroups.safeParse({ Stopped: [group] }).success).toBe(false)
  expect(HookGroups.safeParse({ Stop: [{ hooks: [{ type: 'shell', command: 'x' }] }] }).success).toBe(false)
})
