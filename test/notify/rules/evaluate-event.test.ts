import { expect, test } from 'vitest'
import type { NotifierSettings, RuleSettings } from '../../../src/config/notifier/notifier-schema.ts'
import { HOOK_EVENTS, HookEvent } from '../../../src/contract/hooks.ts'
import { applyTemplate } from '../../../src/notify/event/message.ts'
import { type Level, noticeOf } from '../../../src/notify/event/notice.ts'
import { eventMember, parseEvent } from '../../../src/notify/event/parse-event.ts'
import { sampleEvent } from '../../../src/notify/event/samples.ts'
import { evaluateEvent, repeatKey } from '../../../src/notify/rules/evaluate-event.ts'
import { addToSummary, emptyMemory, type Memory, summaryNotice } from '../../../src/notify/rules/memory.ts'
import { message } from '../../helpers/channel.ts'
import { NOW } from '../../helpers/demos.ts'

const stop: HookEvent = { hook_event_name: 'Stop', session_id: 's1', cwd: '/home/me/work/shop' }

const evaluate = (event: HookEvent, settings: NotifierSettings = {}, memory: Memory = emptyMemory(), at = NOW) =>
  evaluateEvent(event, { settings, channels: ['a', 'b'], memory, at, key: 'k', home: '/home/me' })
const outcomeOf = (event: HookEvent, settings: NotifierSettings) => evaluate(event, settings).is

test('without a rule, waiting agents, finished tasks and ended sessions are sent, and nothing else', () => {
  const byDefault = HOOK_EVENTS.filter((name) => evaluate(sampleEvent(name, '/work')).is === 'accepted')
  expect(byDefault).toEqual(['Notification', 'Stop', 'SessionEnd'])
  expect(evaluate(sampleEvent('SubagentStop', '/work'))).toEqual({
    is: 'ignored',
    why: 'SubagentStop needs a rule to notify',
  })
})

const waits = (fields: object): HookEvent => ({ hook_event_name: 'Notification', message: 'm', ...fields })
const ends = (reason: string): HookEvent => ({ hook_event_name: 'SessionEnd', reason })
test.each([
  ['an end after an error', [ends('error'), ends('other')], { title: 'Session ended abnormally', level: 'problem' }],
  ['a normal end', ['clear', 'logout', 'prompt_input_exit'].map(ends), { title: 'Session ended', level: 'info' }],
  ['a sign-in', [waits({ notification_type: 'auth_success' })], { title: 'Agent signed in', text: 'm', level: 'info' }],
  [
    'an agent that waits',
    [waits({}), waits({ notification_type: 'idle_prompt' }), waits({ notification_type: 'new_one' })],
    { title: 'Agent needs input', text: 'm', level: 'attention' },
  ],
  ['an empty message', [waits({ message: ' ' })], { text: 'The agent is waiting for your answer.' }],
])('the notice of %s has its title, text and level', (_, events, notice) => {
  for (const event of events) expect(noticeOf(event)).toMatchObject(notice)
})

test.each(HOOK_EVENTS)('every member of %s can be used in a rule and in a template', (name) => {
  const schema = HookEvent.options.find(({ shape }) => shape.hook_event_name.value === name)
  const members = Object.keys(schema?.shape ?? {})
  expect(members).toEqual(expect.arrayContaining(['hook_event_name', 'session_id', 'cwd', 'transcript_path']))
  const filled = Object.fromEntries(members.map((member) => [member, `value of ${member}`]))
  const odd = { session_duration_ms: 5, message_count: 7, stop_hook_active: true, hook_event_name: name }
  const parsed = parseEvent(
    JSON.stringify({ ...filled, ...Object.fromEntries(Object.entries(odd).filter(([key]) => key in filled)) }),
  )
  if (parsed.is !== 'event') throw new Error(parsed.why)
  for (const member of members) {
    const value = eventMember(parsed.event, member) ?? ''
    expect(value, member).not.toBe('')
    const rules = [{ where: { [member]: `${value.slice(0, 3)}*` }, channels: ['b'] }]
    expect(evaluate(parsed.event, { rules }), member).toMatchObject({ is: 'accepted', channels: ['b'] })
    expect(
      outcomeOf(parsed.event, {
        rules: [{ where: { [member]: 'something else' }, channels: ['b'] }, { notify: false }],
      }),
    ).toBe('ignored')
    const { title } = applyTemplate({ title: `<{${member}}>` }, message({ event: parsed.event }))
    expect(title).toBe(`<${value}>`)
  }
})

