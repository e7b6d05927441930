import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'
import type { OpenOptions } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

/** The screen without its row of tabs. */
const frameAt = async (columns: number, rows: number, options: OpenOptions = {}, ...keys: string[]) => {
  const frame = await loadedFrame(demo, { columns, rows, screen: 'ci', ...options }, keys)
  return frame
    .split('\n')
    .filter((_, y) => y !== 1)
    .join('\n')
}

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))
/** Other widths are those of all screens: see widths.test.tsx. */
const sizes = [
  [60, 16],
  [120, 30],
] as const

test.each(sizes)('the list of jobs at %ix%i, what needs care first', async (columns, rows) => {
  const frame = await frameAt(columns, rows, {}, 's', 's')
  await expect(frame).toMatchFileSnapshot(fileOf(`ci-${columns}x${rows}`))
})

test.each(sizes)('a job at %ix%i', async (columns, rows) => {
  const frame = await frameAt(columns, rows, {}, 'n', 'Enter')
  await expect(frame).toMatchFileSnapshot(fileOf(`ci-job-${columns}x${rows}`))
})

test('without Unicode every sign has an ASCII form', async () => {
  const frame = await frameAt(100, 24, { theme: { isAscii: true, colors: 'none' } }, '/', 'p', 'a', 'y', 'Enter')
  expect(frame).toMatch(/^[\x20-\x7e\n]*$/)
  await expect(frame).toMatchFileSnapshot(fileOf('ci-ascii-100x24'))
})
