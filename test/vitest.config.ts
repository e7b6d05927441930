import { defineConfig } from 'vitest/config'

/** Where to leave a report for .ci/run to count; absent: none. */
const reportPath = process.env.TEST_REPORT

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.{ts,tsx}'],
    // End-to-end tests start processes and wait for what a user would see.
    testTimeout: 30_000,
    // One core less by default, which on two cores takes half as long again.
    maxWorkers: '100%',
    hookTimeout: 30_000,
    ...(reportPath && { reporters: ['default', 'json'], outputFile: { json: reportPath } }),
    // The zone of the machine must not matter; one that is not UTC shows where it does.
    env: { TZ: 'Pacific/Auckland' },
  },
})
