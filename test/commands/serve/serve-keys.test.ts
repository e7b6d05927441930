import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wordsOfLine } from '../../../src/commands/completion/complete-words.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const folder = fileFolder()
let files = 0
const newFile = (): string => join(folder, `${files++}.db`)
const qd = (line: string, options: RunOptions = {}) => runQd(wordsOfLine(line), options)

test('a key is created in a new file, its value is printed once, and only its SHA-256 is stored', async () => {
  const data = newFile()
  const { out, err, code } = await qd(`serve keys add alice --role manager --expires 90d --data ${data}`)
  expect(out).toMatch(/^qdk_[\w-]{43}\n$/)
  expect(err).toBe('Created the key alice with the role manager. Its value is shown only once.\n')
  expect(code).toBe(0)
  for (const end of ['', '-wal']) {
    if (existsSync(data + end)) expect(readFileSync(data + end).includes(out.trim())).toBe(false)
  }
  for (const command of ['list', 'list --json', 'list --format csv'])
    expect((await qd(`serve keys ${command} --data ${data}`)).out).not.toContain(out.trim())
  const store = createStore(data)
  expect(await store.keys.find(out.trim())).toEqual({ name: 'alice', role: 'manager', state: 'active' })
  await store.close()
})

test('a day that is past by the clock of the server is rejected, even if it is not past by the clock of this machine', async () => {
  const data = newFile()
  const added = await qd(`serve keys add alice --role owner --expires 2020-01-31 --data ${data}`, {
    now: () => Date.UTC(2020, 0, 1),
  })
  expect(added).toMatchObject({ code: 2, out: '' })
  expect(added.err).toContain('--expires is in the past: use 90d, 2027-01-31 or never.')
  expect(JSON.parse((await qd(`serve keys list --data ${data}`)).out)).toEqual(expect.objectContaining({ keys: [] }))
})

test('keys are listed by name with their state, expiry and last use', async () => {
  const data = newFile()
  const added = await qd(`serve keys add cara --role ingest --expires never --data ${data} --json`)
  expect(JSON.parse(added.out)).toMatchObject({ name: 'cara', role: 'ingest', expiresAt: null })
  const store = createStore(data)
  await store.keys.add('the-value-of-the-key-ben', { name: 'ben', role: 'owner', expiresAt: 1 })
  await store.keys.find(JSON.parse(added.out).value)
  // Closing the store writes the last use.
  await store.close()
  await qd(`serve keys add alice --role owner --expires 2100-01-31 --data ${data}`)
  expect((await qd(`serve keys revoke alice --data ${data} --yes`)).out).toBe('Revoked the key alice.\n')
  const { keys } = JSON.parse((await qd(`serve keys list --data ${data}`)).out)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(keys).toEqual([
    {
      name: 'alice',
      role: 'owner',
      state: 'revoked',
      createdAt: time,
      expiresAt: '2100-02-01T00:00:00.000Z',
      revokedAt: time,
      lastUsedAt: null,
    },
    {
      name: 'ben',
      role: 'owner',
      state: 'expired',
      createdAt: time,
      expiresAt: '1970-01-01T00:00:00.001Z',
      revokedAt: null,
      lastUsedAt: null,
    },
    {
      name: 'cara',
      role: 'ingest',
      state: 'active',
      createdAt: time,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: time,
    },
  ])
  expect((await qd(`serve keys list --data ${data} --where state=expired --format csv`)).out).toMatch(/\nben,owner,/)
})

