import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { helpLine, helpRows } from '../../../../screens/app/overlays/help-rows.ts'
import { SCREEN_NAMES } from '../../../../screens/kit/screen/names.ts'
import { screens } from '../../../../screens/table.ts'
import { SIGN_ROWS, type SignName, signsFor } from '../../../../src/domain/text/signs.ts'
import { textWidth } from '../../../../src/domain/text/width.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'
import { startDemo } from '../../../helpers/demos.ts'
import { openScreen } from '../../../helpers/screen.tsx'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })

test.each(SCREEN_NAMES)('the help of %s fits every window and cuts no summary', (name) => {
  const screen = screens[name]
  for (let width = 60; width <= 130; width += 1) {
    const lines = helpRows(screen, [], width, theme).map((row) =>
      stripVTControlCharacters(helpLine(row, undefined, theme)),
    )
    expect(lines.filter((line) => textWidth(line.trimEnd()) > width)).toEqual([])
    const heading = lines
      .slice(
        0,
        lines.findIndex((line) => line.trim() === ''),
      )
      .map((line) => line.trim())
    expect(heading.join(' ').replace(/ +/g, ' ')).toBe(`${screen.title} ${screen.summary}`)
  }
})

test('two groups of keys of the same length are side by side', () => {
  const [first, ...others] = screens.usage.keys
  const second = others.find(({ group }) => group !== first?.group)
  const keys = [first, second].filter((binding) => binding !== undefined)
  const rows = helpRows({ ...screens.usage, keys, notes: [] }, [], 120, theme)
  expect(rows.filter((row) => row.filter(({ item }) => item?.binding).length === 2)).toHaveLength(1)
})

test.each([true, false])('each sign is explained at the end; in ASCII: %s', (isAscii) => {
  const signs = signsFor(isAscii)
  const rows = helpRows(screens.usage, [], 120, createTheme({ colors: 'none', background: 'dark', isAscii }))
  const text =
    rows
      .map((row) => row.map((cell) => cell.text).join(''))
      .join('\n')
      .split('SIGNS')[1] ?? ''
  const plain = stripVTControlCharacters(text)
  for (const name of Object.keys(signs) as SignName[])
    expect(plain).toContain(`${signs[name]} ${SIGN_ROWS[name].means}`)
})

test('a key is found by its help or its name and run from the list; a key of another view shows a notice', async () => {
  const opened = await openScreen(await startDemo(), { screen: 'controls', columns: 80, rows: 24 })
  await opened.loaded()
  const selected = () => opened.frame().find((row) => row.startsWith('▌'))
  await opened.press('?')
  expect(selected()).toMatch(/^▌j Down +next row$/)
  await opened.press('/', ...'copy comm')
  expect(opened.frame().slice(3, 5)).toEqual([expect.stringMatching(/^▌Y +copy the command for this screen/), ''])
  await opened.press('Enter')
  await opened.frameWith('Sent to the terminal: qd controls history')
  expect(opened.copied).toHaveLength(1)
  await opened.press('?', '/', 'x')
  expect(selected()).toMatch(/^▌x +when opened: show or hide the secret/)
  await opened.press('Enter')
  await opened.frameWith('This key works only in another view: show or hide the secret (15 s).')
  await opened.press('Esc', 'G')
  expect(selected()).toBe('▌◐ running')
  await opened.press('Enter')
  await opened.frameWith('This line is a note, not a key.')
  await opened.press('/', ...'zzzz')
  await opened.frameWith('No matching keys.')
  await opened.press('Esc', 'Esc')
  await opened.frameWith((frame) => frame.at(-1)?.includes('= qd controls history') ?? false)
})
