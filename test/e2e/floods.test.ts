import { expect, test } from 'vitest'
import { flooded } from '../faults/flood-faults.ts'
import { fileService } from '../helpers/e2e.ts'

const service = fileService({ demo: { users: 5, days: 20, seed: 1 } })

// A short share of what `npm run faults` types.
const floods = ['bound keys', 'a paste without an end']
test.each(floods)('after a flood of %s the explorer responds, and quitting restores the terminal', async (name) => {
  const env = service.env
  expect(await flooded(name, [80, 24], env)).toBeUndefined()
})
