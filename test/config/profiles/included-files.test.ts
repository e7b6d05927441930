import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startOf } from '../../../src/app/start-identity.ts'
import type { AppError } from '../../../src/base/errors.ts'
import { loadConfigWarnings, loadPreferences } from '../../../src/config/profiles/choose-profile.ts'
import { changeConfig, checkConfigChange, putProfile, readConfig } from '../../../src/config/profiles/config-file.ts'
import { configWarnings } from '../../../src/config/profiles/parse-config.ts'
import { readPlainConfig } from '../../../src/config/profiles/plain-config.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'

/** A folder for XDG_CONFIG_HOME with these files next to config.json. */
const put = (files: Readonly<Record<string, string>>) => {
  const home = makeFolder()
  const folder = join(home, 'quarterdeck')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, name), text)
  }
  return { env: { XDG_CONFIG_HOME: home }, folder, path: join(folder, 'config.json') }
}

vi.stubGlobal('QUARTERDECK_VERSION', '0')

const problemsOf = async (act: () => unknown): Promise<readonly string[]> => {
  const error = (await failureOf(act)) as AppError
  expect(error).toMatchObject({ name: 'AppError', kind: 'usage' })
  return error.problems.length > 0 ? error.problems : [error.message]
}

const team =
  '{"theme": "dark", "profile": "acme", "profiles": {"acme": {"baseUrl": "https://a.example", "billingDay": 5}}}'

test('members of config.json win, later files win over earlier ones, and objects are merged by name', async () => {
  const { env, folder, path } = put({
    'config.json':
      '{"$schema": "s.json", "include": ["team.json", "deep/other.json"], "theme": "mono",\n"profiles": {"acme": {"billingDay": 9}}}',
    'team.json':
      '{"$schema": "x", "theme": "dark", "mouse": true, "keys": {"lists.down": ["j", "n"]}, "profiles": {"acme": {"baseUrl": "https://a.example", "billingDay": 5}, "b": {"baseUrl": "https://b.example"}}}',
    'deep/other.json':
      '\uFEFF{"include": ["base.json"], "mouse": false, "keys": {"lists.down": "x"}, "profiles": {"b": {"teams": "teams.csv"}}}',
    'deep/base.json': '{"theme": "light", "announce": "off"}',
  })
  const expected = {
    $schema: 's.json',
    include: ['team.json', 'deep/other.json'],
    theme: 'mono',
    mouse: false,
    announce: 'off',
    keys: { 'lists.down': 'x' },
    profiles: {
      acme: { baseUrl: 'https://a.example', billingDay: 9 },
      // A path in an included file is relative to that file.
      b: { baseUrl: 'https://b.example', teams: join(folder, 'deep/teams.csv') },
    },
  }
  expect(readConfig(path)).toEqual(expected)
  expect(readPlainConfig(path)).toEqual({ config: expected, hasUnknown: false })
  expect(await loadPreferences(env)).toEqual(expected)
})

test('comments are allowed in each file, and a change keeps those of config.json', async () => {
  const { path, env } = put({
    'config.json': '{\n  // From the team.\n  "include": ["team.json"] // theirs\n}\n',
    'team.json': `// Ours.\n${team}`,
  })
  expect(readPlainConfig(path)).toBeUndefined()
  expect(await loadPreferences(env)).toMatchObject({ theme: 'dark' })
  changeConfig(path, (config) => {
    config.theme = 'light'
  })
  expect(readFileSync(path, 'utf8')).toBe(
    '{\n  // From the team.\n  "include": ["team.json"], // theirs\n  "theme": "light"\n}\n',
  )
})

test('all problems of all files are listed with file, line and column', async () => {
  const { path, folder } = put({
    'config.json': '{"include": ["a.json", "b.json", "none.json"],\n "mouse": 1}',
    'a.json': '{\n  "theme": "pink",\n  "profiles": {"acme": {"billingDay": 40}}}',
    'b.json': '{"include": "c.json"}',
  })
  expect(await problemsOf(() => readConfig(path))).toEqual([
    `${path}, line 1, column 34: include.2 is ${folder}/none.json, which does not exist.`,
    `${path}, line 2, column 2: mouse is missing or invalid; it must be true or false.`,
    `${folder}/b.json, line 1, column 2: include must be a list of paths, as in ["team.json"].`,
    `${folder}/a.json, line 2, column 3: theme must be one of "auto", "dark", "light", "contrast", "mono".`,
    `${folder}/a.json, line 3, column 16: profiles.acme.baseUrl is missing or invalid; it must be a string, as in "…".`,
    `${folder}/a.json, line 3, column 25: profiles.acme.billingDay must be at most 31.`,
  ])
})

