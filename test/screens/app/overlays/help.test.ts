import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { helpLines } from '../../../../screens/app/overlays/help.ts'
import { screens } from '../../../../screens/app/table.ts'
import { SCREEN_NAMES } from '../../../../screens/kit/screen/names.ts'
import { textWidth } from '../../../../src/domain/text/width.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })

test.each(SCREEN_NAMES)('the help of %s keeps within every window, and cuts no summary', (name) => {
  const screen = screens[name]
  for (let width = 60; width <= 130; width += 1) {
    const lines = helpLines(screen, [], width, theme).map(stripVTControlCharacters)
    expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
    const heading = lines.slice(0, lines.indexOf('')).map((line) => line.trim())
    expect(heading.join(' ').replace(/ +/g, ' ')).toBe(`${screen.title} ${screen.summary}`)
  }
})
