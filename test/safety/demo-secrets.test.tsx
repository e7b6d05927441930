import { beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { commandsNamed } from '../../src/commands/command-table.ts'
import { FORMATS } from '../../src/commands/kit/output-format.ts'
import { type Organisation, startDemo } from '../helpers/demos.ts'
import { runQd } from '../helpers/run-qd.ts'
import { openScreen } from '../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

/** What the settings of the demo hold where a real organisation has its secrets. */
const SECRET = /demo-secret|sk-9f2c7a41|sk-0c55e1f7/

test('the demo has secrets to show', async () => {
  const credentials = { baseUrl: demo.url, appUrl: demo.url, apiKey: demo.key, keySource: 'test' }
  const client = createClient({ credentials, env: {} })
  const { raw } = await client.call('controlsHistory', { query: { limit: 100 } })
  await client.close()
  const texts = (raw as { changes: unknown[] }).changes.slice(0, 6).map((change) => JSON.stringify(change))
  // Among those that the overview reads, or the tests below would prove nothing.
  expect(texts.every((text) => SECRET.test(text))).toBe(true)
})

test.each(FORMATS)('qd overview --format %s shows no secret of the settings', async (format) => {
  for (const isOutputTerminal of [true, false]) {
    const { out, err, code } = await runQd(['overview', '--format', format, '--compare', 'prev', '--verbose'], {
      url: demo.url,
      key: demo.key,
      isOutputTerminal,
      columns: 200,
    })
    const isPrinted = (await commandsNamed('overview'))[0]?.formats.includes(format)
    expect(code).toBe(isPrinted ? 0 : 2)
    if (isPrinted) expect(out).toContain('418')
    expect(out).not.toMatch(SECRET)
    expect(err).not.toMatch(SECRET)
  }
})

test('no other command that prints rows shows a secret of the settings', async () => {
  for (const { name } of await commandsNamed('analytics'))
    for (const format of FORMATS) {
      const { out, err, code } = await runQd([...name.split(' '), '--format', format], { url: demo.url, key: demo.key })
      expect(code).toBe(0)
      expect(out + err).not.toMatch(SECRET)
    }
})

test.each([
  [60, 16],
  [120, 36],
  [200, 60],
])('the Overview screen at %ix%i shows no secret of the settings, whatever is pressed', async (columns, rows) => {
  const opened = await openScreen(demo, { columns, rows })
  await opened.loaded()
  await opened.press('j', 'j', 'Tab', 'j', 'G', '?', 'Esc', 'Y', 'Enter', '-')
  await opened.loaded()
  const shown = opened.frames().map((frame) => frame.join('\n'))
  expect(shown.some((frame) => frame.includes('customModels') || frame.includes('418'))).toBe(true)
  for (const frame of shown) expect(frame).not.toMatch(SECRET)
  for (const text of opened.copied) expect(text).not.toMatch(SECRET)
})
