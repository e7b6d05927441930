import { execFileSync } from 'node:child_process'
import {
  chmodSync,
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
import { expect, test } from 'vitest'
import { changeConfig, putProfile, readConfig } from '../../../src/config/profiles/config-file.ts'
import { configJsonSchema } from '../../../src/config/profiles/config-schema.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'

const put = (text: string): string => {
  const path = join(makeFolder(), 'config.json')
  writeFileSync(path, text)
  return path
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
  ['{\n  "profile": "acme",\n}', 'line 3', 'invalid JSON; check commas, quotes and brackets.'],
  [`{\n  "profile": "${SECRET}`, 'line 2', 'invalid JSON; check commas, quotes and brackets.'],
  [`{\n  "key": ${SECRET}\n}`, 'line 2', 'invalid JSON; check commas, quotes and brackets.'],
  ['', 'line 1', 'invalid JSON; check commas, quotes and brackets.'],
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
  ['{"key": "x"}', 'line 1', 'key is an unknown member; use keys.'],
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
  [
    '{"profiles": {"a": {"baseUrl": "https://a.example",\n"baseURL": 1}}}',
    'line 2',
    'profiles.a.baseURL is an unknown member; use baseUrl.',
  ],
])('%j is rejected with file, line and member', async (text, line, words) => {
  const path = put(text)
  const error = await failureOf(() => readConfig(path))
  expect(error).toMatchObject({ name: 'AppError', kind: 'usage' })
  expect(error.message).toMatch(new RegExp(`^${path}, ${line}[:,]`))
  expect(error.message).toContain(words)
  expect(inspect(error)).not.toContain(SECRET)
})

test('all problems are listed by line', async () => {
  const path = put('{\n"profiles": {"a": {}},\n"theme": "pink",\n"mouse": 1,\n"profil": "a"}')
  expect((await failureOf(() => readConfig(path))).message).toBe(
    `${path}, line 2: profiles.a.baseUrl is missing or invalid; it must be a string, as in "…"; ` +
      'line 3: theme must be one of "auto", "dark", "light", "contrast", "mono"; ' +
      'line 4: mouse is missing or invalid; it must be true or false; ' +
      'line 5: profil is an unknown member; use profile.',
  )
  const many = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`p${at}`, {}]))
  expect((await failureOf(() => readConfig(put(JSON.stringify({ profiles: many }))))).message).toMatch(
    /; and 3 more\.$/,
  )
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
  expect(after).toContain('"__proto__": {\n    "c": 1')
  expect(Object.keys(JSON.parse(after))).toEqual(['$schema', 'zeta', '__proto__', 'profiles', 'profile'])
  expect(JSON.parse(after)).toMatchObject({ zeta: { a: [1] }, profiles: { old: { mine: true }, acme } })
  const fresh = join(makeFolder(), 'deep', 'config.json')
  changeConfig(fresh, (config) => Object.assign(config, { profile: 'demo' }))
  expect(statSync(fresh).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(fresh))).toEqual(['config.json'])
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
