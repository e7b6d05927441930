import { defineConfig } from 'vitest/config'

/** Where to leave a report for .ci/run to count; absent: none. */
const reportPath = process.env.TEST_REPORT

/** These start processes, and some of them want the machine's own clock. */
const apart = ['test/{app,cache,e2e,helpers,safety}/**/*.test.{ts,tsx}']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // End-to-end tests start processes and wait for what a user would see.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One core less by default, which on two cores takes half as long again.
    maxWorkers: '100%',
    ...(reportPath && { reporters: ['default', 'json'], outputFile: { json: reportPath } }),
    // The zone of the machine must not matter; one that is not UTC shows where it does.
    env: { TZ: 'Pacific/Auckland' },
    projects: [
      { extends: true, test: { name: 'apart', include: apart } },
      // A process for each file takes longer than most files do.
      {
        extends: true,
        test: { name: 'together', include: ['test/**/*.test.{ts,tsx}'], exclude: apart, isolate: false },
      },
    ],
  },
})
