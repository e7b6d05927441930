import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readHelper } from '../../../src/config/keys/profile-key.ts'
import { failureOf } from '../../helpers/make-folder.ts'

const CANARY = 'canary-in-what-a-helper-says'
const name = 'the helper of the profile acme'
const env = { ...process.env, QUARTERDECK_API_KEY: CANARY }

const node = (script: string, ...args: string[]) => [process.execPath, '-e', script, ...args]
const read = (argv: string[], limitMs?: number) => readHelper(argv, { env, name, ...(limitMs && { limitMs }) })

test("a helper's output is returned unchanged, up to 16 KiB, and no shell interprets its arguments", async () => {
  const args = ['$(id)', '; echo x', '*', 'a b', '"']
  await expect(read(node('console.log(JSON.stringify(process.argv.slice(1)))', ...args))).resolves.toBe(
    `${JSON.stringify(args)}\n`,
  )
  await expect(read(node('process.stdout.write("x".repeat(16384))'))).resolves.toHaveLength(16_384)
})

test('a helper gets neither the key of the environment nor standard input', async () => {
  const script =
    'process.stdin.on("data", () => process.exit(9)).on("end", () => console.log(JSON.stringify(process.env)))'
  const printed = await read(node(script))
  expect(JSON.parse(printed)).toMatchObject({ PATH: process.env.PATH })
  expect(printed).not.toContain(CANARY)
})

test.each([
  ['that fails', node(`console.log("${CANARY}"); console.error("${CANARY}"); process.exit(3)`), 'exited with status 3'],
  ['that is killed', node('process.kill(process.pid, "SIGTERM")'), 'was ended by SIGTERM'],
  ['that does not exist', ['/nowhere/helper'], 'was not found'],
  ['that is not executable', ['/dev/null'], 'EACCES'],
  ['with a NUL in its name', ['a\0b'], "can't be started"],
  ['that prints forever', node(`for (;;) console.log("${CANARY}".repeat(100))`), 'printed more than 16384 bytes'],
  ['that prints one byte too many', node('process.stdout.write("x".repeat(16385))'), 'printed more than 16384 bytes'],
])('a helper %s is an error of one sentence, without its output', async (_, argv, words) => {
  const error = await failureOf(read(argv))
  expect(error).toMatchObject({ name: 'AppError', kind: 'failed' })
  expect(error.message).toMatch(/^No key: the helper of the profile acme \(.*\) .*\.$/s)
  expect(error.message).toContain(words)
  expect(inspect(error)).not.toContain(CANARY)
})

test('a helper that hangs is killed', async () => {
  const hangs = node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)')
  expect((await failureOf(read(hangs, 300))).message).toContain('did not exit within 0.3 s')
})
