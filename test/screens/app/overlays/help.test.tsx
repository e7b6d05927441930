import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { helpItems, helpLine, helpRows, noteRows } from '../../../../screens/app/overlays/help-rows.ts'
import { keysFor } from '../../../../screens/app/use-app-keys.ts'
import { FRAME_ROWS } from '../../../../screens/kit/screen/frame.ts'
import { SCREEN_NAMES } from '../../../../screens/kit/screen/names.ts'
import type { Screen } from '../../../../screens/kit/screen/screen.ts'
import { screens } from '../../../../screens/table.ts'
import { SIGN_ROWS, type SignName, signsFor } from '../../../../src/domain/text/signs.ts'
import { textWidth } from '../../../../src/domain/text/width.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'
import { startDemo } from '../../../helpers/demos.ts'
import { openScreen } from '../../../helpers/screen.tsx'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })

const drawnAt = (screen: Screen, width: number, height: number): string[] =>
  helpRows(screen, keysFor(screen.isByRange)(false).all, { width, height }, theme).map((row) =>
    stripVTControlCharacters(helpLine(row, undefined, theme)).trimEnd(),
  )

/** Rows of the body at 120x36. */
const BODY = 36 - FRAME_ROWS

test.each(SCREEN_NAMES)('the help of %s fits every width and cuts no text', (name) => {
  const screen = screens[name]
  for (let width = 60; width <= 240; width += 1) {
    const lines = drawnAt(screen, width, BODY)
    expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
    expect(lines.filter((line) => line.includes('…') && !line.includes('g1…g9'))).toEqual([])
    const heading = lines.slice(
      0,
      lines.findIndex((line) => line === '' || /^ [A-Z]{3}/.test(line)),
    )
    expect(heading.join(' ').replace(/ +/g, ' ').trim()).toBe(`${screen.title} ${screen.summary}`)
  }
})

test.each(SCREEN_NAMES)('the help of %s fits 120x36, with each meaning of its own keys before the others', (name) => {
  const screen = screens[name]
  const rows = helpRows(screen, keysFor(screen.isByRange)(false).all, { width: 120, height: BODY }, theme)
  expect(rows.length).toBeLessThanOrEqual(BODY)
  const listed = helpItems(rows).map(({ item }) => item.binding)
  for (const binding of screen.keys) {
    const meanings = [binding.help ?? binding.sortsBy, binding.inside].filter((text) => text !== undefined)
    expect([binding.action, listed.filter((one) => one === binding).length]).toEqual([binding.action, meanings.length])
  }
  const order = listed.map((binding) => {
    if (binding === undefined) return -1
    if (binding.group === 'Move' && binding.help !== undefined) return 1
    return screen.keys.includes(binding) ? 0 : binding.action.startsWith('open:') ? 2 : 3
  })
  expect(order.toSorted((a, b) => a - b)).toEqual(order)
})

test('the help of Wiki lists x once for exporting and once for extracting', () => {
  const lines = drawnAt(screens.wiki, 60, BODY)
  expect(lines.filter((line) => /^ x /.test(line))).toEqual([
    expect.stringMatching(/^ x +export the wiki, or show progress$/),
    expect.stringMatching(/^ x +extract it into a folder$/),
  ])
  expect(lines.indexOf(' WHEN OPENED')).toBeGreaterThan(lines.findIndex((line) => /^ x .*export/.test(line)))
})

test('a help that is too long counts the rows outside its window, and Tab shows how figures are calculated', async () => {
  const opened = await openScreen(await startDemo(), { screen: 'people', columns: 80, rows: 24 })
  await opened.loaded()
  await opened.press('?')
  expect(opened.frame()[21]).toMatch(/^ \d+ more ↓$/)
  await opened.press('G')
  expect(opened.frame()[21]).toMatch(/^ \d+ more ↑$/)
  await opened.press('Tab')
  expect(opened.frame()[4]).toBe(' HOW FIGURES ARE CALCULATED')
  await opened.press('Tab', 'q', '?')
  expect(opened.frame().slice(3, 7)).toEqual([
    expect.stringMatching(/^ People {2}who uses how much/),
    '',
    expect.stringMatching(/^ SORT BY/),
    expect.stringMatching(/^▌sc +credits/),
  ])
})

test.each([true, false])('each sign is explained behind Tab; in ASCII: %s', (isAscii) => {
  const signs = signsFor(isAscii)
  const rows = noteRows(screens.usage, 120, createTheme({ colors: 'none', background: 'dark', isAscii }))
  const text = rows.map((row) => row.map((cell) => cell.text).join('')).join('\n')
  const plain = stripVTControlCharacters(text.split('SIGNS')[1] ?? '')
  for (const name of Object.keys(signs) as SignName[])
    expect(plain).toContain(`${signs[name]} ${SIGN_ROWS[name].means}`)
})

test('a key is found by its help or its name and run from the list; a key of another view shows a notice', async () => {
  const opened = await openScreen(await startDemo(), { screen: 'controls', columns: 80, rows: 24 })
  await opened.loaded()
  const selected = () => opened.frame().find((row) => row.startsWith('▌'))
  await opened.press('?')
  expect(selected()).toMatch(/^▌n +next new or loosened revision/)
  await opened.press('/', ...'copy comm')
  expect(opened.frame().slice(3, 5)).toEqual([expect.stringMatching(/^▌Y +copy the shown command/), ''])
  await opened.press('Enter')
  await opened.frameWith('Sent to the terminal: qd controls history')
  expect(opened.copied).toHaveLength(1)
  await opened.press('?', '/', 'x')
  expect(selected()).toMatch(/^▌x +when opened: show or hide the secret/)
  await opened.press('Enter')
  await opened.frameWith('This key works only in another view: show or hide the secret (15 s).')
  await opened.press('Esc', 'Tab', 'G')
  expect(selected()).toMatch(/separates two words/)
  await opened.press('Enter')
  await opened.frameWith('This line is a note, not a key.')
  await opened.press('/', ...'zzzz')
  await opened.frameWith('No matching keys.')
  await opened.press('Esc', 'Esc')
  await opened.frameWith((frame) => frame.at(-1)?.includes('= qd controls history') ?? false)
})
