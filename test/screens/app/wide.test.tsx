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

test('in a tall window the chart of a person takes what the days leave', async () => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen: 'people' })
  await opened.loaded()
  await opened.press('Enter')
  const frame = await opened.loaded((shown) => shown.some((row) => / 0 ┼/.test(row)))
  expect(frame.slice(3, -2).filter((row) => row === '')).toEqual([])
})
