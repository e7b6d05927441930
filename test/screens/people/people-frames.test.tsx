import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'
import { type OpenOptions, openScreen } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const uncompared: OpenOptions = { theme: { isAscii: true }, state: { isComparing: false } }

test.each<[name: string, columns: number, rows: number, keys: string[], options?: OpenOptions]>([
  ['people', 60, 16, []],
  ['people', 80, 24, []],
  ['people', 120, 36, []],
  ['people', 200, 30, []],
  ['people-uncompared-ascii', 80, 20, [], uncompared],
  ['single-days', 80, 20, ['z', 'd']],
  ['person', 60, 16, ['Enter']],
  ['person', 80, 24, ['j', 'Enter']],
  ['person-by-tools', 120, 36, ['j', 'Enter', 'l', 'l', 'j']],
  ['person', 200, 30, ['Enter']],
  ['marked-people', 80, 30, ['Space', 'j', 'Space', '=']],
  ['many-marked-people', 60, 20, ['Space', 'Space', 'Space', 'Space', '=', 'l', 'l', 'l']],
])('%s at %ix%i', async (name, columns, rows, keys, options = {}) => {
  const frame = await loadedFrame(demo, { columns, rows, screen: 'people', ...options }, keys)
  // In ASCII names are cut with the terminal's own sign.
  if (options.theme?.isAscii) expect(frame).toMatch(/^[\x20-\x7e\n]*$/)
  const file = fileURLToPath(new URL(`frames/${name}-${columns}x${rows}.txt`, import.meta.url))
  await expect(frame).toMatchFileSnapshot(file)
})

test.each([
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 40],
] as const)('nothing on People moves while it loads at %ix%i', async (columns, rows) => {
  const opened = await openScreen(undefined, { columns, rows, screen: 'people' })
  opened.connect(demo)
  const last = await opened.loaded((frame) => frame.join().includes('11 people'))
  const heading = last.findIndex((row) => row.includes('PERSON'))
  const rules = (frame: readonly string[]) => frame.flatMap((row, y) => (/^─+$/.test(row) ? [y] : []))
  const frames = opened.frames().filter((frame) => frame.length === rows)
  expect(frames.some((frame) => frame.join().includes('loading people'))).toBe(true)
  for (const frame of frames) {
    expect(frame[heading]).toBe(last[heading])
    expect(rules(frame)).toEqual(rules(last))
    expect(frame.at(-1)).toContain(' = qd ')
  }
})

test('zp takes the selected person away from below the list and brings them back', async () => {
  const opened = await openScreen(demo, { columns: 100, rows: 24, screen: 'people' })
  await opened.loaded()
  const rules = () => opened.frame().filter((row) => /^─+$/.test(row)).length
  expect(rules()).toBe(3)
  expect(opened.frame().at(-5)).toMatch(/^ c\.dubois@northwind\.example +user_/)
  await opened.press('j')
  await opened.frameWith((frame) => /^ a\.chen@northwind\.example +user_/.test(frame.at(-5) ?? ''))
  await opened.press('z', 'p')
  expect(rules()).toBe(2)
  await opened.press('z', 'p')
  expect(rules()).toBe(3)
  await opened.resize(100, 18)
  await opened.press('z', 'p')
  expect(opened.frame().at(-1)).toContain('There is no room for it below the list')
})
