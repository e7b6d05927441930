import { expect, test } from 'vitest'
import { SCREEN_NAMES } from '../../../screens/kit/screen/names.ts'
import { startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'

// plain-ink.test.tsx expects the same frames of Ink as it comes.
test.each(SCREEN_NAMES)('%s is drawn by Ink as the build ships it', async (screen) => {
  expect(process.env.NODE_ENV).toBe('production')
  const frame = await loadedFrame(await startDemo(), { screen, columns: 120, rows: 36 }, ['j'])
  await expect(frame).toMatchFileSnapshot(`frames/${screen}-shipped-120x36.txt`)
})
