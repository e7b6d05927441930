import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { allCommands } from '../../../src/commands/command-table.ts'
import { outputJsonSchema } from '../../../src/commands/output/schema/output-schemas.ts'
import { runServe } from '../../../src/service/run-serve.ts'
import { type RunningService, startService } from '../../../src/service/start-service.ts'
import { NOW } from '../../helpers/demos.ts'
import { type Front, startFront } from '../../helpers/front-server.ts'
import { fileFolder, makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { zipFile } from '../../helpers/zip-file.ts'

/** Commands whose JSON has a format of others: responses, settings of agents, schemas and dashboards. */
const FOREIGN = ['api', 'hooks print-settings', 'profile schema', 'schema', 'serve dashboard']

const formats = {
  date: (text: string) => z.iso.date().safeParse(text).success,
  'date-time': (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success,
  uuid: (text: string) => z.guid().safeParse(text).success,
}
const ajv = new Ajv2020({ strict: false, formats, allErrors: true })
const validators = new Map<string, ValidateFunction>()
const validatorOf = (name: string): ValidateFunction => {
  const known = validators.get(name) ?? ajv.compile(outputJsonSchema(name) ?? false)
  validators.set(name, known)
  return known
}

let whole: RunningService
let strict: RunningService
let empty: RunningService
let front: Front
const home = fileFolder()
const cache = join(home, 'cache.db')
const archive = join(home, 'a.zip')
const policy = join(home, 'policy.yaml')
beforeAll(async () => {
  const now = () => NOW
  whole = await startService({ now, demo: { users: 8, days: 70, seed: 1 } })
  strict = await startService({ now, demo: { users: 3, days: 40, seed: 2 }, isStrict: true })
  empty = await startService({ now })
  front = await startFront({ url: whole.url, key: whole.keys.owner })
  writeFileSync(archive, zipFile([{ name: 'a.md', content: '# A' }]))
  writeFileSync(policy, 'version: 1\nchecks:\n  - {check: keys.neverExpire, max: 0}\n')
})
afterAll(() => Promise.all([front.close(), whole.close(), strict.close(), empty.close()]))

/** The command whose name the words begin with. */
const names = (await allCommands()).map(({ name }) => name)
const nameOf = (words: readonly string[]): string =>
  [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((name) => names.includes(name)) ?? ''

const covered = new Set<string>()

/** Runs a command, and checks that its JSON matches the schema. Exit status 7 says that data is missing. */
const expectValid = async (line: string, options: RunOptions, codes: readonly number[] = [0, 7]): Promise<unknown> => {
  const words = line.split(' ')
  const name = nameOf(words)
  const { out, err, code } = await runQd([...words, '--json'], options)
  expect(codes, `${line}: ${err}`).toContain(code)
  if (out === '') return undefined
  const document: unknown = JSON.parse(out)
  expectMatch(name, document, line)
  return document
}

const expectMatch = (name: string, document: unknown, line = name): void => {
  const validate = validatorOf(name)
  validate(document)
  const problems = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const { additionalProperty = '' } = params as { additionalProperty?: string }
    return `${instancePath.replaceAll(/\/\d+/g, '[]')} ${message} ${additionalProperty}`.trim()
  })
  expect([...new Set(problems)], line).toEqual([])
  covered.add(name)
}

const reading = [
  'overview',
  'status',
  'overview --last 7d --compare prev --pseudonyms',
  'savings',
  'savings --items --pseudonyms',
  'live',
  'live --pseudonyms',
  'budget',
  'analytics tokens --last 3d',
  'analytics tokens --last 3d --totals --compare prev',
  'analytics tokens --last 3d --by model',
  'analytics tokens --last 3d --by person --pseudonyms',
  'analytics tokens --last 3d --by team',
  'analytics tokens --last 3d --group-by model',
  'analytics tools --last 3d',
  'analytics tools --last 3d --group-by tool_name',
  'analytics activity --last 3d --compare prev',
  'analytics activity --last 3d --group-by client',
  'analytics productivity --last 3d --totals',
  'analytics users --last 3d --limit 2',
  'analytics users --last 3d --all --pseudonyms',
  'analytics users --last 3d --totals --compare prev',
  'analytics users --last 3d --by team',
  'users list',
  'users inactive --pseudonyms',
  'limits list',
  'readiness list',
  'readiness list --all --where level<3',
  'readiness list --newest',
  'readiness list --criterion readme',
  'readiness criteria',
  'readiness show',
  'readiness show --failing',
  'readiness compare --repo checkout',
  'readiness compare --with checkout --with mobile',
  'controls history',
  'controls history --all --pseudonyms',
  'controls history --where verdict=loosened',
  'controls show',
  'controls diff',
  'controls diff --style json-patch',
  'controls blame commandAllowlist',
  'controls open',
  'controls rules',
  'audit list',
  'audit list --pseudonyms',
  'computers list',
  'keys list',
  'wiki list',
  'wiki show latest --repo checkout',
  'ci jobs',
]

/** Statuses of commands that the state refuses: nothing is printed then. */
const REFUSED = [1, 3, 4, 5]

test('in a whole organisation every reading command prints what its schema says', async () => {
  const options = { url: front.url, key: whole.keys.owner, home, cache }
  const [computer = '', ...others] = whole.ids.computers
  for (const id of [computer, ...others]) await runQd(['computers', 'add', id], options)
  for (const id of whole.ids.serviceAccounts) await runQd(['keys', 'add', id], options)
  for (const line of reading) await expectValid(line, options)
  for (const line of [`computers show ${computer}`, `computers metrics ${computer} --since 6h`])
    await expectValid(line, options, [0, 4, 7])
  await expectValid('watch --once', options)
  for (const period of ['daily', 'weekly', 'daily'])
    await expectValid(`watch --once --digest ${period} --at 00:00 --zone UTC`, options)
  await expectValid(`check ${policy}`, options, [0, 1, 7])
})

test('offline, from the cache of that run', async () => {
  const options = { url: front.url, key: whole.keys.owner, home, cache }
  for (const line of reading.filter((one) => !/^(users|limits|live|audit|ci)/.test(one)))
    await expectValid(`${line} --offline`, options, [0, 7, ...REFUSED, 2])
})

test('where each endpoint is refused in turn, the documents are incomplete and valid', async () => {
  const refused = { status: 403, body: { status: 403, title: 'Forbidden', detail: 'not for this key' } }
  for (const part of ['tokens', 'activity', 'readiness', 'history', 'computers', 'organization', 'service-accounts']) {
    front.play((path) => (path.includes(part) ? refused : undefined))
    for (const line of ['overview', 'savings', 'budget', 'users list', 'keys list', 'readiness list', 'controls open'])
      await expectValid(line, { url: front.url, key: whole.keys.owner }, [0, 7, ...REFUSED])
  }
  front.play()
  const member = { url: whole.url, key: whole.keys.member }
  for (const line of reading) await expectValid(line, member, [0, 7, ...REFUSED])
})

test.each(['strict', 'empty'] as const)('with a %s service', async (which) => {
  const { url, keys } = { strict, empty }[which]
  for (const line of reading) await expectValid(line, { url, key: keys.owner }, [0, 7, ...REFUSED, 2])
})

test('changes print what their schemas say', async () => {
  const options = { url: whole.url, key: whole.keys.owner, home: makeFolder(), cache: join(makeFolder(), 'c.db') }
  const [computer = '', ...others] = whole.ids.computers
  const [account = ''] = whole.ids.serviceAccounts
  const [wiki = ''] = whole.ids.wikiRuns
  const listed = await runQd(['keys', 'list', account, '--active', '--json'], options)
  const keyId = JSON.parse(listed.out).apiKeys[0].id
  const lines = [
    'computers add cmp_x',
    'computers forget cmp_x',
    `computers update ${computer} --name other`,
    `computers restart ${computer} --yes`,
    'computers create --name new-one --remote-user agent',
    `computers install-deps ${others[0]} --yes`,
    `computers delete ${computer} --yes`,
    'keys add sa_x',
    'keys forget sa_x',
    `keys create ${account} --name deploy`,
    `keys revoke ${account} ${keyId} --yes`,
    'wiki add wr_x',
    'wiki forget wr_x',
    `wiki export ${wiki} -o ${join(options.home, 'w.zip')}`,
    `wiki delete ${wiki} --yes`,
    'overview --mute none',
    'limits set 5000000 --global --yes',
    'limits clear --global --yes',
    `export --last 2d --parquet ${join(options.home, 'parquet')}`,
  ]
  for (const line of lines) await expectValid(line, options, [0, 1, 2, 4, 7])
})

test('commands of this machine print what their schemas say', async () => {
  const own = makeFolder()
  const options = { home: own, cache: join(own, 'c.db') }
  const file = join(own, 'agent.json')
  const data = join(own, 'server.db')
  const teams = join(own, 'teams.csv')
  const budgets = join(own, 'budgets.json')
  writeFileSync(teams, 'email,team\na@x.example,web\n')
  writeFileSync(budgets, '[{"scope": "team:web", "credits": 5}]')
  const lines = [
    'keys',
    'hooks test Stop --dry-run',
    'hooks log',
    'hooks channels',
    'hooks rules',
    `hooks install --file ${file} --yes`,
    `hooks uninstall --file ${file} --yes`,
    'mcp install',
    `mcp install --file ${join(own, 'mcp.json')} --yes`,
    'profile add acme --base-url https://a.example',
    'profile list',
    'profile use acme',
    'profile show',
    'logout',
    'profile remove acme --yes',
    'cache status',
    'cache clear',
    'doctor --offline',
    `wiki pages ${archive}`,
    `wiki pages ${archive} a`,
    `wiki search A --file ${archive}`,
    `serve keys add ci --role member --expires never --data ${data}`,
    `serve keys list --data ${data}`,
    `serve keys revoke ci --yes --data ${data}`,
    `serve teams import ${teams} --data ${data}`,
    `serve teams list --data ${data}`,
    `serve budgets import ${budgets} --data ${data}`,
    `serve budgets list --data ${data}`,
    `serve audit --data ${data}`,
    `serve rebuild --data ${data}`,
    `serve retention --keep 24m --yes --data ${data}`,
    `sync --profile demo --to ${join(own, 'mirror.db')}`,
    `sync --status --to ${join(own, 'mirror.db')}`,
    'hooks forward --profile demo',
  ]
  for (const line of lines) await expectValid(line, options, [0, 1, 2])
})

test('logging in, erasing a user and serving print what their schemas say', async () => {
  const own = makeFolder()
  const options = { home: own, cache: join(own, 'c.db') }
  await runQd(`profile add acme --base-url ${whole.url}`.split(' '), options)
  const login = { ...options, readInput: async () => `${whole.keys.owner}\n` }
  await expectValid('login --keep file --key-stdin --yes', login, [0])
  const mirror = join(own, 'mirror.db')
  await runQd(['sync', '--profile', 'demo', '--to', mirror], options)
  const users = await runQd('analytics users --profile demo --last 1d --query data[0].user_id'.split(' '), options)
  await expectValid(`serve forget-user ${JSON.parse(users.out)} --yes --data ${mirror}`, options, [0])
  let out = ''
  const print = (text: string) => {
    out += text
  }
  const stopped = AbortSignal.abort()
  await runServe({ json: true }, { out: print, err: () => {}, now: () => NOW, signal: stopped, version: '1' })
  expectMatch('serve', JSON.parse(out))
})

test('every command with JSON has a schema, and only those whose format others define have none', async () => {
  const withJson = (await allCommands()).filter(({ formats }) => formats.includes('json')).map(({ name }) => name)
  expect(withJson.filter((name) => outputJsonSchema(name) === undefined).sort()).toEqual(FOREIGN)
  expect(withJson.filter((name) => !covered.has(name) && !FOREIGN.includes(name))).toEqual([])
})

test('a schema has formats instead of long patterns', async () => {
  const text = JSON.stringify((await allCommands()).map(({ name }) => outputJsonSchema(name)))
  expect(text).toContain('"format":"date-time"')
  expect([...text.matchAll(/"pattern":"[^"]{60,}"/g)]).toEqual([])
})

/** Members whose objects have names of the API or of users. */
const FOREIGN_MEMBERS = ['data', 'rule', 'event', 'settings', 'report', 'apps', 'rows', 'perLevel', 'payload', 'meta']

test('members of our own are camelCase', async () => {
  const walk = (value: unknown, path: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, path))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, member]) => {
      const own = /^[a-z][A-Za-z0-9]*$/.test(name) ? [] : [`${path}.${name}`]
      return FOREIGN_MEMBERS.includes(name) ? own : [...own, ...walk(member, `${path}.${name}`)]
    })
  }
  const options = { url: whole.url, key: whole.keys.owner }
  for (const line of reading.filter((one) => !/^(live|readiness compare --with)/.test(one)))
    expect(walk(await expectValid(line, options), line)).toEqual([])
})
