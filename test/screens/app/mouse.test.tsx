import { expect, test } from 'vitest'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { createRemap } from '../../../src/ui/keys/own-keys.ts'
import { drawn, isLoaded, type OpenedScreen, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { openView, settled, VIEWS } from '../../helpers/views.ts'

const demo = sharedDemo()

/** Sends the terminal's report of a mouse button over a cell, counted from 0. */
const report = async (opened: OpenedScreen, button: number, x: number, y: number) => {
  opened.keys(`\x1b[<${button};${x + 1};${y + 1}M\x1b[<${button};${x + 1};${y + 1}m`)
  await drawn()
  await drawn()
}
const click = (opened: OpenedScreen, x: number, y: number) => report(opened, 0, x, y)
const isSelected = (row: string | undefined, x: number) => row?.slice(Math.max(0, x - 1), x + 1).includes('▌') ?? false

const open = async (screen: ScreenName, columns = 120) => {
  const opened = await openScreen(demo, { screen, columns, rows: 36 })
  await opened.frameWith(screen === 'controls' ? (frame) => frame.some((row) => row.includes('418')) : isLoaded)
  return opened
}

/** Clicks the row with this text in the pane that begins in column `x`, and waits until it is selected. Returns its y. */
const select = async (opened: OpenedScreen, text: RegExp, x = 1) => {
  const y = opened.frame().findIndex((row, at) => at > 5 && text.test(row) && !isSelected(row, x))
  expect(y, String(text)).toBeGreaterThan(2)
  await click(opened, x + 2, y)
  await opened.frameWith((frame) => isSelected(frame[y], x))
  return y
}

test.each<[ScreenName, RegExp]>([
  ['usage', /^ haiku/],
  ['people', /^ +3 /],
  ['readiness', /^ +infrastructure/],
  ['controls', /^ +415 /],
  ['computers', /^ (\S+) +. active/],
  ['ci', /^ .*(✓|●) /],
])('on %s a click selects the row under it, at 80 and 120 columns', async (screen, row) => {
  for (const columns of [80, 120]) {
    const opened = await open(screen, columns)
    await select(opened, row)
    opened.unmount()
  }
})

test('a click on the selected row acts like Enter, also in a pane without focus', async () => {
  const opened = await open('overview')
  const y = await select(opened, /^ infrastructure/)
  await click(opened, 4, y)
  await opened.frameWith((frame) => /Overview > infrastructure/.test(frame[0] ?? ''))
})

test('a click opens a tab or chooses a day of the chart; the wheel moves three rows', async () => {
  const opened = await open('overview')
  const tab = (opened.frame()[1] ?? '').indexOf('Usage')
  await click(opened, tab + 1, 1)
  await opened.loaded((frame) => (frame[0] ?? '').includes('Usage'))
  const labels = opened.frame().findIndex((row) => /^ +07 +08 +09/.test(row))
  const at = (opened.frame()[labels] ?? '').indexOf('13')
  expect(opened.frame().join('\n')).not.toContain('13 Nov Fri  ')
  await click(opened, at, labels - 2)
  await opened.frameWith((frame) => frame.some((row) => row.startsWith(' 13 Nov Fri')))
  await click(opened, 1, labels - 2)
  await opened.frameWith((frame) => frame.some((row) => row.startsWith(' 13 Nov Fri')))
  const before = opened.frame().findIndex((row) => row.startsWith('▌'))
  await report(opened, 65, 4, before)
  await opened.frameWith((frame) => frame.findIndex((row) => row.startsWith('▌')) === before + 3)
  await report(opened, 64, 4, before)
  await opened.frameWith((frame) => frame.findIndex((row) => row.startsWith('▌')) === before)
})

test('a click on the name of a view of Readiness shows it', async () => {
  const opened = await openScreen(demo, { columns: 100, rows: 24, screen: 'readiness', state: { isMouse: true } })
  await opened.loaded()
  await click(opened, (opened.frame()[3] ?? '').indexOf('criteria') + 2, 3)
  await opened.frameWith('[criteria]')
  await click(opened, 5, 3)
  await opened.frameWith('[repositories]')
})

test('the wheel and clicks work with remapped keys', async () => {
  const active = new Map([
    ['lists.down', ['n']],
    ['lists.up', ['t']],
    ['readiness.open', ['l']],
  ])
  const opened = await openScreen(demo, { screen: 'readiness', columns: 120, rows: 36, keysIn: createRemap(active) })
  await opened.frameWith(isLoaded)
  const selected = () => opened.frame().findIndex((row) => row.startsWith('▌'))
  const before = selected()
  await report(opened, 65, 4, before)
  expect(selected()).toBe(before + 3)
  await report(opened, 64, 4, before)
  expect(selected()).toBe(before)
  await click(opened, 4, before)
  await opened.frameWith((frame) => / Readiness > \S/.test(frame[0] ?? ''))
})

test("a click on a view of Usage, a breakdown or a day of a user's chart shows it", async () => {
  const opened = await open('usage')
  const on = async (y: number, text: string) => click(opened, (opened.frame()[y] ?? '').indexOf(text) + 1, y)
  await on(3, 'activity')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('Usage: activity'))
  await opened.loaded()
  const groups = opened.frame().findIndex((row) => /^─ by /.test(row))
  await on(groups, 'client')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('by client'))
  await click(opened, 2, 3)
  await opened.frameWith((frame) => (frame[0] ?? '').includes('Usage: credits'))
  await opened.press('3')
  await opened.loaded((frame) => / {2}1 /.test(frame[6] ?? ''))
  await opened.press('Enter')
  await opened.loaded((frame) => / People > \S/.test(frame[0] ?? ''))
  const labels = opened.frame().findIndex((row) => /^ +07 +08 +09/.test(row))
  await click(opened, (opened.frame()[labels] ?? '').indexOf('11'), labels - 2)
  await opened.frameWith((frame) => frame.some((row) => row.startsWith('▌11 Nov')))
})

