import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allCommands } from '../../../src/commands/command-table.ts'
import { startDemo } from '../../helpers/demos.ts'
import { startFront } from '../../helpers/front-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { openMcp, TOOL_INPUT } from '../../helpers/mcp-client.ts'
import { testServer } from '../../helpers/test-server.ts'

/** Every command that is no tool. A new command belongs here, or has `reads: true`. */
const NO_TOOLS = [
  // They change something.
  ...['limits set', 'limits clear', 'computers add', 'computers forget', 'computers update', 'computers install-deps'],
  ...['computers create', 'computers restart', 'computers delete', 'keys add', 'keys forget', 'keys create'],
  ...['keys revoke', 'wiki add', 'wiki forget', 'wiki delete', 'profile add', 'profile use', 'profile remove', 'login'],
  ...['logout', 'cache clear', 'hooks install', 'hooks uninstall', 'hooks forward', 'api', 'mcp install'],
  // They write files or send messages.
  ...['export', 'wiki export', 'wiki extract', 'hooks test', 'hooks notify'],
  // They read files or databases that their arguments name.
  ...['wiki pages', 'serve keys add', 'serve keys list', 'serve keys revoke', 'serve teams import', 'serve teams list'],
  ...['serve budgets import', 'serve budgets list', 'serve audit', 'serve forget-user', 'serve rebuild', 'sync'],
  ...['serve retention', 'check'],
  // They run until they are stopped, or open the explorer.
  ...['demo', 'open', 'watch', 'serve', 'hooks listen', 'mcp'],
  // They describe this program.
  ...['keys', 'completion', 'man', 'profile schema', 'hooks print-settings', 'serve dashboard', 'schema'],
  // It prints figures of qd overview.
  ...['status'],
]

const openDemo = async (args: readonly string[] = []) => {
  const { url, key } = await startDemo()
  return openMcp({ url, key }, args)
}

test('every command that only reads is a tool, and no other', async () => {
  const commands = await allCommands()
  const { client } = await openDemo()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    commands.filter(({ name }) => !NO_TOOLS.includes(name)).map(({ name }) => name.replaceAll(' ', '_')),
  )
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
})

test('no tool has an option that writes, asks, prints secrets or reads a file', async () => {
  const { client } = await openDemo()
  const { tools } = await client.listTools()
  const names = new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})))
  expect([...names].sort()).toEqual(
    [
      ...['active', 'all', 'apart', 'as', 'at', 'by', 'compare', 'criterion', 'cursor', 'event', 'expiring', 'failing'],
      ...['from', 'group_by', 'id', 'ids', 'inactive', 'items', 'last', 'limit', 'model', 'muted', 'newest', 'offline'],
      ...['outcome', 'path', 'refresh', 'repo', 'report', 'revision', 'run', 'service_account_id', 'session', 'since'],
      ...['sort', 'start_after', 'team', 'text', 'to', 'top', 'totals', 'verdict', 'way', 'where', 'with'],
      ...['after', 'before'],
    ].sort(),
  )
})

test('a tool has the arguments and options of its command, with their types, choices and help', async () => {
  const { client } = await openDemo()
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === 'keys_list')
  expect(tool).toMatchObject({
    title: 'List service-account keys, most urgent first',
    description: expect.stringMatching(/^List service-account keys, most urgent first\.\n\nLists the keys of/),
  })
  expect(tool?.inputSchema).toEqual({
    type: 'object',
    properties: {
      service_account_id: { type: 'string', description: 'id of the service account' },
      active: { type: 'boolean', description: 'only active keys', default: false },
      inactive: { type: 'boolean', description: 'only revoked or expired keys', default: false },
      expiring: { type: 'integer', description: 'only active keys that expire within N days' },
      where: {
        type: 'array',
        items: { type: 'string' },
        description: "only keys that match all conditions: 'state=active left<30d age>300d name~deploy'",
      },
      sort: { type: 'string', description: expect.stringContaining('sort by urgency') },
      limit: { type: 'integer', description: 'maximum number of rows' },
      offline: { type: 'boolean', description: 'use only cached data; send nothing' },
      refresh: { type: 'boolean', description: 'ignore the cache' },
      cursor: { type: 'string', description: 'continue a result: the cursor in its member "continue"' },
    },
    additionalProperties: false,
  })
  const blame = tools.find(({ name }) => name === 'controls_blame')
  expect(blame?.inputSchema.required).toEqual(['path'])
})

