import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppError } from '../../../src/base/errors.ts'
import { withoutComments } from '../../../src/base/json-edit.ts'
import { loadPreferences } from '../../../src/config/profiles/choose-profile.ts'
import { editedConfig } from '../../../src/config/profiles/config-edit.ts'
import { changeConfig, putProfile, readConfig, undoConfigChange } from '../../../src/config/profiles/config-file.ts'
import { type Config, configJsonSchema } from '../../../src/config/profiles/config-schema.ts'
import { forMany } from '../../helpers/for-all.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'

const put = (text: string): string => {
  const path = join(makeFolder(), 'config.json')
  writeFileSync(path, text)
  return path
}

/** The folder for XDG_CONFIG_HOME with this configuration. */
const asConfigHome = (text: string): string => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'))
  writeFileSync(join(home, 'quarterdeck', 'config.json'), text)
  return home
}

const acme = { baseUrl: 'https://api.example.com', appUrl: 'https://app.example.com' }

test('a missing file is an empty configuration, and a byte order mark is allowed', () => {
  expect(readConfig(join(makeFolder(), 'none', 'config.json'))).toEqual({})
  expect(readConfig(put('\uFEFF{"profile": "acme"}'))).toEqual({ profile: 'acme' })
})

test('a replaced profile keeps its unknown members and limits, but no address, helper or key place that it no longer has', () => {
  const old = { ...acme, helper: ['pass'], readOnly: true, peopleAutoload: 0, other: 1 }
  const path = put(JSON.stringify({ profiles: { acme: old } }))
  const fields = { appUrl: undefined, helper: undefined, keyIn: undefined, isReadOnly: false }
  expect(putProfile(path, 'acme', { ...fields, baseUrl: 'https://new.example' })).toBe(true)
  expect(readConfig(path).profiles).toEqual({ acme: { peopleAutoload: 0, other: 1, baseUrl: 'https://new.example' } })
  expect(putProfile(path, 'second', { ...fields, ...acme, keyIn: 'file', isReadOnly: true })).toBe(false)
  expect(readConfig(path).profiles?.second).toEqual({ ...acme, keyIn: 'file', readOnly: true })
})

const SECRET = 'hunter2-hunter2'
test.each([
  ['{\n  "profile": "acme",\n}', 'line 3', 'invalid JSON: '],
  [`{\n  "profile": "${SECRET}`, 'line 2', 'invalid JSON: '],
  [`{\n  "key": ${SECRET}\n}`, 'line 2', 'invalid JSON: '],
  ['', 'line 1', 'invalid JSON: '],
  ['[]', 'line 1', 'the file is missing or invalid; it must be an object'],
  ['{"profile": "a",\n"theme": "pink"}', 'line 2', 'theme must be one of "auto", "dark", "light", "contrast", "mono"'],
  ['{\n"profiles": {\n"acme": {}}}', 'line 3', 'profiles.acme.baseUrl is missing'],
  [
    `{"profiles": {\n"a": {"baseUrl": "https://a.example"},\n"b": {\n"x": [{"baseUrl": 1}, "]"],\n"baseUrl": "https://u:${SECRET}@b.example"}}}`,
    'line 5',
    'profiles.b.baseUrl contains a user name or password; remove it',
  ],
  ['{"profiles": {\n"a": {"baseUrl": "http://a.example"}}}', 'line 2', 'profiles.a.baseUrl is http://a.example, which'],
  [
    '{"profiles": {\n\n"A b": {"baseUrl": "https://a.example"}}}',
    'line 3',
    'profiles.A b must have up to 63 lower-case letters',
  ],
  ['{"profiles": {"demo": {"baseUrl": "https://a.test"}}}', 'line 1', 'profiles.demo is the name of the demo profile'],
  [
    '{"profiles": {"a": {"baseUrl": "https://a.example",\n"helper": "pass show"}}}',
    'line 2',
    'profiles.a.helper is missing or invalid; it must be a list',
  ],
  ['{"profiles": {"a": {"baseUrl":"https://a.test","helper":[]}}}', 'line 1', 'profiles.a.helper must not be empty.'],
  [
    '{"profiles": {"a": {"baseUrl": "https://a.test",\n"peopleAutoload": -1}}}',
    'line 2',
    'profiles.a.peopleAutoload must be an integer of at least 0.',
  ],
  [
    '{"profiles": {"a": {"baseUrl":"https://a.test","peopleAutoload":1.5}}}',
    'line 1',
    'must be an integer of at least 0',
  ],
  ['{"hooks": {\n"channels": {"A b": {"kind": "desktop"}}}}', 'line 2', 'must be a channel name'],
  [
    '{"hooks": {"channels": {"a": {\n"kind": "chat", "urlFrom": "AWS_SECRET_ACCESS_KEY"}}}}',
    'line 2',
    'must be a variable name that begins with QUARTERDECK_',
  ],
  [
    '{"hooks": {\n"quietHours": {"from": "25:00", "to": "07:00"}}}',
    'line 2',
    'hooks.quietHours.from must be a time of day like 22:30.',
  ],
  ['{"hooks": {"quietHours": {"from":"22:00","to":"07:00",\n"timeZone": "Berlin"}}}', 'line 2', 'must be a time zone'],
  ['{"hooks": {"quietHours": {"from": "22:00",\n"to": "22:00"}}}', 'line 2', 'must differ from "from"'],
  ['{"hooks": {\n"perMinute": 0}}', 'line 2', 'must be an integer of at least 1'],
  ['{"hooks": {"rules": [{\n"events": ["stop"]}]}}', 'line 2', 'must be one of "PreToolUse"'],
])('%j is rejected with file, line and member', async (text, line, words) => {
  const path = put(text)
  const error = await failureOf(() => readConfig(path))
  expect(error).toMatchObject({ name: 'AppError', kind: 'usage' })
  const [first = error.message] = (error as AppError).problems
  expect(first).toMatch(new RegExp(`^${path}, ${line}, column \\d+: `))
  expect(first).toContain(words)
  expect(inspect(error)).not.toContain(SECRET)
})

