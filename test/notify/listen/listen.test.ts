import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { createPostOnce } from '../../../src/client/post-once.ts'
import { sendThrough } from '../../../src/notify/channels/channels.ts'
import { signatureOf, WEBHOOK_HEADERS } from '../../../src/notify/channels/signature.ts'
import { listen } from '../../../src/notify/listen/listen.ts'
import { destination, message, recordingTools } from '../../helpers/channel.ts'
import { NOW } from '../../helpers/demos.ts'

const start = async (secret = 'shared') => {
  const events: Record<string, unknown>[] = []
  const refusals: string[] = []
  let time = NOW
  const listener = await listen({
    port: 0,
    secret,
    now: () => time,
    onEvent: (event) => events.push(event),
    onRefusal: (sentence) => refusals.push(sentence),
  })
  onTestFinished(() => listener.close())
  const post = async (headers: Record<string, string>, body: string) =>
    (await request(listener.url, { method: 'POST', headers, body })).statusCode
  return {
    ...listener,
    events,
    refusals,
    post,
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('what the webhook signs the listener takes, once', async () => {
  const { url, events, refusals } = await start()
  const { tools } = recordingTools({ post: createPostOnce({}) })
  const own = destination(
    { kind: 'webhook', secretFrom: 'QUARTERDECK_S' },
    { address: url, env: { QUARTERDECK_S: 'shared' } },
  )
  expect(await sendThrough(message(), own as never, tools)).toEqual({ is: 'sent', why: 'answered 204' })
  expect(events).toEqual([expect.objectContaining({ hook_event_name: 'Stop', session_id: 's1' })])
  expect(await sendThrough(message(), own as never, tools)).toMatchObject({ is: 'failed', why: 'answered 409' })
  const other = { ...own, env: { QUARTERDECK_S: 'another' } }
  expect(await sendThrough(message({ id: 'other' }), other as never, tools)).toMatchObject({ why: 'answered 401' })
  expect([events.length, refusals]).toEqual([
    1,
    [
      'A request came before: it was refused.',
      'A request has a signature of another secret, or was changed: it was refused.',
    ],
  ])
})

test('nothing that is unsigned, changed, of another time or no object is printed', async () => {
  const { post, events, pass } = await start()
  const timestamp = String(Math.floor(NOW / 1000))
  const signed = (body: string, id = 'a', at = timestamp) => ({
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: at,
    [WEBHOOK_HEADERS.signature]: signatureOf('shared', at, id, body),
  })
  expect(await post({}, '{}')).toBe(401)
  expect(await post(signed('{}'), '{ }')).toBe(401)
  expect(await post({ ...signed('{}'), [WEBHOOK_HEADERS.id]: 'b' }, '{}')).toBe(401)
  expect(await post({ ...signed('{}'), [WEBHOOK_HEADERS.timestamp]: String(Number(timestamp) + 1) }, '{}')).toBe(401)
  expect(await post(signed('{}', 'a', 'soon'), '{}')).toBe(401)
  expect(await post(signed('[1]'), '[1]')).toBe(401)
  expect(await post(signed('x'.repeat(3_000_000)), 'x'.repeat(3_000_000))).toBe(401)
  expect(events).toEqual([])
  pass(301_000)
  expect(await post(signed('{}'), '{}')).toBe(401)
  pass(-2_000)
  expect(await post(signed('{}'), '{}')).toBe(204)
  expect(events).toEqual([{}])
})
