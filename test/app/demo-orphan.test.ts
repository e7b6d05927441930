import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../helpers/make-folder.ts'

/** Written by the build, which npm test runs first. */
const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

/** Runs its arguments as a child process, as the explorer does, and prints the process id. */
const parentCode = `
const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'inherit', 'inherit'] })
console.log(child.pid)
setInterval(() => {}, 1e6)`

test('the service of a demo ends when the explorer is killed, even while it generates data', async () => {
  const folder = makeFolder()
  const data = join(folder, 'demo.db')
  // Generating so many people takes minutes.
  const args = [program, 'serve', '--demo', '--users', '20000', '--data', data, '--end-with-parent']
  const env = { PATH: process.env.PATH, HOME: folder }
  const parent = spawn(process.execPath, ['-e', parentCode, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [printed] = await once(parent.stdout, 'data')
  const service = Number(String(printed))
  onTestFinished(() => void parent.kill('SIGKILL'))
  await expect.poll(() => existsSync(`${data}-wal`)).toBe(true)
  let hasEnded = false
  parent.stdout.resume().once('end', () => {
    hasEnded = true
  })
  parent.kill('SIGKILL')
  // Only the service still has an end of the pipe.
  await expect
    .poll(() => hasEnded)
    .toBe(true)
    .catch((error) => {
      process.kill(service, 'SIGKILL')
      throw error
    })
})
