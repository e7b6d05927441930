import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { answer, type Behaviour, hang, redirect, startFaultyServer } from '../../../helpers/faulty-server.ts'
import { failureOf, makeFolder } from '../../../helpers/make-folder.ts'
import { clientOf, ownService, ownSource } from '../../../helpers/own-service.ts'
import { zipFile } from '../../../helpers/zip-file.ts'

const KEY = 'qd-key-of-a-test'
const whole = zipFile([{ name: 'a.md', content: '# A' }])
const zip = answer(200, whole, { 'content-length': String(whole.length) })

const serverThat = async (behaviour: Behaviour) => {
  const server = await startFaultyServer(behaviour)
  onTestFinished(() => server.close())
  return server
}

/** An export from a server that answers in one way, into a folder of its own. */
const open = async (behaviour: Behaviour) => {
  const server = await serverThat(behaviour)
  const folder = makeFolder()
  const { loader } = ownSource(clientOf(server.url, KEY))
  const path = join(folder, 'a.zip')
  const exportWiki = (signal?: AbortSignal) =>
    loader.actions.exportWiki({ wikiRunId: 'wr_1', path, mayReplace: false }, { signal })
  return { server, folder, path, exportWiki }
}

/** A body that breaks off after its first bytes. */
const cut: Behaviour = (_, response, socket) => {
  response.writeHead(200, { 'content-length': String(whole.length) })
  response.write(whole.subarray(0, 20), () => socket.resetAndDestroy())
}
/** One that goes on for ever. */
const slow: Behaviour = (_, response) => {
  response.writeHead(200)
  response.write(whole.subarray(0, 20))
}

test('an archive is there when it has come, also where a redirect or a link leads, which no key follows', async () => {
  const direct = await open(zip)
  expect(await direct.exportWiki()).toEqual({ path: direct.path, sizeBytes: whole.length, files: 1 })
  expect(readFileSync(direct.path)).toEqual(whole)
  expect(direct.server.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`)

  const store = await serverThat(zip)
  for (const behaviour of [redirect(302, `${store.url}/signed?a=1`), answer(200, { url: `${store.url}/signed` })]) {
    const { exportWiki, path } = await open(behaviour)
    await exportWiki()
    expect(readFileSync(path)).toEqual(whole)
  }
  expect(store.received).toHaveLength(2)
  for (const { headers } of store.received) {
    expect(JSON.stringify(headers)).not.toContain(KEY)
    expect(headers.authorization).toBeUndefined()
  }
})

test('a run tells its last export while the file of it is there, until it is deleted or forgotten', async () => {
  const { loader, ledger } = await ownService()
  const path = join(makeFolder(), 'a.zip')
  const told = async () => {
    const { data } = await loader.load('wikiRuns', {}, { isForced: true })
    return data.rows.find(({ id }) => id === 'wiki_checkout')?.lastExport
  }
  const exportWiki = () => loader.actions.exportWiki({ wikiRunId: 'wiki_checkout', path, mayReplace: true })
  expect(await told()).toBeUndefined()
  const { sizeBytes, files } = await exportWiki()
  const exported = { path, sizeBytes, files, at: expect.any(Number) }
  expect(await told()).toEqual(exported)

  appendFileSync(path, 'changed by somebody')
  expect(await told()).toBeUndefined()
  await exportWiki()
  rmSync(path)
  expect(await told()).toBeUndefined()
  expect(ledger.lastExports().size).toBe(0)

  await exportWiki()
  loader.actions.forgetId('wikiRuns', 'wiki_checkout')
  expect(await told()).toBeUndefined()
  await exportWiki()
  expect(await told()).toEqual(exported)
  await loader.actions.change('deleteWiki', { params: { wikiRunId: 'wiki_checkout' } })
  expect(ledger.lastExports().size).toBe(0)
  expect(readFileSync(path)).toHaveLength(sizeBytes)
})

test.each([
  ['is cut', cut, 'unreachable'],
  ['is empty', answer(200, ''), 'failed'],
  ['is a web page', answer(200, '<html><title>Sign in</title>'), 'failed'],
  ['is no archive', answer(200, 'hello, this is no archive at all'), 'failed'],
  ['is a bomb', answer(200, zipFile([{ name: 'b', content: Buffer.alloc(1_000_000) }])), 'failed'],
  ['climbs', answer(200, zipFile([{ name: '../b' }])), 'failed'],
  ['is announced to be larger than may be', answer(200, whole, { 'content-length': String(3 * 1024 ** 3) }), 'failed'],
  ['is refused', answer(403, { status: 403, title: 'Forbidden', detail: 'cloud sync is off' }), 'refused'],
  ['is not there', answer(404, { status: 404, title: 'Not Found', detail: 'no such run' }), 'notFound'],
] as const)('of an export that %s nothing is left', async (_, behaviour, kind) => {
  const { exportWiki, folder } = await open(behaviour)
  expect(await failureOf(exportWiki())).toMatchObject({ kind })
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['a run that does not exist', 404, true],
  ['an id that the server rejects', 400, true],
  ['a run of a server that fails', 500, false],
])('whether an export of %s (%i) needs no look later: %s', async (_, status, isOwn) => {
  const { url } = await serverThat(answer(status, { status, title: 'x', detail: 'y' }))
  const { loader, ledger } = ownSource(clientOf(url, KEY))
  await failureOf(loader.actions.exportWiki({ wikiRunId: 'nope', path: join(makeFolder(), 'a.zip'), mayReplace: true }))
  expect([...ledger.failedExports().keys()]).toEqual(isOwn ? [] : ['nope'])
})

test.each([
  ['before it has begun', hang],
  ['on its way', slow],
] as const)('an export that is cancelled %s leaves nothing', async (_, behaviour) => {
  const { exportWiki, folder, server } = await open(behaviour)
  const controller = new AbortController()
  const ended = failureOf(exportWiki(controller.signal))
  await expect.poll(() => server.received.length).toBe(1)
  await expect.poll(() => readdirSync(folder)).toHaveLength(1)
  controller.abort()
  expect(await ended).toMatchObject({ kind: 'interrupted' })
  expect(readdirSync(folder)).toEqual([])
})