test('all problems are listed with line and column', async () => {
  const path = put('{\n"profiles": {"a": {}},\n"theme": "pink",\n  "mouse": 1,\n"profil": "a"}')
  expect(await failureOf(() => readConfig(path))).toMatchObject({
    message: `${path}, line 2, column 14: profiles.a.baseUrl is missing or invalid; it must be a string, as in "…", and 2 more problems.`,
    problems: [
      `${path}, line 2, column 14: profiles.a.baseUrl is missing or invalid; it must be a string, as in "…".`,
      `${path}, line 3, column 1: theme must be one of "auto", "dark", "light", "contrast", "mono".`,
      `${path}, line 4, column 3: mouse is missing or invalid; it must be true or false.`,
    ],
  })
  const many = Object.fromEntries(Array.from({ length: 103 }, (_, at) => [`p${at}`, {}]))
  const { problems } = (await failureOf(() => readConfig(put(JSON.stringify({ profiles: many }))))) as AppError
  expect([problems.length, problems.at(-1)]).toEqual([101, 'And 3 more.'])
})

test('a folder or a pipe in place of config.json is an error that names the path', async () => {
  const folder = makeFolder()
  const pipe = join(folder, 'config.json')
  execFileSync('mkfifo', [pipe])
  for (const path of [folder, pipe])
    expect((await failureOf(() => readConfig(path))).message).toBe(`${path} is not a file: rename or remove it.`)
})

test('a change keeps unknown members in their order, also __proto__, in a file for its owner alone', () => {
  const path = put(
    '{"$schema":"x","zeta":{"a":[1]},"__proto__":{"c":1},"profiles":{"old":{"baseUrl":"https://o.example","mine":true}}}',
  )
  chmodSync(path, 0o600)
  changeConfig(path, (config) => {
    config.profile = 'acme'
    config.profiles = { ...config.profiles, acme }
  })
  const after = readFileSync(path, 'utf8')
  expect(after).toContain('"__proto__":{"c":1}')
  expect(Object.keys(JSON.parse(after))).toEqual(['$schema', 'zeta', '__proto__', 'profiles', 'profile'])
  expect(JSON.parse(after)).toMatchObject({ zeta: { a: [1] }, profiles: { old: { mine: true }, acme } })
  const fresh = join(makeFolder(), 'deep', 'config.json')
  changeConfig(fresh, (config) => Object.assign(config, { profile: 'demo' }))
  expect(statSync(fresh).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(fresh))).toEqual(['config.json'])
})

const commented = `// My settings.
{
  "theme": "dark", // for the beamer
  /* Two organisations. */
  "profiles": {
    // The main one.
    "acme": { "baseUrl": "https://a.example" }, // ours
    "other": {
      "baseUrl": "https://o.example"
    }
  },
  "keys": { "usage.nextMeasure": "v" } // as in another program
}
`