test('members of a wrong type are dropped from an event, and inherited names are not members', () => {
  const parsed = parseEvent(
    '{"hook_event_name":"Notification","message":{"a":1},"session_id":7,"cwd":"/x","other":[1],"__proto__":{"x":"evil"}}',
  )
  if (parsed.is !== 'event') throw new Error(parsed.why)
  expect(parsed.event).toMatchObject({ hook_event_name: 'Notification', cwd: '/x', other: [1] })
  expect(Object.keys(parsed.event).sort()).toEqual(['__proto__', 'cwd', 'hook_event_name', 'other'])
  for (const path of ['constructor.name', 'toString', 'x', '__proto__.constructor'])
    expect(eventMember(parsed.event, path)).toBeUndefined()
})

test.each([
  ['/home/me/work', 'accepted'],
  ['/home/me/work/', 'accepted'],
  ['~/work', 'accepted'],
  ['~', 'accepted'],
  ['/', 'accepted'],
  ['*/work', 'accepted'],
  ['/home/me/work/shop', 'accepted'],
  ['/home/me/wor', 'ignored'],
  ['/home/me/work/shop/deeper', 'ignored'],
  ['~/other', 'ignored'],
])('a rule for the folder %s: a session in ~/work/shop is %s', (folder, is) => {
  expect(outcomeOf(stop, { rules: [{ folder }, { notify: false }] })).toBe(is)
})

test('every printable character except the asterisk is literal in a folder and in a member of a rule', () => {
  for (const sign of Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))) {
    const [folder, other] = [`/w/a${sign}b`, '/w/a_-b']
    const outcome = (rule: RuleSettings, cwd: string) =>
      outcomeOf({ ...stop, cwd }, { rules: [rule, { notify: false }] })
    for (const rule of [{ folder }, { where: { cwd: folder } }]) {
      expect([sign, outcome(rule, folder)]).toEqual([sign, 'accepted'])
      expect([sign, outcome(rule, other)]).toEqual([sign, sign === '*' ? 'accepted' : 'ignored'])
    }
  }
})

test('the first matching rule applies, whether it matches by event, reason or member, or has no condition', () => {
  const rules: NotifierSettings['rules'] = [
    { events: ['SessionEnd'], reasons: ['error'], channels: ['b'] },
    { events: ['SessionEnd'], notify: false },
    { events: ['PreToolUse'], where: { 'tool_input.command': 'RM *' } },
  ]
  const end = (reason: string): HookEvent => ({ hook_event_name: 'SessionEnd', reason })
  expect(evaluate(end('error'), { rules })).toMatchObject({ is: 'accepted', channels: ['b'], why: 'rule 1 applies' })
  expect(evaluate(end('clear'), { rules })).toEqual({ is: 'ignored', why: 'rule 2 applies' })
  expect(outcomeOf({ hook_event_name: 'PreToolUse', tool_input: { command: 'rm -rf x' } }, { rules })).toBe('accepted')
  expect(outcomeOf({ hook_event_name: 'PreToolUse', tool_input: { command: 'ls' } }, { rules })).toBe('ignored')
  expect(evaluate(stop, { rules: [{ channels: ['gone'] }] })).toEqual({
    is: 'suppressed',
    why: 'rule 1 names only unknown channels: gone',
  })
})

test('the event of a turn that is too short is suppressed, and that of a turn of unknown length is sent', () => {
  const rules = [{ minTurnSeconds: 30 }]
  const after = (ms: number) => evaluate(stop, { rules }, { ...emptyMemory(), turns: { s1: NOW - ms } }).is
  expect([after(29_999), after(30_000), evaluate(stop, { rules }).is]).toEqual(['suppressed', 'accepted', 'accepted'])
  const end = (ms: number): HookEvent => ({ hook_event_name: 'SessionEnd', session_duration_ms: ms })
  expect([outcomeOf(end(1000), { rules }), outcomeOf(end(60_000), { rules })]).toEqual(['suppressed', 'accepted'])
})

