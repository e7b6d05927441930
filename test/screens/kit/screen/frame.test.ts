import { expect, test } from 'vitest'
import { secondRow, type Tab } from '../../../../screens/kit/screen/frame.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const tabsWith = (active: string): Tab[] =>
  ['Overview', 'Usage', 'People', 'Readiness', 'Controls', 'CI'].map((title, at) => ({
    key: String(at + 1),
    title,
    isActive: title === active,
  }))
const shown = (active: string, width: number): string =>
  secondRow(tabsWith(active), width, theme, { command: ':', help: '?' }).replace(/\x1b\[\d+m/g, '')

test('the current screen always has a tab, and the number of hidden tabs is shown', () => {
  expect(shown('CI', 120)).toMatch(/^ 1 Overview {2}2 Usage {2}3 People {2}4 Readiness {2}5 Controls {2}6 CI /)
  expect(shown('CI', 60)).toMatch(/^ 1 Overview {2}2 Usage {2}\+3 more {2}6 CI +: command {3}\? help $/)
  expect(shown('Usage', 60)).toMatch(/^ 1 Overview {2}2 Usage {2}3 People {2}\+3 more {2}: /)
  for (let width = 60; width <= 130; width += 1) {
    for (const { title } of tabsWith('')) {
      const row = shown(title, width)
      expect(row).toHaveLength(width)
      expect(row).toContain(title)
      const listed = row.match(/\d [A-Z]\w+/g)?.length ?? 0
      const hidden = Number(/\+(\d) more/.exec(row)?.[1] ?? 0)
      expect(listed + hidden).toBe(6)
    }
  }
})