test('a file with comments is read everywhere, and errors name its lines', async () => {
  const path = put(commented)
  expect(readConfig(path)).toMatchObject({ theme: 'dark', profiles: { acme: { baseUrl: 'https://a.example' } } })
  expect(await loadPreferences({ XDG_CONFIG_HOME: asConfigHome(commented) })).toMatchObject({ theme: 'dark' })
  const error = await failureOf(() => readConfig(put(commented.replace('"dark"', '"pink"'))))
  expect(error.message).toContain('config.json, line 3, column 3: theme must be one of')
})

test.each<[title: string, change: (config: Config) => void, expected: (text: string) => string]>([
  [
    'a value',
    (config) => {
      config.theme = 'light'
    },
    (text) => text.replace('"dark"', '"light"'),
  ],
  [
    'a new member after the last one, whose comment stays',
    (config) => {
      config.mouse = true
    },
    (text) => text.replace('"v" } //', '"v" }, //').replace('program\n', 'program\n  "mouse": true\n'),
  ],
  [
    'a new profile',
    (config) => {
      config.profiles = { ...config.profiles, new: { baseUrl: 'https://n.example' } }
    },
    (text) => text.replace('    }\n  },', '    },\n    "new": {\n      "baseUrl": "https://n.example"\n    }\n  },'),
  ],
  [
    'a removed first member goes with the comment on its line',
    (config) => delete config.theme,
    (text) => text.replace('  "theme": "dark", // for the beamer\n', ''),
  ],
  [
    'a removed last member goes with the comma before it',
    (config) => delete config.keys,
    (text) => text.replace(/ {2}},\n {2}"keys".*\n/, '  }\n'),
  ],
  [
    'members that are removed and added at the end',
    (config) => {
      delete config.keys
      config.profile = 'acme'
    },
    (text) => text.replace(/ {2}"keys".*\n/, '  "profile": "acme"\n'),
  ],
  [
    'a key binding in an object on one line',
    (config) => {
      config.keys = { ...config.keys, 'lists.down': ['j', 'n'] }
    },
    (text) => text.replace('"v" }', '"v", "lists.down":["j","n"] }'),
  ],
])('a change keeps comments, order and indentation: %s', (_title, change, expected) => {
  for (const text of [commented, commented.replaceAll('\n', '\r\n'), `\uFEFF${commented}`]) {
    const path = put(text)
    changeConfig(path, change)
    const eol = text.includes('\r') ? '\r\n' : '\n'
    const wanted = expected(text.replaceAll('\r\n', '\n')).replaceAll('\n', eol)
    expect(readFileSync(path, 'utf8')).toBe(wanted)
  }
})

test('any change of any members has exactly that effect, in any layout', () => {
  const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'd e')
  const value = fc.oneof(fc.integer(), fc.string(), fc.constant([1, { x: 2 }]), fc.dictionary(name, fc.boolean()))
  const object = fc.dictionary(name, value, { noNullPrototype: true })
  const layout = fc.constantFrom<[unit: string, comment: string]>(
    ['', ''],
    ['  ', ''],
    ['\t', '// x'],
    ['    ', '/* y */'],
  )
  forMany(300, fc.tuple(object, object, layout), ([before, after, [unit, comment]]) => {
    const plain = JSON.stringify(before, undefined, unit)
    const text = comment === '' ? plain : plain.replaceAll(/,?$/gm, (end) => `${end} ${comment}`)
    const next = editedConfig(text, before, after)
    expect(JSON.parse(withoutComments(next ?? ''))).toEqual(after)
    const kept = Object.keys(before).filter((one) => Object.hasOwn(after, one))
    expect(Object.keys(JSON.parse(withoutComments(next ?? ''))).slice(0, kept.length)).toEqual(kept)
  })
})

test('a change is taken back exactly, unless the file has changed since', async () => {
  for (const text of [commented, undefined]) {
    const path = text === undefined ? join(makeFolder(), 'config.json') : put(text)
    const change = changeConfig(path, (config) => {
      config.theme = 'mono'
    })
    undoConfigChange(path, change)
    expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(text)
    const again = changeConfig(path, (config) => {
      config.theme = 'light'
    })
    writeFileSync(path, '{"theme": "contrast"}')
    const error = await failureOf(() => undoConfigChange(path, again))
    expect(error.message).toBe(`${path} was changed by another program, so nothing was written.`)
    expect(readFileSync(path, 'utf8')).toBe('{"theme": "contrast"}')
  }
})

