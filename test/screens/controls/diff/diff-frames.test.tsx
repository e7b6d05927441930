import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../../helpers/demos.ts'
import { fittingFrame } from '../../../helpers/expect-frame.ts'
import { type OpenOptions, openScreen } from '../../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

/** What differs between 414 and 418; every frame on the way there had exactly the window's rows, none wider than the window. */
const diffFrame = async (columns: number, rows: number, keys: readonly string[], options: OpenOptions = {}) => {
  const opened = await openScreen(demo, { columns, rows, screen: 'controls', ...options })
  await opened.frameWith((frame) => /latest \d+/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.press('Enter', '(', '(', '(', ...keys)
  // The keys have rested once it is known who changed it last.
  await opened.frameWith((frame) => rows < 20 || /(?:last changed|first seen) in \d+/.test(frame.join('\n')))
  return fittingFrame(opened, columns, rows)
}

const fileOf = (name: string): string => fileURLToPath(new URL(`../frames/${name}.txt`, import.meta.url))

const sizes = [
  [60, 16],
  [80, 24],
  [120, 36],
  [160, 36],
  [200, 50],
] as const

test.each(sizes)('what differs between revisions as a tree at %ix%i', async (columns, rows) => {
  const frame = await diffFrame(columns, rows, ['j'])
  await expect(frame).toMatchFileSnapshot(fileOf(`controls-diff-${columns}x${rows}`))
})

test.each(sizes)('the same as unified text at %ix%i', async (columns, rows) => {
  const frame = await diffFrame(columns, rows, ['j', 'z', 's'])
  await expect(frame).toMatchFileSnapshot(fileOf(`controls-diff-unified-${columns}x${rows}`))
})

test.each(sizes)('the same side by side at %ix%i, which below 100 columns is unified text', async (columns, rows) => {
  const frame = await diffFrame(columns, rows, ['j', 'z', 's', 'z', 's'])
  await expect(frame).toMatchFileSnapshot(fileOf(`controls-diff-split-${columns}x${rows}`))
})

test('the detail alone at 60x16', async () => {
  await expect(await diffFrame(60, 16, ['j', 'Tab'])).toMatchFileSnapshot(fileOf('controls-diff-detail-60x16'))
})

test('the tree in ASCII at 100x24', async () => {
  const frame = await diffFrame(100, 24, ['w'], { theme: { isAscii: true, colors: 'none' } })
  expect(frame).toMatch(/^[\x20-\x7e\n]*$/)
  await expect(frame).toMatchFileSnapshot(fileOf('controls-diff-ascii-100x24'))
})
