import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { type OpenOptions, openScreen } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

/** The loaded screen; every frame on the way there had exactly the window's rows, none wider than the window. */
const loadedFrame = async (columns: number, rows: number, options: OpenOptions = {}, ...keys: string[]) => {
  const opened = await openScreen(demo, { columns, rows, screen: 'controls', ...options })
  await opened.frameWith((frame) => /latest \d+/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.frameWith((frame) => !frame.join('\n').includes('comparing'))
  await opened.press(...keys)
  return fittingFrame(opened, columns, rows)
}

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))

test.each([
  [60, 16],
  [80, 24],
  [120, 30],
  [160, 36],
  [200, 30],
])('Controls at %ix%i', async (columns, rows) => {
  await expect(await loadedFrame(columns, rows)).toMatchFileSnapshot(fileOf(`controls-${columns}x${rows}`))
})

test('Controls in ASCII and with pseudonyms', async () => {
  const frame = await loadedFrame(100, 24, { theme: { isAscii: true }, state: { isPrivate: true } })
  // Pseudonyms are others each time, of the same length.
  const still = frame.replaceAll(/Person [\w-]+/g, (name) => 'Person'.padEnd(name.length, '#'))
  await expect(still).toMatchFileSnapshot(fileOf('controls-ascii-private-100x24'))
})
