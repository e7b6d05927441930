import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SlowestFiles } from './helpers/slowest-files.ts'

// React's production build, as in the built program: the development build doubles the cost of a frame. STRICT=1 runs all tests with
// the development build, and so in StrictMode.
const isStrict = process.env.STRICT !== undefined
process.env.NODE_ENV = isStrict ? 'development' : 'production'

/** The file for a JSON report, from which .ci/run counts the tests; undefined: no report. */
const reportPath = process.env.TEST_REPORT

/** Always with React's development build. */
const strictMode = ['test/screens/app/strict-mode.test.tsx']

// A path of Windows too: pathname would begin with a slash there.
const root = fileURLToPath(new URL('..', import.meta.url))

const shared = {
  root,
  setupFiles: ['test/helpers/set-clock.ts', 'test/helpers/set-seed.ts'],
  // End-to-end tests start processes and wait for their screens, which can take minutes on a busy machine.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 45_000 } },
  // A time zone other than UTC, so that a test fails if the time zone of the machine matters.
  env: {
    TZ: 'Pacific/Auckland',
    // Many tests start the same programs, which are then compiled only once.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  },
}

export default defineConfig({
  test: {
    ...shared,
    // End-to-end tests mostly wait for a process that they started: one file more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', new SlowestFiles(), ...(reportPath ? ['json'] : [])],
    ...(reportPath && { outputFile: { json: reportPath } }),
    projects: [
      // A process for each file takes longer than most files do.
      {
        extends: true,
        test: { name: 'together', include: ['test/**/*.test.{ts,tsx}'], exclude: strictMode, isolate: false },
      },
      {
        test: { ...shared, name: 'strict mode', include: strictMode, env: { ...shared.env, NODE_ENV: 'development' } },
      },
    ],
  },
})