test('a tool returns the rows of its command as JSON, and its remarks as a second text', async () => {
  const { call } = await openDemo()
  const { parse, texts, isError } = await call('analytics_productivity', { from: '2026-11-18', to: '2026-11-20' })
  expect(isError).toBe(false)
  expect(texts).toHaveLength(1)
  expect(parse().data.map(({ date }: { date: string }) => date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  const limited = await call('controls_history', { limit: 2, where: ['risk=loosened'] })
  expect(limited.parse().changes).toHaveLength(2)
  expect(limited.texts[1]).toContain('There are older revisions')
})

test.each([
  ['analytics_tokens', { last: 'never' }, /^Invalid --last value "never"\./],
  ['analytics_tokens', { output: '/tmp/x' }, /^"output" is not a member of the input: use from, to, last/],
  ['analytics_tokens', { by: 'nothing' }, /^"by" must be one of /],
  ['keys_list', { limit: 'x' }, /^"limit" must be a whole number\.$/],
  ['keys_list', { where: [1] }, /^"where" must be a list of texts\.$/],
  ['keys_list', { active: 'yes' }, /^"active" must be true or false\.$/],
  ['controls_blame', {}, /^path is missing: /],
  ['computers_show', { id: 'cmp_none' }, /cmp_none/],
  ['computers_show', { id: '..' }, /^The id of the computer /],
  ['audit_list', { offline: true }, /^"offline" is not a member/],
  ['keys_list', { offline: true, refresh: true }, /^offline and refresh cannot be used together\.$/],
])('%s with %j is an error of one sentence', async (name, given, sentence) => {
  const { call } = await openDemo()
  const { texts, isError } = await call(name, given)
  expect(isError).toBe(true)
  expect(texts[0]).toMatch(sentence)
  expect(texts).toHaveLength(1)
})

test('an unknown tool, an unknown resource and an invalid request are errors of the protocol', async () => {
  const { client, call } = await openDemo()
  await expect(call('limits_set')).rejects.toThrow('There is no tool "limits_set"')
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('There is no resource')
})

test('every tool but the report has an output schema, which its result matches, also cut into pages', async () => {
  const { url, key } = await startDemo()
  const { client, call } = await openMcp({ url, key, home: makeFolder() }, ['--max-result-bytes', '20000'])
  const { tools } = await client.listTools()
  expect(tools.filter(({ outputSchema }) => !outputSchema).map(({ name }) => name)).toEqual(['report'])
  // The client of the SDK throws if a result does not match.
  for (const { name } of tools.filter(({ outputSchema }) => outputSchema)) {
    const { structured, parse, isError, texts } = await call(name, TOOL_INPUT[name])
    expect(isError, `${name}: ${texts}`).toBe(false)
    expect(structured).toEqual(parse())
  }
  const { structured: page } = await call('analytics_users', { all: true })
  expect(page).toMatchObject({ continue: { cursor: expect.any(String), remaining: expect.any(Number) } })
})

test('rows that break the contract are returned as the server sends them', async () => {
  const front = await startFront(await startDemo())
  onTestFinished(() => front.close())
  const odd = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(odd)
    if (typeof value !== 'object' || value === null) return typeof value === 'number' ? `${value}?` : value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, odd(member)]))
  }
  front.alter(odd)
  const { client, call } = await openMcp({ url: front.url, key: front.key })
  const { tools } = await client.listTools()
  for (const { name } of tools) await call(name, TOOL_INPUT[name])
})

