import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCREEN_NAMES } from '../../../screens/kit/names.ts'
import { startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'

// The other tests of screens draw with Ink as it is built into the program. This file alone gets Ink and React as they come, and
// React's development build, which complains of what it sees: see test/vitest.config.ts.

const complaints: unknown[][] = []
beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => vi.restoreAllMocks())

test.each(SCREEN_NAMES)(
  '%s is the same drawn by Ink as it comes, and React has nothing to complain of',
  async (screen) => {
    expect(process.env.NODE_ENV).toBe('development')
    const frame = await loadedFrame(await startDemo(), { screen, columns: 120, rows: 36 }, ['j'])
    await expect(frame).toMatchFileSnapshot(`frames/${screen}-shipped-120x36.txt`)
    expect(complaints).toEqual([])
  },
)
