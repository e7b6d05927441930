import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answer, type Behaviour, hang } from '../../../helpers/faulty-server.ts'
import { failureOf, makeFolder } from '../../../helpers/make-folder.ts'
import { clientOf, ownService, ownSource } from '../../../helpers/own-service.ts'
import { testServer } from '../../../helpers/test-server.ts'
import { zipFile } from '../../../helpers/zip-file.ts'

const KEY = 'qd-key-of-a-test'
const whole = zipFile([{ name: 'a.md', content: '# A' }])
const zip = answer(200, whole, { 'content-length': String(whole.length) })

const serverThat = (behaviour: Behaviour) => testServer(behaviour)

/** Prepares an export into a new folder, from a server with one behaviour. */
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
/** A body that never ends. */
const slow: Behaviour = (_, response) => {
  response.writeHead(200)
  response.write(whole.subarray(0, 20))
}

test('an export writes the archive to its path', async () => {
  const { exportWiki, path } = await open(zip)
  expect(await exportWiki()).toEqual({ path, sizeBytes: whole.length, files: 1 })
  expect(readFileSync(path)).toEqual(whole)
})

test('a run lists its last export while the file is unchanged and the run is neither deleted nor forgotten', async () => {
  const { loader, ledger } = await ownService()
  const path = join(makeFolder(), 'a.zip')
  const lastExport = async () => {
    const { data } = await loader.load('wikiRuns', {}, { isForced: true })
    return data.rows.find(({ id }) => id === 'wiki_checkout')?.lastExport
  }
  const exportWiki = () => loader.actions.exportWiki({ wikiRunId: 'wiki_checkout', path, mayReplace: true })
  expect(await lastExport()).toBeUndefined()
  const { sizeBytes, files } = await exportWiki()
  const exported = { path, sizeBytes, files, at: expect.any(Number) }
  expect(await lastExport()).toEqual(exported)

  appendFileSync(path, 'changed')
  expect(await lastExport()).toBeUndefined()
  await exportWiki()
  rmSync(path)
  expect(await lastExport()).toBeUndefined()
  expect(ledger.lastExports().size).toBe(0)

  await exportWiki()
  loader.actions.forgetId('wikiRuns', 'wiki_checkout')
  expect(await lastExport()).toBeUndefined()
  await exportWiki()
  expect(await lastExport()).toEqual(exported)
  await loader.actions.change('deleteWiki', { params: { wikiRunId: 'wiki_checkout' } })
  expect(ledger.lastExports().size).toBe(0)
  expect(readFileSync(path)).toHaveLength(sizeBytes)
})

// save-archive.test.ts tests responses that are not archives.
test.each([
  ['is cut', cut, 'unreachable'],
  ['contains a path to a parent folder', answer(200, zipFile([{ name: '../b' }])), 'failed'],
  ['is refused', answer(403, { status: 403, title: 'Forbidden', detail: 'cloud sync is off' }), 'refused'],
] as const)('an export that %s leaves no file', async (_, behaviour, kind) => {
  const { exportWiki, folder } = await open(behaviour)
  expect(await failureOf(exportWiki())).toMatchObject({ kind })
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['a run that does not exist', 404, true],
  ['an id that the server rejects', 400, true],
  ['a run of a server that fails', 500, false],
])('a failed export of %s (%i) needs no attention: %s', async (_, status, isOwn) => {
  const { url } = await serverThat(answer(status, { status, title: 'x', detail: 'y' }))
  const { loader, ledger } = ownSource(clientOf(url, KEY))
  await failureOf(loader.actions.exportWiki({ wikiRunId: 'nope', path: join(makeFolder(), 'a.zip'), mayReplace: true }))
  expect([...ledger.failedExports().keys()]).toEqual(isOwn ? [] : ['nope'])
})

test.each([
  ['before the response begins', hang],
  ['while its body arrives', slow],
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
