import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskedJson } from '../../src/client/masked.ts'
import { createRedactor, MASK } from '../../src/client/redact.ts'
import { answer, rawBytes } from '../helpers/faulty-server.ts'
import { forMany } from '../helpers/for-all.ts'
import { runQd } from '../helpers/run-qd.ts'
import { testServer } from '../helpers/test-server.ts'
import { bench, errorOf, KEY } from './setup.ts'

const byNumber = (text: string): string =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

test('the reason phrase of a wait and of an error does not show the key', async () => {
  const busy = rawBytes(`HTTP/1.1 503 ${KEY}\r\nContent-Length: 0\r\n\r\n`)
  const { client } = await bench([busy])
  const waits: string[] = []
  const error = await errorOf(client.call('ciJobs', {}, { onRetry: ({ why }) => waits.push(why) }))
  expect(waits).toHaveLength(2)
  expect(JSON.stringify([waits, error, error.message, client.log.entries()])).not.toContain('secret')
  const reply = await client.send({ method: 'GET', path: '/x' })
  expect(reply.statusText).toBe(MASK)
})

test('a key written with \\u escapes is masked in values and names', async () => {
  const body = `{"jobs":[{"id":"a","echo":"x${byNumber(KEY)}y","${byNumber(KEY)}":1}]}`
  const { client } = await bench([answer(200, body, { 'x-echo': KEY })])
  const { raw, body: read } = await client.call('ciJobs', {})
  expect(raw).toEqual({ jobs: [{ id: 'a', echo: `x${MASK}y`, [MASK]: 1 }] })
  expect(read).toEqual(raw)
  const sent = await client.send({ method: 'GET', path: '/x' })
  expect(sent).toMatchObject({ json: raw, text: JSON.stringify(raw), headers: { 'x-echo': MASK } })
})

test('a key written with \\u escapes is masked in JSON within JSON, and in text that is not JSON', () => {
  const redact = createRedactor([KEY])
  expect(redact(`{"detail": "${byNumber(KEY)}`)).toBe(`{"detail": "${MASK}`)
  expect(redact(`{"detail": "${byNumber(KEY).toUpperCase().replaceAll('\\U', '\\u')}`)).toBe(`{"detail": "${MASK}`)
  expect(redact(JSON.stringify(byNumber(KEY)))).toBe(`"${MASK}"`)
})

const awkwardKeys = ['true', 'null', '2026', '1.5e', '"id":', '{"jobs"', 'false,']
test.each(awkwardKeys)('masking the key %s leaves the JSON valid', async (key) => {
  const job = { id: 'true null 2026 1.5e false,', on: true, no: null, n: 2026, x: 1.5e21, list: [false, 1] }
  const { client } = await bench([answer(200, { jobs: [job] })], {}, key)
  const masked = { jobs: [{ ...job, id: createRedactor([key])(job.id) }] }
  expect((await client.call('ciJobs', {})).raw).toEqual(masked)
  expect(JSON.parse((await client.send({ method: 'GET', path: '/x' })).text)).toEqual(masked)
})

test.each(['json', 'ndjson', 'csv'])('masking a key of digits changes no number in %s', async (format) => {
  const row = { date: '2026-11-20', active_user_count: 20261120, echo: '20261120' }
  const server = await testServer(answer(200, { data: [row], meta: {} }))
  const argv = ['analytics', 'activity', '--last', '1d', '--format', format]
  const { out, code } = await runQd(argv, { url: server.url, key: '20261120' })
  expect(code).toBe(0)
  expect(out).toContain(format === 'csv' ? ',20261120' : '"active_user_count":20261120')
  expect(out).toContain(MASK)
})

test('in any JSON only strings are masked, and a value without the key is not copied', () => {
  const redact = createRedactor([KEY])
  const text = fc.oneof(fc.string(), fc.constantFrom(KEY, `a${KEY}`, encodeURIComponent(KEY)))
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, text, fc.double({ noNaN: true }), fc.boolean(), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  })).value
  forMany(2_000, json, (value) => {
    const written = JSON.stringify(value)
    const parsed: unknown = JSON.parse(written)
    const shown = maskedJson(written, parsed, redact)
    expect(redact(JSON.stringify(shown))).toBe(JSON.stringify(shown))
    if (redact(written) === written) expect(shown).toBe(parsed)
  })
})
