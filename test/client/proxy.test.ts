import { createServer as createHttp } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { proxySecrets } from '../../src/client/dispatchers.ts'
import { answer } from '../helpers/faulty-server.ts'
import { bench, errorOf } from './setup.ts'

const clientBehind = (env: Record<string, string>, baseUrl: string) => {
  const credentials = { baseUrl, appUrl: baseUrl, apiKey: 'a-key', keySource: 'QUARTERDECK_API_KEY' }
  const client = createClient({ credentials, env, limits: { tries: 1 } })
  onTestFinished(() => client.close())
  return client
}

test('an unreachable proxy is named instead of the host', async () => {
  const proxy = '127.0.0.1:9'
  const client = clientBehind({ HTTPS_PROXY: `http://name:secret-pass@${proxy}` }, 'https://api.example')
  const error = await errorOf(client.call('ciJobs', {}))
  expect(error.message).toBe(
    `Couldn't reach the proxy ${proxy} for api.example: check HTTPS_PROXY and NO_PROXY (ECONNREFUSED).`,
  )
})

test('a stray % in a proxy password is sent and masked literally', async () => {
  const logins: (string | undefined)[] = []
  const proxy = createHttp().on('connect', ({ headers }, socket) => {
    logins.push(headers['proxy-authorization'])
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })
  const { port } = await new Promise<{ port: number }>((resolve) => {
    proxy.listen(0, '127.0.0.1', () => resolve(proxy.address() as { port: number }))
  })
  onTestFinished(() => void proxy.close())
  for (const [written, meant] of [
    ['50%off', '50%off'],
    ['a%40%', 'a@%'],
    ['%zz%25', '%zz%'],
  ]) {
    const env = { HTTPS_PROXY: `http://na%me:${written}@127.0.0.1:${port}` }
    const client = clientBehind(env, 'https://api.example')
    const refused = { kind: 'unreachable', message: expect.stringContaining('api.example') }
    expect(await errorOf(client.call('ciJobs', {}))).toMatchObject(refused)
    expect(logins.at(-1)).toBe(`Basic ${Buffer.from(`na%me:${meant}`).toString('base64')}`)
    expect(proxySecrets(env)).toEqual(expect.arrayContaining([written, meant]))
  }
})

test.each([
  [
    'http://name:%FF@proxy.example:8080',
    'The user name or password in HTTPS_PROXY or HTTP_PROXY is not percent-encoded UTF-8: write % as %25.',
  ],
  ['not an address', expect.any(String)],
])('a proxy %s is refused before anything is sent', async (proxy, message) => {
  const client = clientBehind({ HTTPS_PROXY: proxy }, 'https://api.example')
  expect(await errorOf(client.call('ciJobs', {}))).toMatchObject({ kind: 'usage', message })
})

test('errors name the host itself if it needs no proxy', async () => {
  const proxy = 'http://127.0.0.1:9'
  for (const left of ['host.invalid', '.invalid', 'other.example, *.invalid:443']) {
    const client = clientBehind({ HTTPS_PROXY: proxy, NO_PROXY: left }, 'https://host.invalid')
    const error = await errorOf(client.call('ciJobs', {}))
    expect(error.message).toContain('host.invalid')
    expect(error.message).not.toContain('proxy')
  }
})

test('a redirect to an address with a user name is refused, and the error gives that reason', async () => {
  const { client, server } = await bench([
    (received, response, socket) =>
      answer(302, '', { location: `http://name:pass@${received.headers.host}/x` })(received, response, socket),
  ])
  const error = await errorOf(client.call('ciJobs', {}))
  expect(error.message).toBe(
    `${new URL(server.url).host} redirects (302) to an address with a user name or password, which is not followed; check the address.`,
  )
})
