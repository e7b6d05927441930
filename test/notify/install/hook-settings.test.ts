import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOOK_EVENTS, HookGroups } from '../../../src/contract/hooks.ts'
import {
  addHooks,
  hookConfiguration,
  installedEvents,
  removeHooks,
  wantedEvents,
} from '../../../src/notify/install/hook-settings.ts'
import { forMany } from '../../helpers/for-all.ts'

const other = { hooks: [{ type: 'command', command: 'echo qd hooks notifyx', timeout: 3 }], matcher: 'Execute' }

/** Settings of both shapes, with events below `hooks` or at the top level; some have hooks of other programs. */
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

/** Formatters for different layouts. */
const layouts: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => `${JSON.stringify(value, undefined, 2)}\n`,
  (value) => `${JSON.stringify(value, undefined, '\t')}\n\n`,
  (value) => `\uFEFF${JSON.stringify(value, undefined, 4).replaceAll('\n', '\r\n')}\r\n`,
  (value) => ` ${JSON.stringify(value).replaceAll(/[,:{[]/g, '$& ')}`,
]
const read = (text: string) => JSON.parse(text.replace('\uFEFF', ''))
const hasEmpty = (value: unknown): boolean => JSON.stringify(value) === '{}'

test('uninstalling restores the file byte for byte, in both shapes and any layout', () => {
  forMany(500, settings, events, fc.constantFrom(...layouts), (before, wanted, layout) => {
    const text = layout(before)
    const next = addHooks(wanted)(text)
    const after = read(next)
    expect(installedEvents(after)).toEqual(HOOK_EVENTS.filter((event) => wanted.includes(event)))
    expect(addHooks(wanted)(next)).toBe(next)
    const own = 'hooks' in after ? after.hooks : after
    expect(HookGroups.safeParse(own).success || 'model' in before).toBe(true)
    expect(removeHooks(next)).toBe(hasEmpty(before) ? text.replace(/\{\s*\}/, '{}') : text)
    // A file with CRLF gets no other line endings.
    if (text.includes('\r\n')) expect(next).not.toMatch(/[^\r]\n/)
  })
})

test('numbers, duplicate members, escapes, order and layout of other settings stay unchanged', () => {
  const text = `{
    "big": 9007199254740993, "huge": 1e400, "small": 1.0e-400, "-0": -0.0,
    "twice": 1, "twice": 2,   "text": "\\u0041\\ud800\\/",
    "hooks": { "Stop": [ {"matcher": 1.50, "hooks": [{"command": "mine", "n": 12345678901234567890}]} ] },
    "2": 0, "1": {  }
}
`
  const next = addHooks(['Stop', 'SessionEnd'])(text)
  const ours = '{"hooks":[{"type":"command","command":"qd hooks notify","timeout":5}]}'
  const [head, tail] = text.split(/(?<="n": 12345678901234567890\}\]\}) \] \}/)
  expect(next).toBe(`${head}, ${ours} ], "SessionEnd":[${ours}] }${tail}`)
  expect(removeHooks(next)).toBe(text)
  const bare = '{"a":1,"a":2,"Stop":[]}'
  expect(removeHooks(addHooks(['Stop'])(bare))).toBe('{"a":1,"a":2}')
  const mixed = text.replace('"n": 12345678901234567890}', '$&, {"command": "qd hooks notify"}')
  expect(removeHooks(mixed)).toBe(text)
})

test.each([
  ['', '{\n  "hooks": {\n    "Stop": [\n'],
  ['\uFEFF', '\uFEFF{\n  "hooks": {\n'],
  ['{}', '{\n  "hooks": {\n'],
  ['{"a":1}', '{"a":1,"hooks":{"Stop":['],
  ['{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n'],
  ['{\n   "hooks": {}\n}', '{\n   "hooks": {\n      "Stop": [\n         {\n'],
])('hooks added to %j get the layout of the file', (text, start) => {
  expect(addHooks(['Stop'])(text).startsWith(start)).toBe(true)
})

test.each([
  'qd hooks notify',
  '/usr/local/bin/quarterdeck hooks notify',
  'node "/opt/my tools/qd.js" hooks notify',
  'C:\\x\\qd.cmd hooks  notify',
])('%s is detected as ours, also in a group with other hooks', (command) => {
  const mixed = { hooks: [{ type: 'command', command }, ...other.hooks], matcher: 'x' }
  expect(installedEvents({ Stop: [mixed] })).toEqual(['Stop'])
  expect(read(removeHooks(JSON.stringify({ Stop: [mixed] })))).toEqual({ Stop: [{ ...mixed, hooks: other.hooks }] })
})

test.each([
  ['// comment\n{}', 'is not strict JSON'],
  ['[]', 'is not a JSON object'],
  ['{"hooks":[]}', 'has hooks that are not a JSON object'],
  ['{"hooks":{"Stop":{}}}', 'has a Stop that is not a list'],
  ['{"hooks":{"Stop":[1]},"hooks":{}}', 'has "hooks" twice: remove one'],
  ['{"hooks":{"Stop":[1],"Stop":[]}}', 'has "Stop" twice: remove one'],
])('a file with %j is rejected', (text, why) => {
  expect(() => addHooks(['Stop'])(text)).toThrow(why)
})

test('an error names what to do by hand: paste the hooks, or remove them', () => {
  const text = '// comment\n{}'
  expect(() => addHooks(['Stop'])(text)).toThrow('Paste the output of qd hooks print-settings into it')
  expect(() => removeHooks(text)).toThrow(/strict JSON\. Remove the hooks whose command is qd hooks notify yourself$/)
})

test('the events that rules use are hooked, and prompts if a rule has a minimum turn length', () => {
  expect(wantedEvents({})).toEqual(['Notification', 'Stop', 'SessionEnd'])
  expect(read(addHooks(['Stop'])('{}'))).toEqual(hookConfiguration(['Stop']))
  const rules = [
    { events: ['SubagentStop' as const] },
    { events: ['PreToolUse' as const], notify: false },
    { events: ['Stop' as const], minTurnSeconds: 60 },
  ]
  expect(wantedEvents({ rules })).toEqual(['Notification', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'SessionEnd'])
})
