import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readHelper } from '../../../src/config/keys/profile-key.ts'
import { failureOf } from '../../helpers/make-folder.ts'

const CANARY = 'canary-in-what-a-helper-says'
const name = 'the helper of the profile acme'
const env = { ...process.env, QUARTERDECK_API_KEY: CANARY }

const node = (script: string, ...args: string[]) => [process.execPath, '-e', script, ...args]
const read = (argv: string[], limitMs?: number) => readHelper(argv, { env, name, ...(limitMs && { limitMs }) })

test('what it prints is answered as it is', async () => {
  await expect(read(node('console.log("key-1")'))).resolves.toBe('key-1\n')
})

test('its arguments meet no shell', async () => {
  const args = ['$(id)', '; echo x', '*', 'a b', '"']
  await expect(read(node('console.log(JSON.stringify(process.argv.slice(1)))', ...args))).resolves.toBe(
    `${JSON.stringify(args)}\n`,
  )
})

test('it is not handed the key of the environment, and its standard input is empty', async () => {
  const script =
    'process.stdin.on("data", () => process.exit(9)).on("end", () => console.log(JSON.stringify(process.env)))'
  const printed = await read(node(script))
  expect(JSON.parse(printed)).toMatchObject({ PATH: process.env.PATH })
  expect(printed).not.toContain(CANARY)
})

test.each([
  ['that fails', node(`console.log("${CANARY}"); console.error("${CANARY}"); process.exit(3)`), 'ended with status 3'],
  ['that is killed', node('process.kill(process.pid, "SIGTERM")'), 'ended with SIGTERM'],
  ['that there is not', ['/nowhere/helper'], 'was not found'],
  ['that is no program', ['/dev/null'], 'EACCES'],
  ['with a NUL in its name', ['a\0b'], 'cannot be started'],
  ['that prints for ever', node(`for (;;) console.log("${CANARY}".repeat(100))`), 'printed more than 16384 bytes'],
  ['that prints a byte too much', node('process.stdout.write("x".repeat(16385))'), 'printed more than 16384 bytes'],
])('a helper %s is told in a sentence, without what it printed', async (_, argv, words) => {
  const error = await failureOf(read(argv))
  expect(error).toMatchObject({ name: 'AppError', kind: 'failed' })
  expect(error.message).toMatch(/^No key, as the helper of the profile acme \(.*\) .*\.$/s)
  expect(error.message).toContain(words)
  expect(inspect(error)).not.toContain(CANARY)
})

test('16 KiB are not too much', async () => {
  await expect(read(node('process.stdout.write("x".repeat(16384))'))).resolves.toHaveLength(16_384)
})

test('one that hangs is ended, also when it does not want to', async () => {
  const hangs = node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)')
  expect((await failureOf(read(hangs, 300))).message).toContain('did not end within 0.3 s')
})