test('no result has the key, even if the server repeats it in every text, name and error', async () => {
  const front = await startFront(await startDemo())
  onTestFinished(() => front.close())
  const { key } = front
  const repeat = (value: unknown): unknown => {
    if (typeof value === 'string') return /^\d{4}-|^user_|^https?:/.test(value) ? value : `${value} ${key}`
    if (Array.isArray(value)) return value.map(repeat)
    if (typeof value !== 'object' || value === null) return value
    return { ...Object.fromEntries(Object.entries(value).map(([name, member]) => [name, repeat(member)])), [key]: key }
  }
  front.alter(repeat)
  const { client, call } = await openMcp(front)
  const { tools } = await client.listTools()
  const results = []
  for (const { name } of tools) results.push(JSON.stringify(await call(name, TOOL_INPUT[name])))
  for (const { uri } of (await client.listResources()).resources)
    results.push(JSON.stringify(await client.readResource({ uri })))
  front.play(() => ({ status: 500, body: { status: 500, title: key, detail: `no ${key}`, requestId: key } }))
  for (const { name } of tools) results.push(JSON.stringify(await call(name, { ...TOOL_INPUT[name], refresh: true })))
  expect(results.filter((text) => text.includes(key))).toEqual([])
  expect(results.some((text) => text.includes('••••••'))).toBe(true)
})

test('a request that the server refuses is an error, and every request is a GET', async () => {
  const server = await testServer((_received, response) => void response.writeHead(403).end('{}'))
  const { client, call } = await openMcp({ url: server.url, key: 'key_0123456789abcdef' })
  const { tools } = await client.listTools()
  const refused = ['analytics_tokens', 'analytics_users', 'readiness_list', 'controls_history', 'ci_jobs']
  for (const { name } of tools) {
    const { texts, isError } = await call(name, TOOL_INPUT[name])
    expect(texts.join('\n')).not.toContain('key_0123456789abcdef')
    if (!refused.includes(name)) continue
    expect(isError, `${name}: ${texts}`).toBe(true)
    expect(texts[0]).toContain('403')
  }
  expect(server.received.length).toBeGreaterThan(10)
  expect(new Set(server.received.map(({ method }) => method))).toEqual(new Set(['GET']))
})

test('standard output has nothing but the protocol, and the program ends with its input', async () => {
  const { call, close } = await openDemo()
  await call('overview')
  expect(await close()).toMatchObject({ code: 0, out: '', err: '' })
})

test('warnings about config.json are on standard error, and not in each result', async () => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'))
  writeFileSync(join(home, 'quarterdeck', 'config.json'), '{"theem": "dark"}')
  const { url, key } = await startDemo()
  const { call, close } = await openMcp({ url, key, home })
  for (const name of ['overview', 'ci_jobs', 'overview'])
    expect((await call(name)).texts.join()).not.toContain('config.json')
  const { err } = await close()
  expect(err.match(/theem is an unknown member; use theme/g)).toHaveLength(1)
})

test('a cancelled call ends its requests, and the next one is answered', async () => {
  let aborted = 0
  const server = await testServer(({ path }, response) => {
    if (!path.includes('/analytics/')) return void response.writeHead(403).end('{}')
    response.on('close', () => {
      aborted += 1
    })
  })
  const { call } = await openMcp({ url: server.url, key: 'key_0123456789abcdef' })
  const controller = new AbortController()
  const cancelled = call('analytics_tokens', {}, { signal: controller.signal })
  await expect.poll(() => server.received.some(({ path }) => path.includes('/analytics/'))).toBe(true)
  controller.abort()
  await expect(cancelled).rejects.toThrow()
  await expect.poll(() => aborted).toBeGreaterThan(0)
  expect((await call('controls_rules')).isError).toBe(false)
})

test('the report and the controls in effect are resources', async () => {
  const { client } = await openDemo()
  const { resources } = await client.listResources()
  expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
    ['quarterdeck://report', 'text/markdown'],
    ['quarterdeck://settings', 'application/json'],
  ])
  const read = async (uri: string) => ((await client.readResource({ uri })).contents[0] as { text: string }).text
  expect(await read('quarterdeck://report')).toMatch(/^# Coding agents at /)
  const { settings } = JSON.parse(await read('quarterdeck://settings'))
  expect(JSON.stringify(settings)).toContain('••••••')
})
