import { expect } from 'vitest'
import { textWidth } from '../../src/domain/text/width.ts'
import type { OpenedScreen } from './screen.tsx'

/** The current frame. Also expects that every frame so far had exactly the window's rows, none wider than the window. */
export const fittingFrame = (opened: OpenedScreen, columns: number, rows: number): string => {
  for (const frame of opened.frames()) {
    expect(frame).toHaveLength(rows)
    expect(Math.max(...frame.map(textWidth))).toBeLessThanOrEqual(columns)
  }
  return opened.frame().join('\n')
}

/** Expects that a frame, apart from our own styles, has no C0 or C1 controls, no bidi characters and no separators. */
export const expectHarmless = (rows: readonly string[], columns: number, height: number): void => {
  expect(rows).toHaveLength(height)
  for (const row of rows) {
    // Only complete styles of the theme.
    const text = row.replaceAll(/\x1b\[(?:\d+|[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|22;2)m/g, '')
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/)
    expect(text.isWellFormed()).toBe(true)
    expect([textWidth(text) <= columns, text]).toEqual([true, text])
  }
}
