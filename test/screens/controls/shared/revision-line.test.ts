import { expect, test } from 'vitest'
import { revisionLine } from '../../../../screens/controls/shared/revision-line.ts'
import { textWidth } from '../../../../src/domain/text/width.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const revisions = Array.from({ length: 12 }, (_, at) => ({
  revision: 418 - at,
  updatedAt: new Date(Date.UTC(2026, 10, 20 - at)).toISOString(),
}))
const drawn = (a: number, b: number, width: number, of = revisions) =>
  revisionLine(of, a, b, width, theme).replace(/\x1b\[\d+m/g, '')

test('all revisions have their days if they fit, otherwise only the two compared ones, otherwise none', () => {
  expect(drawn(2, 0, 80)).toBe(' …414 16 Nov──415 17 Nov──[416 18 Nov]──417 19 Nov──[418 20 Nov] latest')
  expect(drawn(5, 0, 80)).toBe(' …410──411──412──[413 15 Nov]──414──415──416──417──[418 20 Nov] latest')
  expect(drawn(9, 0, 66)).toBe(' [409]…410──411──412──413──414──415──416──417──[418] latest')
})

test('a revision without a time has no day, and no line is wider than its window', () => {
  expect(
    drawn(1, 0, 60, [
      { revision: 2, updatedAt: 'x' },
      { revision: 1, updatedAt: '' },
    ]),
  ).toBe(' [1]──[2] latest')
  for (let width = 30; width < 200; width += 1)
    for (const a of [1, 5, 11]) expect(textWidth(drawn(a, 0, width))).toBeLessThanOrEqual(width)
})
