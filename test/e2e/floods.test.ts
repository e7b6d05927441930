import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { flooded } from '../faults/flood-faults.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService({ demo: { users: 5, days: 20, seed: 1 } })
})
afterAll(() => service.close())

// A short share of what `npm run faults` types.
test.each(['keys that mean something', 'a paste without an end'])(
  '%s in a flood is drawn no longer than it lasts, and the terminal is what it was',
  async (name) => {
    const env = { QUARTERDECK_BASE_URL: service.url, QUARTERDECK_API_KEY: service.keys.owner }
    expect(await flooded(name, [80, 24], env)).toBeUndefined()
  },
)
