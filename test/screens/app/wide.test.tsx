import { expect, test } from 'vitest'
import { SCREEN_NAMES } from '../../../screens/kit/screen/names.ts'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

/**
 * Rows, other than of charts, in which 75 cells or more part a thing from what is told of it. The first rows are the frame's, as is
 * the last.
 */
const tornRows = (frame: readonly string[]): string[] =>
  frame.slice(3, -2).filter((row) => /[^\s│┤] {75,}[^\s│]/.test(row))

for (const screen of SCREEN_NAMES)
  test(`at 200 columns nothing on ${screen} stands 75 cells from its name`, async () => {
    const opened = await openScreen(demo, { columns: 200, rows: 60, screen })
    await opened.loaded()
    expect(tornRows(opened.frame())).toEqual([])
    await opened.press('Enter')
    await opened.loaded()
    expect(tornRows(opened.frame())).toEqual([])
  })

test('the chart of Usage takes more of a tall and wide window', async () => {
  const sizeOf = async (columns: number, rows: number) => {
    const opened = await openScreen(demo, { columns, rows, screen: 'usage' })
    const frame = await opened.loaded((shown) => shown.some((row) => /0 ┼/.test(row)))
    const axis = frame.findIndex((row) => /0 ┼/.test(row))
    return { height: axis - 3, width: (frame[axis] ?? '').trimEnd().length }
  }
  const [small, large] = [await sizeOf(120, 36), await sizeOf(200, 60)]
  expect(large.height).toBeGreaterThan(small.height * 1.5)
  expect(large.width).toBeGreaterThan(small.width * 1.5)
})

test('in a tall window the chart of a person takes what the days leave', async () => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen: 'people' })
  await opened.loaded()
  await opened.press('Enter')
  const frame = await opened.loaded((shown) => shown.some((row) => / 0 ┼/.test(row)))
  expect(frame.slice(3, -2).filter((row) => row === '')).toEqual([])
})

test('in a tall window Usage shows the course of the selected row where its table has few rows', async () => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen: 'usage' })
  const frame = await opened.loaded((shown) => shown.includes(' sonnet by day'))
  expect(frame.slice(3, -2).filter((row) => row === '').length).toBeLessThanOrEqual(2)
  await opened.press('j')
  await opened.frameWith(' opus by day')
})
