import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../src/service/start-service.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { openProgram } from '../helpers/pty.ts'

/** A service behind a server that sends of the first archive only the beginning, and then nothing more. */
const startSlowService = async () => {
  const service = await startService({ demo: { users: 2, days: 3, seed: 1 } })
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
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await service.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, service }
}

test('connect, edit a computer, export, look elsewhere, cancel, export again, read a page, delete by typing', async () => {
  const { url, service } = await startSlowService()
  const home = makeFolder()
  const folder = join(home, 'work')
  mkdirSync(folder)
  const folders = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home }
  const explorer = openProgram({ cols: 140, rows: 36, env: folders, cwd: folder })
  onTestFinished(() => explorer.close())

  await explorer.waitFor('C or :connect shows your own')
  explorer.type(':connect\r')
  await explorer.waitFor('Connect an organisation')
  explorer.type('acme\r')
  explorer.paste(url)
  explorer.press('Enter Enter')
  await explorer.waitFor('kept in the system keychain')
  explorer.press('j Enter')
  explorer.paste(service.keys.owner)
  explorer.press('Enter')
  await explorer.waitFor('acme is connected: both addresses know the key.')
  await explorer.waitFor('acme > Overview')

  explorer.press('6')
  await explorer.waitFor('12 computers')
  explorer.press('/ l y r a Enter')
  await explorer.waitFor('1 of 12')
  explorer.press('a e')
  await explorer.waitFor('Edit lyra')
  explorer.type('-eu')
  await explorer.waitFor('lyra-eu')
  explorer.press('Enter Enter Enter')
  await explorer.waitFor('Changed the name of lyra.')

  explorer.press('8')
  await explorer.waitFor('5 runs')
  explorer.press('/')
  explorer.type('checkout\r')
  await explorer.waitFor('1 of 5')
  explorer.press('x')
  await explorer.waitFor('Export the wiki of checkout')
  explorer.press('Enter')
  await explorer.waitFor('1 export running')
  await explorer.waitFor((screen) => /\d+ %/.test(screen.join('\n')))
  explorer.press('7')
  await explorer.waitFor('acme > Keys')
  await explorer.waitFor(([head = '']) => head.includes('jobs 1'))
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.checkout-wiki\.zip\.\w+\.part$/)])
  explorer.press('&')
  await explorer.waitFor('Export checkout')
  explorer.press('x')
  await explorer.waitFor('cancelled')
  await expect.poll(() => readdirSync(folder)).toEqual([])
  explorer.press('q 8')
  await explorer.waitFor('acme > Wiki')

  explorer.press('x')
  await explorer.waitFor('Export the wiki of checkout')
  explorer.press('Enter')
  await explorer.waitFor('1 finished')
  expect(readdirSync(folder)).toEqual(['checkout-wiki.zip'])
  explorer.press('Enter')
  await explorer.waitFor('verified')
  explorer.press('G')
  await explorer.waitFor((screen) => screen.some((row) => /│ # ?\S|# \S/.test(row)))
  explorer.press('q')
  await explorer.waitFor('1 finished')

  explorer.press('a d')
  await explorer.waitFor('type wiki_checkout')
  explorer.type('wiki_check\r')
  await explorer.waitFor('not yet wiki_checkout')
  explorer.type('out\r')
  await explorer.waitFor('Deleted wiki_checkout.')
  const gone = await fetch(`${service.url}/api/v0/wiki/wiki_checkout`, {
    headers: { authorization: `Bearer ${service.keys.owner}` },
  })
  expect(gone.status).toBe(404)
  // On a screen where nothing is under way it asks once.
  explorer.press('^c')
  await explorer.waitFor('Ctrl-C once more quits')
  explorer.press('^c')
  expect((await explorer.exited).code).toBe(0)
  expect(existsSync(join(folder, 'checkout-wiki.zip'))).toBe(true)
  expect(explorer.isAlternateScreen).toBe(false)
})