test.each([
  ['serve keys add', '<name> is missing: see qd serve keys add --help.'],
  ['serve keys add x --expires 1d --data DATA', '--role is required: owner, manager, member, guest, ingest.'],
  ['serve keys add x --role owner --data DATA', '--expires is required: 90d, 2027-01-31 or never.'],
  ['serve keys add x --role owner --expires soon --data DATA', '--expires is not a valid time'],
  ['serve keys add x --role owner --expires 1d', '--data is required: the SQLite file or URL of the server.'],
  ['serve keys add x --role admin --expires 1d --data DATA', '"admin" is not a valid --role value'],
  ['serve keys add owner --role owner --expires 1d --data DATA', 'NAME must not be the name of a role'],
  ['serve keys add Ann@x.org --role owner --expires 1d --data DATA', 'NAME must have 1 to 64 lower-case letters'],
  [
    `serve keys add ${'x'.repeat(65)} --role owner --expires 1d --data DATA`,
    'NAME must have 1 to 64 lower-case letters',
  ],
  ['serve keys list --data DATA', 'DATA does not exist. Name the data file of the server with --data.'],
  ['serve audit --data DATA', 'DATA does not exist. Name the data file of the server with --data.'],
  ['serve --data DATA keys list', 'Options of qd serve keys list must follow its name'],
  ['serve keys', 'Missing subcommand: qd serve keys takes add, list, revoke.'],
  ['serve keys ad', "Unknown command 'ad': did you mean add?"],
  ['help serve keys ad', "Unknown command 'ad': did you mean add?"],
])('wrong usage of keys creates no file: qd %s', async (line, sentence) => {
  const data = newFile()
  const { out, err, code } = await qd(line.replace('DATA', data))
  expect(err).toContain(sentence.replace('DATA', data))
  expect([out, code, existsSync(data)]).toEqual(['', 2, false])
})

test('a name is used once, even after its key was revoked', async () => {
  const data = newFile()
  const add = `serve keys add ci --role member --expires never --data ${data}`
  await qd(add)
  const refused = 'The name ci is already used, maybe by a revoked key: choose another.\n'
  expect(await qd(add)).toMatchObject({ code: 1, out: '', err: refused })
  await qd(`serve keys revoke ci --data ${data} --yes`)
  expect(await qd(add)).toMatchObject({ code: 1, out: '', err: refused })
})

test('revoking asks first, and reports a key that is missing or already revoked', async () => {
  const data = newFile()
  await qd(`serve keys add ci --role member --expires never --data ${data}`)
  const revoke = `serve keys revoke ci --data ${data}`
  expect(await qd(revoke)).toMatchObject({
    code: 2,
    err: 'Permanently revoke the key ci (member)? No terminal for confirmation: pass --yes.\n',
  })
  expect((await qd(revoke, { ask: async () => 'no' })).code).toBe(1)
  expect((await qd(`${revoke} --yes --json`)).out).toBe('{"schema":1,"name":"ci","revoked":true}\n')
  expect((await qd(revoke)).out).toBe('The key ci is already revoked.\n')
  expect(await qd(`serve keys revoke none --data ${data} --yes`)).toMatchObject({
    code: 4,
    err: 'There is no key named none: see qd serve keys list.\n',
  })
})

test('each change of keys is in the audit log, in every format, and refused ones are not', async () => {
  const data = newFile()
  await qd(`serve keys add ci --role member --expires never --data ${data}`)
  await qd(`serve keys add ci --role owner --expires never --data ${data}`)
  await qd(`serve keys revoke ci --data ${data} --yes`)
  await qd(`serve keys revoke ci --data ${data} --yes`)
  const audit = async (options: string) => (await qd(`serve audit --data ${data} ${options}`)).out
  const { changes } = JSON.parse(await audit('--sort action:desc'))
  const about = { at: expect.any(String), key: 'command line', role: 'admin', requestId: expect.any(String) }
  expect(changes).toEqual([
    { ...about, action: 'serve keys revoke', target: 'ci' },
    { ...about, action: 'serve keys add', target: 'ci (member)' },
  ])
  expect(await audit('--format csv')).toMatch(/^at,key,role,action,target,requestId\r\n/)
  expect(await audit('--format table --where action~revoke')).toMatch(/^AT +KEY +ROLE +ACTION +TARGET +REQUEST/)
  expect((await audit('--format ndjson --limit 1')).trimEnd().split('\n')).toHaveLength(1)
})

test('help of a group in a group lists its commands, without the options of the command around it', async () => {
  const help = await qd('help serve keys')
  expect(help.out).toMatch(/Commands:\n {2}add .*\n {2}list .*\n {2}revoke /)
  expect(help.out).not.toContain('--verbose')
  expect((await qd('help serve keys add')).out).toContain('Usage: qd serve keys add [options] <name>')
})
