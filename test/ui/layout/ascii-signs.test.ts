import { expect, test } from 'vitest'
import { withAsciiSigns } from '../../../src/ui/layout/ascii-signs.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'

test('signs of our texts have ASCII forms of the same width', () => {
  const line = 'Nov 07–20 … ≈204k · row’s ↑↓←→ — ••'
  expect(withAsciiSigns(line)).toBe("Nov 07-20 ~ ~204k . row's ^v<> - **")
  expect(styledWidth(withAsciiSigns(line))).toBe(styledWidth(line))
})

test('foreign text stays what it is', () => {
  expect(withAsciiSigns('お知らせ é ▲')).toBe('お知らせ é ▲')
})