test('syntax errors of all files are listed, and an included list is no object', async () => {
  const broken = put({ 'config.json': '{"include": ["a.json"],\n"mouse": }', 'a.json': '{\n"theme" "dark"}' })
  expect(await problemsOf(() => readConfig(broken.path))).toEqual([
    `${broken.path}, line 2, column 10: invalid JSON: a value is missing.`,
  ])
  const missing = put({ 'config.json': '{"include": ["a.json", "none.json"]}', 'a.json': '[1, ]' })
  expect(await problemsOf(() => readConfig(missing.path))).toEqual([
    `${missing.path}, line 1, column 24: include.1 is ${missing.folder}/none.json, which does not exist.`,
    `${missing.folder}/a.json, line 1, column 5: invalid JSON: remove the comma before it.`,
  ])
  const included = put({ 'config.json': '{"include": ["a.json"]}', 'a.json': '{\n"theme" "dark",\n"mouse": tru}' })
  expect(await problemsOf(() => readConfig(included.path))).toEqual([
    `${included.folder}/a.json, line 2, column 9: invalid JSON: a colon is missing.`,
    `${included.folder}/a.json, line 3, column 10: invalid JSON: text must be in double quotes.`,
  ])
  const list = put({ 'config.json': '{"include": ["a.json"]}', 'a.json': '[]' })
  expect(await problemsOf(() => readConfig(list.path))).toEqual([
    `${list.folder}/a.json, line 1, column 1: the file must be an object.`,
  ])
})

test('a file that is nested too deeply is an error', async () => {
  const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const text of ['['.repeat(100_000), `{"unknown": /* comment */ ${lists}, "mouse": 1}`]) {
    const { path } = put({ 'config.json': '{"include": ["a.json"]}', 'a.json': text })
    const sentence = `${path}, or a file that it includes, is nested too deeply: simplify it.`
    expect(await problemsOf(() => readConfig(path))).toEqual([sentence])
    expect(await problemsOf(() => configWarnings(path))).toEqual([sentence])
  }
})

test('a cycle, too many levels and too many files are errors', async () => {
  const loop = put({ 'config.json': '{"include": ["a.json"]}', 'a.json': '{"include": ["config.json"]}' })
  expect(await problemsOf(() => readConfig(loop.path))).toEqual([
    `${loop.folder}/a.json, line 1, column 14: include.0 is ${loop.path}, which includes this file: remove one of them.`,
  ])
  symlinkSync(loop.path, join(loop.folder, 'link.json'))
  writeFileSync(join(loop.folder, 'a.json'), '{"include": ["link.json"]}')
  expect((await problemsOf(() => readConfig(loop.path)))[0]).toContain('link.json, which includes this file')
  const levels = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [at === 0 ? 'config.json' : `${at}.json`, `{"include": ["${at + 1}.json"]}`]),
  )
  const deep = put(levels)
  expect(await problemsOf(() => readConfig(deep.path))).toEqual([
    `${deep.folder}/8.json, line 1, column 14: include.0 is nested deeper than 8 files.`,
  ])
  const many = put({
    'config.json': JSON.stringify({ include: Array.from({ length: 51 }, () => 'a.json') }),
    'a.json': '{}',
  })
  expect((await problemsOf(() => readConfig(many.path)))[0]).toContain(
    'include.50 is one of more than 50 included files',
  )
})

