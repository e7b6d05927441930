import { join } from 'node:path'
import { serialize } from 'node:v8'
import { expect, onTestFinished, test } from 'vitest'
import { startLoader } from '../../src/app/connect.ts'
import type { Reply } from '../../src/cache/process/calls.ts'
import { createProcessLoader } from '../../src/cache/process/process-loader.ts'
import { createQueries } from '../../src/cache/query/query-client.ts'
import { FORMATS } from '../../src/commands/kit/output-format.ts'
import { shownSettings } from '../../src/domain/secrets/mask-settings.ts'
import { pathText } from '../../src/domain/settings-diff/setting-path.ts'
import { builtLoader } from '../cache/process/open-loader.ts'
import { compileCache } from '../helpers/compile-cache.ts'
import { NOW } from '../helpers/demos.ts'
import { fileService } from '../helpers/e2e.ts'
import { startFront } from '../helpers/front-server.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { runQd } from '../helpers/run-qd.ts'
import { until } from '../helpers/screen.tsx'
import { canaryRevisions, forms, secretsIn, settingsWith } from './canary-settings.ts'
import { textsIn } from './kept-texts.ts'

test.each(Object.entries(forms))('a secret in settings (%s) is neither stored nor logged', async (_name, secret) => {
  const home = makeFolder()
  const row = (revision: number, settings: unknown) => ({
    revision,
    settings,
    user: { id: 'u', email: 'e@example.com', name: 'n', sessionToken: secret },
    updatedAt: '2026-11-01T00:00:00Z',
    apiKeyOfServer: secret,
  })
  const settings = settingsWith(secret)
  const changes = [row(3, settingsWith(`${secret}x`)), row(2, settings), row(1, {})]
  const body = { changes, pagination: { hasMore: false } }
  const front = await startFront(undefined, () => ({ status: 200, body }))
  const messages: Reply[] = []
  const start = () => {
    const credentials = { baseUrl: front.url, appUrl: front.url, apiKey: 'an-unknown-key', keySource: 'test' }
    const folders = { XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), ...compileCache() }
    const remote = startLoader({ credentials }, folders, builtLoader)
    remote.on('message', (message: Reply) => messages.push(structuredClone(message)))
    return remote
  }
  const loader = createProcessLoader(start, () => NOW)
  const queries = createQueries(loader, () => NOW)
  onTestFinished(async () => {
    queries.close()
    await loader.close()
    await front.close()
  })
  const ready = async (name: 'revisions' | 'comparison', params: never) => {
    const stop = queries.watch(name, params, () => {})
    await until(
      () => queries.read(name, params).is === 'ready',
      () => JSON.stringify(queries.read(name, params)),
    )
    stop()
    return queries.read(name, params) as unknown as { is: 'ready'; now: { data: never } }
  }
  const states = [
    await ready('revisions', { limit: 3 } as never),
    await ready('comparison', { before: 1, after: 2 } as never),
    await ready('comparison', { before: 2, after: 3 } as never),
  ]
  const revealed = await queries.reveal(2, [
    { is: 'member', name: 'env' },
    { is: 'member', name: 'API_TOKEN' },
  ])
  expect(revealed).toBe(secret)
  states.push(await ready('revisions', { limit: 4 } as never))
  const { changes: found } = (states[2] as { now: { data: { changes: { path: never }[] } } }).now.data
  // Each place of the secret is listed as a change.
  const places = found.map(({ path }) => pathText(path))
  for (const place of ['env.API_TOKEN', 'env.nested.list', 'customModels[cm_1].apiKey', 'authHeader', 'unheardOf'])
    expect(places.some((path) => path.startsWith(place))).toBe(true)

  const others = messages.filter((reply) => !('result' in reply && reply.result === secret))
  expect(messages.length - others.length).toBe(1)
  await loader.close()
  const files = textsIn(home)
  const seen = [
    ...files,
    ...others.map((message) => `${JSON.stringify(message, withBigints)}${serialize(message).toString('latin1')}`),
    JSON.stringify(loader.requests()),
    JSON.stringify(states),
    JSON.stringify(shownSettings(states)),
  ]
  // Check that the searched texts contain the stored and sent data.
  for (const known of ['4711', 'cloudProfile', 'unheardOf', 'remember ']) {
    expect(files.some((text) => text.includes(known))).toBe(true)
    expect(others.some((message) => JSON.stringify(message, withBigints).includes(known))).toBe(true)
  }
  for (const text of seen) expect(secretsIn(text)).toEqual([])
})

const withBigints = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

test('the search finds every form of a secret', () => {
  for (const secret of Object.values(forms)) {
    expect(secretsIn(JSON.stringify(settingsWith(secret)))).not.toEqual([])
    expect(secretsIn(JSON.stringify({ note: secret.slice(2) }))).not.toEqual([])
  }
})

const service = fileService({
  now: () => NOW,
  prepare: async (store) => {
    for (const [at, settings] of canaryRevisions.entries()) {
      const [revision, updatedAt] = [at + 1, `2026-11-1${at}T12:00:00Z`]
      const user = { id: 'u1', email: 'ann@example.com', name: 'Ann' }
      await store.revisions.put(revision, JSON.stringify({ revision, settings, user, updatedAt }))
    }
  },
})

const lines: string[][] = [
  ...['table', 'json'].map((format) => ['overview', '--from', '2026-11-09', '--to', '2026-11-20', '--format', format]),
  ...FORMATS.flatMap((format) => [
    ['controls', 'history', '--all', '--format', format],
    ['controls', 'diff', '--format', format],
    ['controls', 'blame', '["as plain"]', '--format', format],
    ['controls', 'blame', '["as hex"].byPlace.env', '--format', format],
  ]),
  ...['unified', 'split', 'json-patch'].map((style) => ['controls', 'diff', '1', '3', '--style', style]),
  ['controls', 'diff', '2', '3', '--style', 'unified', '--path', '**.byPlace'],
  ['controls', 'show', '--format', 'table'],
  ['controls', 'show', '2', '--json'],
]

test.each(lines.map((line) => [line.join(' '), line] as const))('qd %s prints no secret', async (_, line) => {
  const options = { url: service.url, key: service.keys.owner }
  for (const words of [line, [...line, '--verbose']]) {
    const { out, err, code } = await runQd(words, options)
    // Not every command supports every format. The error must not contain a secret, either.
    expect([0, 2]).toContain(code)
    expect(code === 2 || out.includes('as plain') || out.includes('env') || out.includes('Ann')).toBe(true)
    expect(secretsIn(out)).toEqual([])
    expect(secretsIn(err)).toEqual([])
    // The internal marks of masked secrets are not printed, because they contain a hash of the secret.
    expect(out + err).not.toMatch(/[\u{e000}-\u{f8ff}]|\\u[ef][0-8]/iu)
  }
})

test('the search finds the secrets in the unmasked response', async () => {
  const path = '/api/v0/organization/enterprise-controls/history'
  const { out } = await runQd(['api', path], { url: service.url, key: service.keys.owner })
  expect(secretsIn(out)).toEqual(expect.arrayContaining(['escaped as JSON', 'base64', 'quiet-otter', 'hex']))
})