test('in popups and dialogs a click selects a row or a field, and a second one runs the row', async () => {
  const opened = await open('usage')
  const rowOf = (text: string) => opened.frame().findIndex((row, y) => y > 5 && row.includes(text))
  const clickOn = (text: string) => click(opened, 4, rowOf(text))
  await opened.press('t')
  await opened.frameWith('── Range')
  await clickOn('last month')
  await opened.frameWith((frame) => frame.some((row) => row.startsWith('▌') && row.includes('last month')))
  await clickOn('last month')
  await opened.frameWith((frame) => !frame.join('\n').includes('── Range') && (frame[0] ?? '').includes('Oct 01'))
  await opened.press(':')
  opened.keys('range')
  await opened.frameWith('range 30d')
  const second = opened.frame().findLastIndex((row) => row.startsWith('▌')) + 1
  await click(opened, 4, second)
  await opened.frameWith((frame) => (frame[second] ?? '').startsWith('▌'))
  await opened.press('Esc', '?')
  const help = rowOf('choose the breakdown')
  for (const _ of ['selects it', 'does it'])
    await click(opened, (opened.frame()[help] ?? '').indexOf('choose the breakdown'), help)
  await opened.frameWith('── Break down by')
  await opened.press('Esc', 'C')
  await opened.frameWith('── Connect')
  const address = rowOf('api address') >= 0 ? 'api address' : 'API'
  await clickOn(address)
  await opened.frameWith((frame) => (frame[rowOf(address)] ?? '').startsWith('▌'))
  await opened.press('Esc', '@')
  await opened.frameWith('── Requests')
  const third = opened.frame().findIndex((row) => row.startsWith('── Requests')) + 4
  await click(opened, 4, third)
  await opened.frameWith((frame) => (frame[third] ?? '').startsWith('▌'))
  await click(opened, 4, third)
  await opened.frameWith('── Request ─')
})

test('a click selects a changed line of a diff', async () => {
  const opened = await open('controls')
  await opened.press('Enter')
  await opened.loaded((frame) => /Controls > /.test(frame[0] ?? ''))
  await opened.press('z', 's')
  await opened.frameWith((frame) => frame.some((row, y) => y > 5 && /^ .*[-+] /.test(row)))
  await select(opened, /^ .*[-+] /)
})

test('a popup scrolls by the wheel, and ignores clicks next to its rows and other buttons', async () => {
  const opened = await open('readiness')
  await opened.press('t')
  await opened.press('?')
  const help = opened.frame()
  await click(opened, 4, 1)
  await report(opened, 2, 4, 8)
  await report(opened, 35, 4, 8)
  expect(opened.frame()).toEqual(help)
  await report(opened, 65, 4, 8)
  await opened.frameWith((frame) => frame.join() !== help.join())
})

/** The heading row of the list and its text at a column, whose order has a sign. */
const headingY = (opened: OpenedScreen, title: string) =>
  opened.frame().findIndex((row, y) => y > 2 && new RegExp(`(^| )${title}[▾▴ ]`).test(row))