test('an included file must be as safe as config.json', async () => {
  const { path, folder } = put({
    'config.json': '{"include": ["open/team.json", "big.json", "open"]}',
    'open/team.json': team,
  })
  writeFileSync(join(folder, 'big.json'), ' '.repeat(1_000_001))
  chmodSync(join(folder, 'open'), 0o777)
  const [untrusted, large, noFile] = await problemsOf(() => readConfig(path))
  expect(untrusted).toContain(`open/team.json is not trusted: other users can write to ${folder}/open`)
  expect(large).toContain('big.json is larger than 1000000 bytes')
  expect(noFile).toContain(`${folder}/open is not a file`)
  expect(() => readPlainConfig(path)).not.toThrow()
  expect(readPlainConfig(path)).toBeUndefined()
})

test('a change is written to config.json alone, as an override', async () => {
  const { path, folder } = put({ 'config.json': '{"include": ["team.json"]}', 'team.json': team })
  changeConfig(path, ({ profiles = {} }) => {
    Object.assign(profiles.acme ?? {}, { keyIn: 'file' })
  })
  const own = () => JSON.parse(readFileSync(path, 'utf8')) as unknown
  expect(own()).toEqual({ include: ['team.json'], profiles: { acme: { keyIn: 'file' } } })
  // It is removed again from config.json, which is where it is.
  changeConfig(path, ({ profiles = {} }) => {
    delete profiles.acme?.keyIn
  })
  expect(own()).toEqual({ include: ['team.json'], profiles: { acme: {} } })
  putProfile(path, 'new', { baseUrl: 'https://n.example', isReadOnly: false })
  expect(own()).toMatchObject({ profiles: { acme: {}, new: { baseUrl: 'https://n.example' } } })
  expect(readConfig(path)).toMatchObject({ profile: 'acme', profiles: { acme: { billingDay: 5 } } })
  expect(readFileSync(join(folder, 'team.json'), 'utf8')).toBe(team)
  const remove = () =>
    checkConfigChange(path, ({ profiles = {} }) => {
      delete profiles.acme
    })
  expect(await problemsOf(remove)).toEqual([
    `${path} was not changed: profiles.acme is set in ${folder}/team.json, which it includes; change it there.`,
  ])
})

test('unknown members are warnings with a suggestion, in each file and at each depth', async () => {
  const { env, path, folder } = put({
    'config.json': '{"include": ["team.json"], "$schema": "s.json",\n "profil": "acme", "qwertyuiop": 1}',
    'team.json':
      '{"profiles": {"acme": {"baseUrl": "https://a.example",\n  "baseURL": 1, "seatPrice": {"amount": 1, "currency": "EUR", "curency": 2}}},\n"hooks": {"channels": {"a": {"kind": "desktop", "templat": 1}}, "rules": [{"leastTurnSeconds": 1, "event": []}]}}',
  })
  expect(readPlainConfig(path)).toMatchObject({ hasUnknown: true })
  expect(await loadConfigWarnings(env)).toEqual([
    `${path}, line 2, column 2: profil is an unknown member; use profile.`,
    `${path}, line 2, column 20: qwertyuiop is an unknown member, which has no effect.`,
    `${folder}/team.json, line 2, column 3: profiles.acme.baseURL is an unknown member; use baseUrl.`,
    `${folder}/team.json, line 2, column 63: profiles.acme.seatPrice.curency is an unknown member; use currency.`,
    `${folder}/team.json, line 3, column 49: hooks.channels.a.templat is an unknown member; use template.`,
    `${folder}/team.json, line 3, column 99: hooks.rules.0.event is an unknown member; use events.`,
  ])
})

test('no warnings without config.json, and none if it is invalid', async () => {
  expect(await loadConfigWarnings({ XDG_CONFIG_HOME: makeFolder() })).toEqual([])
  expect(await loadConfigWarnings(put({ 'config.json': '{"profil": "a", "mouse": 1}' }).env)).toEqual([])
})

test('a saved frame depends on the content of included files', () => {
  const { env, folder } = put({
    'config.json': '{ // "include" is a list\n "include": ["https/*.json", "team.json" /* ] */]}',
    'team.json': team,
  })
  const first = startOf([], env).basis
  expect(startOf([], env).basis).toBe(first)
  writeFileSync(join(folder, 'team.json'), team.replace('a.example', 'b.example'))
  expect(first).toBeDefined()
  expect(startOf([], env).basis).not.toBe(first)
  writeFileSync(join(folder, 'config.json'), '{"include": [')
  expect(startOf([], env).basis).toBeUndefined()
})
