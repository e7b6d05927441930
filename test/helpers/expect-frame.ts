import { expect } from 'vitest'
import type { ScreenName } from '../../screens/kit/screen/names.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import type { Organisation } from './demos.ts'
import type { OpenedScreen, OpenOptions } from './screen.tsx'
import { openView, toView } from './views.ts'

/**
 * A screen once it is loaded, after each key loaded again; every frame on the way there had exactly the window's rows, none
 * wider than the window.
 */
export const loadedFrame = async (
  organisation: Organisation,
  screen: ScreenName,
  { columns = 80, rows = 24, ...options }: OpenOptions,
  keys: readonly string[] = [],
) => {
  const opened = await openView(organisation, screen, { columns, rows, ...options })
  for (const key of keys) await toView(opened, [key])
  return fittingFrame(opened, columns, rows)
}

/** What is on the screen; every frame on the way there had exactly the window's rows, none wider than the window. */
export const fittingFrame = (opened: OpenedScreen, columns: number, rows: number): string => {
  for (const frame of opened.frames()) {
    expect(frame).toHaveLength(rows)
    expect(Math.max(...frame.map(textWidth))).toBeLessThanOrEqual(columns)
  }
  return opened.frame().join('\n')
}

/** What may stand in a frame besides our own styles: no control of either set, no bidi, no separators. */
export const expectHarmless = (rows: readonly string[], columns: number, height: number): void => {
  expect(rows).toHaveLength(height)
  for (const row of rows) {
    // Only whole styles that the theme uses.
    const text = row.replaceAll(/\x1b\[(?:\d+|[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|22;2)m/g, '')
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/)
    expect(text.isWellFormed()).toBe(true)
    expect([textWidth(text) <= columns, text]).toEqual([true, text])
  }
}
