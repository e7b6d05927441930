import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS } from '../../src/commands/kit/output-format.ts'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { NOW } from '../helpers/demos.ts'
import { runQd } from '../helpers/run-qd.ts'
import { forms, secretsIn, settingsWith } from './canary-settings.ts'

const settingsOf = (end: string) =>
  Object.fromEntries(Object.entries(forms).map(([name, secret]) => [`as ${name}`, settingsWith(`${secret}${end}`)]))

let service: RunningService
beforeAll(async () => {
  service = await startService({
    now: () => NOW,
    prepare: (store) => {
      for (const [at, settings] of [{}, settingsOf(''), settingsOf('x')].entries()) {
        const [revision, updatedAt] = [at + 1, `2026-11-1${at}T12:00:00Z`]
        const user = { id: 'u1', email: 'ann@example.com', name: 'Ann' }
        store.revisions.put(revision, JSON.stringify({ revision, settings, user, updatedAt }))
      }
    },
  })
})
afterAll(() => service.close())

const lines: string[][] = [
  ...FORMATS.flatMap((format) => [
    ['history', '--all', '--format', format],
    ['diff', '--format', format],
    ['blame', '["as plain"]', '--format', format],
    ['blame', '["as hex"].byPlace.env', '--format', format],
  ]),
  ...['unified', 'split', 'json-patch'].map((style) => ['diff', '1', '3', '--style', style]),
  ['diff', '2', '3', '--style', 'unified', '--path', '**.byPlace'],
  ['show', '--format', 'table'],
  ['show', '2', '--json'],
]

test.each(lines.map((line) => [line.join(' '), line] as const))(
  'qd controls %s gives away no secret',
  async (_, line) => {
    const options = { url: service.url, key: service.keys.owner }
    for (const words of [line, [...line, '--verbose']]) {
      const { out, err, code } = await runQd(['controls', ...words], options)
      // Not every command has every format; what it says then holds none either.
      expect([0, 2]).toContain(code)
      expect(code === 2 || out.includes('as plain') || out.includes('env') || out.includes('Ann')).toBe(true)
      expect(secretsIn(out)).toEqual([])
      expect(secretsIn(err)).toEqual([])
      // Nor what stands for one, by which it could be guessed at.
      expect(out + err).not.toMatch(/[\u{e000}-\u{f8ff}]|\\u[ef][0-8]/iu)
    }
  },
)

test('what is searched is found in the answer as it came', async () => {
  const path = '/api/v0/organization/enterprise-controls/history'
  const { out } = await runQd(['api', path], { url: service.url, key: service.keys.owner })
  expect(secretsIn(out)).toEqual(expect.arrayContaining(['escaped as JSON', 'base64', 'quiet-otter', 'hex']))
})