test.each<[ScreenName, string, string]>([
  ['usage', 'MODEL', 'CREDITS'],
  ['people', 'PERSON', 'TOOLS'],
  ['readiness', 'REPOSITORY', 'PASS'],
  ['computers', 'NAME', 'STATUS'],
  ['ci', 'STATUS', 'REPOSITORY'],
])(
  'on %s a click on the heading %s or %s sorts by it, and another one reverses the order',
  async (screen, ...titles) => {
    const opened = await open(screen)
    for (const title of titles) {
      const y = headingY(opened, title)
      const x = (opened.frame()[y] ?? '').indexOf(title)
      const signs = new Set<string>()
      for (const _ of ['sorts', 'reverses']) {
        await click(opened, x, y)
        await opened.frameWith((frame) => new RegExp(`${title}[▾▴]`).test(frame[y] ?? ''))
        signs.add(new RegExp(`${title}([▾▴])`).exec(opened.frame()[y] ?? '')?.[1] ?? '')
      }
      expect([title, signs.size]).toEqual([title, 2])
    }
  },
)

test('a click on a heading without an order says how to list the orders', async () => {
  const opened = await open('ci')
  const y = headingY(opened, 'FILE')
  await click(opened, (opened.frame()[y] ?? '').indexOf('FILE'), y)
  await opened.frameWith('Rows cannot be sorted by FILE. Press s to list the orders.')
})

test('a click on a hint acts like its key, and on a hint for several keys begins their sequence', async () => {
  const opened = await open('readiness')
  const hint = async (text: string) => {
    const y = opened.frame().length - 2
    await click(opened, (opened.frame()[y] ?? '').indexOf(text) + 1, y)
  }
  const selected = opened.frame().findIndex((row) => row.startsWith('▌'))
  await hint('j/k row')
  expect(opened.frame()[selected + 1]).toMatch(/^▌/)
  await hint('s sort')
  await opened.frameWith('── s ─')
  await opened.press('Esc')
  await hint('/ filter')
  await opened.frameWith((frame) => (frame.at(-2) ?? '').includes('keep the filter'))
  await hint('Esc show all rows')
  await opened.press('Space')
  expect(opened.frame().at(-2)).toMatch(/^ j\/k row {2}Tab view {2}Enter \S+ {2}= compare {2}Esc unmark {2}/)
  await hint('Esc unmark')
  await opened.frameWith((frame) => !(frame.at(-2) ?? '').includes('unmark'))
  await hint('w way up')
  await opened.frameWith((frame) => / Readiness > \S+: way up/.test(frame[0] ?? ''))
  await hint('q back')
  await opened.frameWith((frame) => / Readiness {2}/.test(frame[0] ?? ''))
})

test('a click on a crumb returns to its level', async () => {
  const opened = await open('controls')
  await opened.press('Enter', 'Enter', 'b')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('Controls > 417 to 418 > revision 418 > blame'))
  const crumb = (text: string) => click(opened, (opened.frame()[0] ?? '').indexOf(text) + 1, 0)
  await crumb('blame')
  await crumb('417 to 418')
  await opened.frameWith((frame) => /> 417 to 418 {2}/.test(frame[0] ?? ''))
  await opened.press('b')
  await opened.frameWith((frame) => /> 417 to 418 > blame {2}/.test(frame[0] ?? ''))
  await crumb('Controls')
  await opened.frameWith((frame) => /Controls {2}/.test(frame[0] ?? ''))
})

const viewed = Object.keys(VIEWS) as (keyof typeof VIEWS)[]

test.each(viewed)(
  'in every view of %s the background of the selected row reaches the edge of its pane',
  async (screen) => {
    for (const columns of [60, 120]) {
      const opened = await openView(demo, screen, { columns, rows: 36 })
      for (const keys of VIEWS[screen]) {
        await opened.press(...keys)
        await settled(opened)
        const row = opened.styledFrame().find((one) => /\x1b\[48[^▌]*▌/.test(one))
        // A detail in full size has no rows.
        if (row === undefined) continue
        const [, before = '', selected = '', after = ''] = /^(.*?)\x1b\[48[\d;]*m(.*)\x1b\[49m(.*)$/.exec(row) ?? []
        const end = textWidth(withoutStyles(before + selected))
        const rest = withoutStyles(after)
        expect([keys, columns, rest.trim() === '' ? end : rest]).toEqual([
          keys,
          columns,
          rest.startsWith(' │ ') ? rest : columns,
        ])
      }
      opened.unmount()
    }
  },
)

const withoutStyles = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')