test.each([
  ['2026-07-01T20:14:00Z', 'accepted'],
  ['2026-07-01T20:15:00Z', 'suppressed'],
  ['2026-07-01T20:30:00Z', 'suppressed'],
  ['2026-07-02T04:59:00Z', 'suppressed'],
  ['2026-07-02T05:00:00Z', 'accepted'],
  ['2026-01-01T20:30:00Z', 'accepted'],
  ['2026-01-01T21:30:00Z', 'suppressed'],
])('quiet hours from 22:15 to 07:00 in Berlin: an event at %s is %s', (time, is) => {
  const quietHours = { from: '22:15', to: '07:00', timeZone: 'Europe/Berlin' }
  for (const settings of [{ quietHours }, { rules: [{ quietHours }] }])
    expect(evaluate(stop, settings, emptyMemory(), Date.parse(time)).is).toBe(is)
})

test('equal events within 10 s are sent once, different events all', () => {
  const memory = (at: number): Memory => ({ ...emptyMemory(), sent: [{ id: '1', key: 'k', at, rule: undefined }] })
  expect([9_999, 10_000].map((ms) => evaluate(stop, {}, memory(NOW - ms)).is)).toEqual(['duplicate', 'accepted'])
  const key = (event: HookEvent) => repeatKey(event, noticeOf(event))
  const ask = (more: object) => key({ hook_event_name: 'Notification', session_id: 's1', message: 'May I?', ...more })
  expect(ask({})).toBe(ask({ transcript_path: '/other' }))
  expect(new Set([ask({}), ask({ session_id: 's2' }), ask({ message: 'And now?' }), key(stop)]).size).toBe(4)
})

test('events over the rate limit per minute are counted for one summary', () => {
  const memory = (count: number, ageMs = 30_000): Memory => ({
    ...emptyMemory(),
    sent: Array.from({ length: count }, (_, at) => ({ id: `${at}`, key: `${at}`, at: NOW - ageMs, rule: 0 })),
  })
  expect([19, 20].map((count) => evaluate(stop, {}, memory(count)).is)).toEqual(['accepted', 'summarised'])
  expect(evaluate(stop, {}, memory(20, 60_000)).is).toBe('accepted')
  expect(evaluate(stop, { perMinute: 3 }, memory(3)).is).toBe('summarised')
  expect(evaluate(stop, { rules: [{ perMinute: 2 }] }, memory(2)).is).toBe('summarised')
  expect(evaluate(stop, { rules: [{ notify: true }, { perMinute: 2 }] }, memory(2)).is).toBe('accepted')

  const notices = ['a Task finished', 'b Task finished', 'b Task finished', 'c constructor']
  const after = notices.reduce(
    (before, text) => addToSummary(before, text.slice(0, 1), { title: text.slice(2), level: 'info' }, ['a'], NOW),
    memory(20),
  )
  expect(after.summed).toMatchObject({ due: NOW + 30_000, channels: ['a'] })
  expect(summaryNotice(after.summed as NonNullable<Memory['summed']>)).toEqual({
    title: '3 more within a minute',
    text: '2 × Task finished\n1 × constructor',
    level: 'info',
  })
  expect(evaluate(stop, {}, { ...after, sent: [] }).is).toBe('summarised')

  // A summary has the highest level of its messages.
  const levelAfter = (...levels: Level[]) =>
    summaryNotice(
      levels.reduce(
        (before, level, at) => addToSummary(before, `${at}`, { title: 'x', level }, ['a'], NOW),
        emptyMemory(),
      ).summed as NonNullable<Memory['summed']>,
    ).level
  expect(levelAfter('info', 'attention', 'info')).toBe('attention')
  expect(levelAfter('attention', 'problem', 'info')).toBe('problem')
})
