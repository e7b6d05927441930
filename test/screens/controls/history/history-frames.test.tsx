import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { NOW, type Organisation, startDemo } from '../../../helpers/demos.ts'
import { fittingFrame } from '../../../helpers/expect-frame.ts'
import { type OpenOptions, openScreen } from '../../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

/** The screen after these keys; every frame on the way there had exactly the window's rows, none wider than the window. */
const frameAfter = async (columns: number, rows: number, keys: readonly string[], options: OpenOptions = {}) => {
  const opened = await openScreen(demo, { columns, rows, screen: 'controls', ...options })
  await opened.frameWith((frame) => /latest \d+|\d+ new/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.frameWith((frame) => !frame.join('\n').includes('comparing'))
  await opened.press(...keys)
  return fittingFrame(opened, columns, rows)
}

const fileOf = (name: string): string => fileURLToPath(new URL(`../frames/${name}.txt`, import.meta.url))

const sizes = [
  [60, 16],
  [80, 24],
  [120, 30],
  [160, 36],
] as const

test.each(sizes)('revisions that are new since the last look at %ix%i', async (columns, rows) => {
  const looks = { last: () => ({ revision: 415, at: NOW - 3 * 86_400_000 }), saw: () => {} }
  const frame = await frameAfter(columns, rows, ['n'], { looks })
  await expect(frame).toMatchFileSnapshot(fileOf(`controls-new-${columns}x${rows}`))
})

test.each(sizes)('the whole settings of a revision at %ix%i', async (columns, rows) => {
  const frame = await frameAfter(columns, rows, ['j', 'Enter', 'Enter', 'n'])
  await expect(frame).toMatchFileSnapshot(fileOf(`controls-settings-${columns}x${rows}`))
})

test.each(sizes)('who changed a path at %ix%i', async (columns, rows) => {
  const frame = await frameAfter(columns, rows, ['Enter', 'b', 'j'])
  await expect(frame).toMatchFileSnapshot(fileOf(`controls-blame-${columns}x${rows}`))
})

test('settings and who changed them in ASCII', async () => {
  const options = { theme: { isAscii: true } } as const
  const settings = await frameAfter(100, 24, ['Enter', 'Enter', 'h'], options)
  await expect(settings).toMatchFileSnapshot(fileOf('controls-settings-ascii-100x24'))
  const blame = await frameAfter(100, 24, ['Enter', 'b'], options)
  await expect(blame).toMatchFileSnapshot(fileOf('controls-blame-ascii-100x24'))
  for (const frame of [settings, blame]) expect(frame).toMatch(/^[\x20-\x7e\n陳美玲査読]*$/u)
})
