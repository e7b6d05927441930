import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOOK_EVENTS, HookGroups } from '../../../src/contract/hooks.ts'
import {
  hookConfiguration,
  hookSettingsText,
  installedEvents,
  parseHookSettings,
  wantedEvents,
  withHooks,
  withoutHooks,
} from '../../../src/notify/install/hook-settings.ts'
import { tries } from '../../helpers/tries.ts'

const other = { hooks: [{ type: 'command', command: 'echo qd hooks notifyx', timeout: 3 }], matcher: 'Execute' }

/** Settings of both shapes, hooks of others among them. */
const groups = fc.dictionary(
  fc.constantFrom(...HOOK_EVENTS),
  fc.array(fc.constant(other), { minLength: 1, maxLength: 2 }),
)
const settings = fc.oneof(
  fc.record({
    hooks: groups.filter((own) => Object.keys(own).length > 0),
    model: fc.jsonValue(),
    env: fc.constant({ A: '1' }),
  }),
  fc.dictionary(fc.constantFrom('model', 'env', 'x'), fc.jsonValue()),
  groups.filter((own) => Object.keys(own).length > 0),
)
const events = fc.subarray([...HOOK_EVENTS], { minLength: 1 })

test('what was written in is taken out again, and all else stays, in both shapes', () => {
  fc.assert(
    fc.property(settings, events, (before, wanted) => {
      const text = hookSettingsText(before, '')
      const read = parseHookSettings(text)
      const after = withHooks(read, wanted)
      expect(installedEvents(after)).toEqual(HOOK_EVENTS.filter((event) => wanted.includes(event)))
      expect(withHooks(after, wanted)).toEqual(after)
      const own = 'hooks' in after ? after.hooks : after
      expect(HookGroups.safeParse(own).success || 'model' in before).toBe(true)
      expect(hookSettingsText(withoutHooks(after), text)).toBe(text)
    }),
    { numRuns: tries(300) },
  )
})

test('hooks are added behind those of others, with a short timeout', () => {
  expect(withHooks({ Stop: [other] }, ['Stop'])).toEqual({
    Stop: [other, { hooks: [{ type: 'command', command: 'qd hooks notify', timeout: 5 }] }],
  })
  expect(withHooks({}, ['Stop'])).toEqual(hookConfiguration(['Stop']))
})

test.each([
  'qd hooks notify',
  '/usr/local/bin/quarterdeck hooks notify',
  'node "/opt/my tools/qd.js" hooks notify',
  'C:\\x\\qd.cmd hooks  notify',
])('%s is known as ours, in a group with others too', (command) => {
  const mixed = { hooks: [{ type: 'command', command }, ...other.hooks], matcher: 'x' }
  expect(installedEvents({ Stop: [mixed] })).toEqual(['Stop'])
  expect(withoutHooks({ Stop: [mixed] })).toEqual({ Stop: [{ ...mixed, hooks: other.hooks }] })
})

test.each([
  ['// comment\n{}', 'is not plain JSON'],
  ['[]', 'holds no JSON object'],
  ['{"hooks":[]}', 'has hooks that are no JSON object'],
  ['{"hooks":{"Stop":{}}}', 'has a Stop that is no list'],
])('a file with %j is left alone', (text, why) => {
  expect(() => parseHookSettings(text)).toThrow(why)
})

test('hooked are the events that the rules have a use for, with the prompt where turns are measured', () => {
  expect(wantedEvents({})).toEqual(['Notification', 'Stop', 'SessionEnd'])
  const rules = [
    { events: ['SubagentStop' as const] },
    { events: ['PreToolUse' as const], tell: false },
    { events: ['Stop' as const], leastTurnSeconds: 60 },
  ]
  expect(wantedEvents({ rules })).toEqual(['Notification', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'SessionEnd'])
})
