import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'

const service = fileService({ demo: { users: 2, days: 3, seed: 1 } })

/** A server in front of the service that sends only the first half of the first archive. */
const startSlowFront = async () => {
  let exports = 0
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const { authorization = '', 'content-type': kind } = headers
    const body = method === 'GET' ? undefined : await buffer(request)
    const answer = await fetch(service.url + url, {
      method,
      headers: { authorization, ...(kind && { 'content-type': kind }) },
      ...(body?.length && { body: new Uint8Array(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      'content-length': bytes.length,
    })
    if (url.endsWith('/export') && ++exports === 1) response.write(bytes.subarray(0, bytes.length / 2))
    else response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('connect, edit a computer, export, switch screens, cancel, export again, read a page, and delete', async () => {
  const url = await startSlowFront()
  const home = makeFolder()
  const folder = join(home, 'work')
  mkdirSync(folder)
  const folders = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home }
  const explorer = open({ cols: 140, rows: 36, env: folders, cwd: folder })

  await explorer.waitFor('C to connect')
  await explorer.typeUntil(':connect\r', 'Connect an organisation')
  explorer.type('acme\r')
  explorer.paste(url)
  await explorer.pressUntil('Enter Enter', 'stored in the system keychain')
  explorer.press('j Enter')
  explorer.paste(service.keys.owner)
  await explorer.pressUntil('Enter', 'acme is connected: both addresses accept the key.')
  await explorer.waitFor('acme > Overview')

  await explorer.pressUntil('6', '12 computers')
  await explorer.pressUntil('/ l y r a Enter', '1 of 12')
  await explorer.pressUntil('a e', 'Edit lyra')
  await explorer.typeUntil('-eu', 'lyra-eu')
  await explorer.pressUntil('Enter Enter Enter', 'Changed the name of lyra.')

  await explorer.pressUntil('8', '5 runs')
  explorer.press('/')
  await explorer.typeUntil('checkout\r', '1 of 5')
  await explorer.pressUntil('x', 'Export the wiki of checkout')
  await explorer.pressUntil('Enter', '1 export running')
  await explorer.waitFor((screen) => /\d+ %/.test(screen.join('\n')))
  await explorer.pressUntil('7', 'acme > Keys')
  await explorer.waitFor(([head = '']) => head.includes('jobs 1'))
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.checkout-wiki\.zip\.\w+\.part$/)])
  await explorer.pressUntil('&', 'export wiki')
  await explorer.pressUntil('x', 'cancelled')
  await expect.poll(() => readdirSync(folder)).toEqual([])
  await explorer.pressUntil('q 8', 'acme > Wiki')

  await explorer.pressUntil('x', 'Export the wiki of checkout')
  await explorer.pressUntil('Enter', '1 finished')
  expect(readdirSync(folder)).toEqual(['checkout-wiki.zip'])
  await explorer.pressUntil('Enter', 'verified')
  // The loader process searches.
  await explorer.pressUntil('/', 'quoted phrase')
  await explorer.typeUntil('gateway\r', '6 lines in 3 pages')
  await explorer.pressUntil('n n n', 'Router: method')
  await explorer.pressUntil('Esc', '▾ Applications')
  await explorer.pressUntil('G', (screen) => screen.some((row) => /│ # ?\S|# \S/.test(row)))
  await explorer.pressUntil('q', '1 finished')

  await explorer.pressUntil('a d', 'type wiki_checkout')
  await explorer.typeUntil('wiki_check\r', 'type wiki_checkout exactly')
  await explorer.typeUntil('out\r', 'Deleted wiki_checkout.')
  expect((await service.ask('/api/v0/wiki/wiki_checkout')).status).toBe(404)
  // The first press also cancels a refresh that is still running after the deletion.
  await explorer.pressUntil('^c', 'Ctrl-C again to quit')
  explorer.press('^c')
  expect((await explorer.exited).code).toBe(0)
  expect(existsSync(join(folder, 'checkout-wiki.zip'))).toBe(true)
  expect(explorer.modes().isAlternateScreen).toBe(false)
})
