import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWatched, watchdog } from '../faults/stall-faults.ts'
import { open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'

const stalls = {
  waitForLock: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)',
  // Read the clock rarely: each reading is a system call.
  calculate: 'while (process.cpuUsage().user < 1_500_000) for (let at = 0; at < 1e7; at++);',
}

test.each(Object.entries(stalls))('the watchdog of `npm run faults` reports a stall in %s', async (name, code) => {
  const file = join(makeFolder(), 'watchdog.ndjson')
  const program = `setTimeout(function ${name}() { ${code}; setTimeout(() => {}, 200) }, 1_000)`
  const args = ['--import', watchdog, '--eval', program]
  const opened = open({ executable: process.execPath, args, env: { WATCHDOG_FILE: file } })
  await opened.exited
  const found = readWatched(file, 0).stalls
  expect(found).toContainEqual(expect.stringContaining(`"${name} [eval]:`))
})