test('a file that an editor changes during the change is not overwritten', async () => {
  const path = put('{}')
  const error = await failureOf(() => changeConfig(path, () => writeFileSync(path, '{"mouse": true}')))
  expect(error.message).toBe(`${path} was changed by another program, so nothing was written.`)
  expect(readFileSync(path, 'utf8')).toBe('{"mouse": true}')
})

test('a member that occurs twice is changed in both places, as programs disagree on which one counts', () => {
  const path = put('{"theme": "dark", "theme": "light"}')
  changeConfig(path, (config) => {
    config.theme = 'mono'
  })
  expect(readFileSync(path, 'utf8')).toBe('{"theme": "mono", "theme": "mono"}')
})

test('an invalid file is not changed, and no invalid change is written', async () => {
  const broken = put('{"profile": }')
  await failureOf(() => changeConfig(broken, () => {}))
  expect(readFileSync(broken, 'utf8')).toBe('{"profile": }')
  const whole = put('{}')
  const change = () => changeConfig(whole, (config) => Object.assign(config, { profiles: { acme: { baseUrl: 'x' } } }))
  expect((await failureOf(change)).message).toContain('profiles.acme.baseUrl is not an address')
  expect(readFileSync(whole, 'utf8')).toBe('{}')
})

test('if config.json is a link, it stays one, and its target keeps its mode', () => {
  const target = put('{"mine": 1}')
  chmodSync(target, 0o640)
  const path = join(makeFolder(), 'config.json')
  symlinkSync(target, path)
  changeConfig(path, (config) => {
    config.profile = 'acme'
  })
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ mine: 1, profile: 'acme' })
  expect(statSync(target).mode & 0o777).toBe(0o640)
})

test('a folder that other users can write to is refused for reading and changing, and gets no lock file', async () => {
  const path = put('{"profile": "acme"}')
  chmodSync(dirname(path), 0o777)
  const why = `other users can write to ${dirname(path)}; run chmod go-w on it.`
  expect(await failureOf(() => readConfig(path))).toMatchObject({
    kind: 'usage',
    message: `${path} is not trusted: ${why}`,
  })
  const change = await failureOf(() => changeConfig(path, () => {}))
  expect(change).toMatchObject({ kind: 'usage', message: `${path} was not changed: ${why}` })
  expect(readdirSync(dirname(path))).toEqual(['config.json'])
})

test('the target of a link is checked, and the folder may be a link', async () => {
  const target = put('{"profile": "acme"}')
  const path = join(makeFolder(), 'config.json')
  symlinkSync(target, path)
  const folder = join(makeFolder(), 'linked')
  symlinkSync(dirname(target), folder)
  expect([readConfig(path), readConfig(join(folder, 'config.json'))]).toEqual([
    { profile: 'acme' },
    { profile: 'acme' },
  ])
  changeConfig(join(folder, 'config.json'), (config) => {
    config.profile = 'other'
  })
  expect(readConfig(path)).toEqual({ profile: 'other' })
  chmodSync(dirname(target), 0o777)
  expect((await failureOf(() => readConfig(path))).message).toContain(`other users can write to ${dirname(target)}`)
})

test('a configuration that cannot be written, or is locked by another program, is an error with its path', async () => {
  const below = join(put('{}'), 'config.json')
  expect(await failureOf(() => changeConfig(below, () => {}))).toMatchObject({
    name: 'AppError',
    message: expect.stringContaining(below),
  })
  const path = put('{}')
  mkdirSync(`${path}.lock`)
  expect((await failureOf(() => changeConfig(path, () => {}))).message).toBe(
    `${path} was not changed (EEXIST): another program is changing it; try again.`,
  )
})

test('the schema for editors has every member, and the actions that can have keys', () => {
  const { properties } = configJsonSchema(['usage.nextMeasure']) as Record<string, Record<string, object>>
  expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(['$schema', 'profile', 'theme', 'hooks']))
  expect(properties).toMatchObject({
    keys: { propertyNames: { enum: ['usage.nextMeasure'] } },
    profiles: {
      additionalProperties: {
        required: ['baseUrl'],
        properties: {
          baseUrl: {},
          appUrl: {},
          helper: {},
          keyIn: { enum: ['keychain', 'file'] },
          readOnly: {},
          peopleAutoload: { type: 'integer', minimum: 0 },
        },
        additionalProperties: {},
      },
    },
  })
})
