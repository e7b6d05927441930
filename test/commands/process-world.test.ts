import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { answer, hang, startFaultyServer } from '../helpers/faulty-server.ts'
import { startOrganisation, type TestOrganisation } from './organisation.ts'

let organisation: TestOrganisation
beforeAll(async () => {
  organisation = await startOrganisation()
})
afterAll(() => organisation.close())

const source = new URL('../../src/commands/', import.meta.url)
// What main does with a command line, without the explorer and the service.
const program = `
  import { runCommandLine } from '${source}index.ts'
  import { createProcessWorld } from '${source}process-world.ts'
  const none = async () => {}
  const world = createProcessWorld({ version: '1', screens: [], openExplorer: none, serve: none })
  process.exitCode = await runCommandLine(process.argv.slice(1), world)
`

const start = (argv: string[], url: string, key = organisation.keys.owner): ChildProcess => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, '--', ...argv], {
    env: { PATH: process.env.PATH, QUARTERDECK_BASE_URL: url, QUARTERDECK_API_KEY: key },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const textOf = async (stream: AsyncIterable<Buffer> | null): Promise<string> => {
  let text = ''
  for await (const piece of stream ?? []) text += piece.toString()
  return text
}

test('a process prints its result and ends by itself', async () => {
  // By path, as a real process judges days by the real clock.
  const child = start(['api', '/api/v1/analytics/tokens?startDate=2026-11-18&endDate=2026-11-18'], organisation.url)
  const [out, err, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')])
  expect([err, JSON.parse(out || '{"data":[]}').data.length, code]).toEqual(['', 1, 0])
})

test('a key comes from standard input', async () => {
  const child = start(['api', '/api/v0/automations/ci/jobs', '--key-stdin'], organisation.url, 'not-the-key-of-anyone')
  child.stdin?.end(`${organisation.keys.owner}\n`)
  const [out, [code]] = await Promise.all([textOf(child.stdout), once(child, 'close')])
  expect([out, code]).toEqual(['{"jobs":[]}', 0])
})

test('a reader that goes away ends it quietly with 0', async () => {
  const server = await startFaultyServer(answer(200, { text: 'x'.repeat(4_000_000) }))
  onTestFinished(() => server.close())
  const child = start(['api', '/big'], server.url)
  await once(child.stdout ?? child, 'readable')
  child.stdout?.destroy()
  const [err, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')])
  expect([err, code]).toEqual(['', 0])
})

test('Ctrl-C while waiting for an answer exits with 130', async () => {
  const server = await startFaultyServer(hang)
  onTestFinished(() => server.close())
  const child = start(['api', '/slow'], server.url)
  while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  const [out, [code]] = await Promise.all([textOf(child.stdout), once(child, 'close')])
  expect([out, code]).toEqual(['', 130])
})
