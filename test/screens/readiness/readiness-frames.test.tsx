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
  const frame = await loadedFrame(demo, { columns, rows, screen: 'readiness', ...options }, keys)
  return frame
    .split('\n')
    .filter((_, y) => y !== 1)
    .join('\n')
}

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))
/** Other widths are those of all screens: see widths.test.tsx. */
const sizes = [
  [60, 16],
  [120, 36],
] as const

test.each(sizes)('the list of repositories at %ix%i', async (columns, rows) => {
  const frame = await frameAt(columns, rows)
  await expect(frame).toMatchFileSnapshot(fileOf(`readiness-${columns}x${rows}`))
})

test.each(sizes)('a report at %ix%i, at its first failing criterion', async (columns, rows) => {
  const frame = await frameAt(columns, rows, {}, 'j', 'Enter', 'n')
  await expect(frame).toMatchFileSnapshot(fileOf(`readiness-report-${columns}x${rows}`))
})

test('two reports compared', async () => {
  const frame = await frameAt(120, 36, {}, 'j', 'Enter', 'd', 'j')
  await expect(frame).toMatchFileSnapshot(fileOf('readiness-compared-120x36'))
})

test('the reports of a repository', async () => {
  const frame = await frameAt(120, 30, {}, 'j', 'Enter', 'd', 'Tab')
  await expect(frame).toMatchFileSnapshot(fileOf('readiness-reports-120x30'))
})

test('the shortest way to the next level', async () => {
  const frame = await frameAt(120, 30, {}, 'j', 'Enter', 'w', 'j')
  await expect(frame).toMatchFileSnapshot(fileOf('readiness-way-120x30'))
})

test('one criterion in all repositories', async () => {
  const frame = await frameAt(80, 24, {}, 'j', 'Enter', 'n', 'Enter')
  await expect(frame).toMatchFileSnapshot(fileOf('readiness-criterion-80x24'))
})

test('without Unicode every sign has an ASCII form', async () => {
  const frame = await frameAt(100, 24, { theme: { isAscii: true, colors: 'none' } }, 'j', 'Enter', 'n')
  // A repository of the demo is named in Japanese, but this is another one.
  expect(frame).toMatch(/^[\x20-\x7e\n]*$/)
  await expect(frame).toMatchFileSnapshot(fileOf('readiness-report-ascii-100x24'))
})
