import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.{ts,tsx}'],
    // End-to-end tests start processes and wait for what a user would see.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // The zone of the machine must not matter; one that is not UTC shows where it does.
    env: { TZ: 'Pacific/Auckland' },
  },
})
