import { expect, test } from 'vitest'
import {
  crumbAt,
  type FirstRow,
  firstRow,
  hintAt,
  hintsRow,
  linearHead,
  secondRow,
  type Tab,
} from '../../../../screens/kit/screen/frame.ts'
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

const plain = (row: string): string => row.replaceAll(/\x1b\[[\d;]*m/g, '')

const placeRow: FirstRow = {
  profile: 'Usage > opus',
  hosts: [],
  isDemo: false,
  isReadOnly: true,
  asOf: undefined,
  crumbs: ['Overview', 'Usage: 13 Nov', '日本語', 'opus'],
  days: undefined,
  freshness: { oldest: undefined, isLoading: false, isFailed: false },
  requests: 0,
  jobs: 0,
  isPaused: false,
  isOffline: false,
  waitSeconds: 0,
  starting: undefined,
  spinner: '',
  now: 0,
}

test('a cell belongs to the crumb that is drawn there, and without room the innermost crumbs are drawn', () => {
  const found = (width: number) => {
    const at = Array.from({ length: width }, (_, cell) => crumbAt(cell, placeRow, width, theme))
    return [0, 1, 2, 3].map((crumb) => at.filter((one) => one === crumb).length)
  }
  expect(found(120)).toEqual([8, 13, 6, 4])
  expect(plain(firstRow(placeRow, 48, theme))).toMatch(/^ {2}RO {2}… > 日本語 > opus {2}/)
  expect(found(48)).toEqual([0, 0, 6, 4])
  expect(plain(firstRow(placeRow, 30, theme))).toMatch(/^ {2}RO {2}opus /)
})

test('a cell belongs to the hint that is drawn there, and the hint for going back is always drawn', () => {
  const hint = (key: string, text: string) => ({ keys: [key], action: text, group: 'Go' as const, hint: text })
  const bindings = [hint('a', 'first'), hint('b', 'second'), hint('q', 'back')]
  expect(plain(hintsRow(bindings, 60, theme))).toBe(' a first  b second  q back')
  expect(plain(hintsRow(bindings, 20, theme))).toBe(' a first  q back')
  expect([0, 1, 7, 8, 10].map((cell) => hintAt(cell, bindings, 20, theme)?.action)).toEqual([
    undefined,
    'first',
    'first',
    undefined,
    'back',
  ])
})

const hosted: FirstRow = {
  ...placeRow,
  profile: 'acme',
  hosts: ['history.example.com'],
  isReadOnly: false,
  crumbs: ['People', 'Ana'],
  days: { name: 'last 14d', range: { from: '2026-11-07', to: '2026-11-20' }, previous: undefined },
}

test('the first row names the host that answers if it fits, and always has the width', () => {
  const at = (width: number, row = hosted) => plain(firstRow(row, width, theme))
  expect(at(120)).toMatch(/^ acme · history\.example\.com > People > Ana +last 14d {2}Nov 07–20 {2}UTC/)
  expect(at(70)).toMatch(/^ history\.example\.com > People > Ana +Nov 07–20/)
  expect(at(62)).toMatch(/^ history\.exa… > People > Ana +Nov 07–20/)
  const deep = { ...hosted, crumbs: ['People', 'Ana Example', 'opus 4'] }
  expect(at(60, deep)).toMatch(/^ People > Ana Example > opus 4 |^ … > .*opus 4 /)
  const both = { ...hosted, hosts: ['history.example.com', 'api.example.com'] }
  expect(at(140, both)).toMatch(/^ acme · history\.example\.com · api\.example\.com > People/)
  expect(at(140, { ...both, profile: undefined })).toMatch(/^ history\.example\.com · api\.example\.com > People/)
  const long = { ...hosted, hosts: [`${'h'.repeat(60)}.example.com`] }
  for (let width = 60; width <= 160; width += 1)
    for (const row of [hosted, both, long]) expect(at(width, row)).toHaveLength(width)
})

test('with one server, the first row names the profile only', () => {
  expect(plain(firstRow({ ...hosted, hosts: [] }, 120, theme))).toMatch(/^ acme > People > Ana /)
})

test('a crumb is found behind a host that contains its name', () => {
  const row: FirstRow = { ...hosted, hosts: ['Ana.example.com'], crumbs: ['People', 'Ana'] }
  const line = plain(firstRow(row, 120, theme))
  const cell = line.indexOf('> Ana') + 2
  expect([crumbAt(cell, row, 120, theme), crumbAt(line.indexOf('People'), row, 120, theme)]).toEqual([1, 0])
  expect(crumbAt(line.indexOf('Ana.'), row, 120, theme)).toBeUndefined()
})

test('for a screen reader the head names the host', () => {
  const linear = createTheme({ colors: 'none', background: 'dark', isAscii: false, isLinear: true })
  expect(linearHead(hosted, linear).at(-1)).toMatch(/acme, data from history\.example\.com$/)
  expect(linearHead({ ...hosted, hosts: [] }, linear).at(-1)).toMatch(/acme$/)
})
