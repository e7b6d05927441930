import { expect, test } from 'vitest'
import { networkFaults } from '../faults/network-faults.ts'

// A tenth of the attempts of these rows of `npm run faults`.
test.each(networkFaults)('$name: the exit status fits; errors say what failed, where and what to do', async (fault) => {
  expect((await fault.run(Math.ceil(fault.count / 10))).notes).toEqual([])
})
