import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../../../src/ui/terminal/run-program.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const env = { PATH: process.env.PATH }
const sh = (script: string, options: { input?: string; env?: Record<string, string | undefined> } = {}) =>
  startProgram(['sh', '-c', script], { env, input: '', ...options })

const makeFile = (): string => join(makeFolder(), 'file')

test.each([0, 3])('the end of a program has its status, %i, and its duration', async (status) => {
  const end = await sh(`sleep 0.2; exit ${status}`).ended
  expect(end).toMatchObject({ is: 'ended', status })
  expect('lastedMs' in end && end.lastedMs).toBeGreaterThan(190)
})

test.each([
  ['no-such-program', 'ENOENT'],
  ['/', 'EACCES'],
  ['', 'ENOENT'],
  ['a\0b', 'ENOENT'],
])('%j is not started', async (name, code) => {
  expect(await startProgram([name], { env, input: '' }).ended).toEqual({ is: 'notStarted', code })
})

test('a program gets all of a long text, its arguments without a shell, and the environment without the key', async () => {
  const file = makeFile()
  const text = 'größe\n'.repeat(1_000_000)
  await sh(`cat > '${file}'`, { input: text }).ended
  expect(readFileSync(file, 'utf8') === text).toBe(true)
  const words = ['$HOME', '`id`', ';', 'a b', '"', "'"]
  const script = `printf '%s\\n' "$@" > '${file}'; env >> '${file}'`
  const own = { ...env, QUARTERDECK_API_KEY: 'canary', OTHER: 'other' }
  await startProgram(['sh', '-c', script, 'sh', ...words], { env: own, input: '' }).ended
  const written = readFileSync(file, 'utf8')
  expect(written.startsWith(`${words.join('\n')}\n`)).toBe(true)
  expect(written).toContain('OTHER=other')
  expect(written).not.toContain('canary')
})

test('a program that exits before it has read the whole text has succeeded', async () => {
  expect(await sh('head -c 10 > /dev/null', { input: 'x'.repeat(5_000_000) }).ended).toMatchObject({ status: 0 })
  expect(await sh('exit 0', { input: 'x'.repeat(5_000_000) }).ended).toMatchObject({ status: 0 })
})

test('a stopped program ends; if it ignores that, it is killed a second later', async () => {
  const ready = makeFile()
  const polite = sh(`sleep 30 & trap "kill $!; exit 0" TERM; echo > '${ready}'; wait`)
  await expect.poll(() => existsSync(ready)).toBe(true)
  polite.stop()
  expect(await polite.ended).toMatchObject({ is: 'ended', status: 0 })

  const file = makeFile()
  const stubborn = sh(`trap '' TERM; echo > '${file}'; while :; do sleep 0.1; done`)
  await expect.poll(() => existsSync(file)).toBe(true)
  stubborn.stop()
  stubborn.stop()
  const end = await stubborn.ended
  expect(end).toMatchObject({ is: 'killed', signal: 'SIGKILL' })
})
