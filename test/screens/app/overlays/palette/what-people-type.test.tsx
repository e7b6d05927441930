import { expect, test } from 'vitest'
import { everywhereKeys } from '../../../../../screens/app/app-keys.ts'
import { filterViews } from '../../../../../screens/app/overlays/palette/filter-views.ts'
import { synonyms } from '../../../../../screens/app/overlays/palette/synonyms.ts'
import { verbs } from '../../../../../screens/app/overlays/palette/verbs.ts'
import type { ScreenName } from '../../../../../screens/kit/screen/names.ts'
import { screens } from '../../../../../screens/table.ts'
import { openManagement } from '../../../../helpers/management-screen.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../../helpers/screen.tsx'
import { testFront } from '../../../../helpers/test-server.ts'

const demo = sharedDemo()

const size = { columns: 140, rows: 36 }

const openOn = async (screen: ScreenName): Promise<OpenedScreen> => {
  const opened = await openScreen(demo, { ...size, screen })
  await opened.loaded()
  return opened
}

/** The rows of the list in the palette, without their labels. */
const listed = (opened: OpenedScreen): string[] => {
  const frame = opened.frame()
  const at = frame.findIndex((row) => row.startsWith('── Command'))
  return frame
    .slice(at + 1, -3)
    .map((row) => row.slice(1, -15).trim())
    .filter((row) => row !== '')
}

const search = async (opened: OpenedScreen, typed: string): Promise<string[]> => {
  await opened.press(':', ...typed)
  await opened.frameWith((frame) => frame.some((row) => row.startsWith(` : ${typed}`) && !row.includes('searching')))
  return listed(opened)
}

/** What people type on a screen, and what comes first. */
const table: readonly [screen: ScreenName, typed: string, ...first: string[]][] = [
  ['people', 'csv', 'export as CSV'],
  ['usage', 'excel', 'export as CSV'],
  ['overview', 'switch', 'profiles  list the profiles'],
  ['overview', 'org', 'profiles  list the profiles'],
  ['overview', 'switch org', 'profiles  list the profiles'],
  ['computers', 'rename', 'edit  borealis: name, host id, remote user'],
  ['people', 'rename', 'open Computers  select a computer, then press a and e'],
  ['overview', 'failing', 'open the readiness criteria', 'open CI, filtered by phase=failed'],
  ['computers', 'failing', 'open Computers, filtered by failed', 'open the readiness criteria'],
  ['overview', 'dark', 'colours: for a dark terminal'],
  ['overview', 'light', 'colours: for a light terminal'],
  ['overview', 'quit', 'quit  quit the explorer'],
  ['overview', 'exit', 'quit  quit the explorer'],
  ['overview', 'screenshot', 'toggle pseudonyms'],
  ['overview', 'spend', 'open Usage'],
  ['overview', 'users', 'open People'],
  ['overview', 'preferences', 'settings  change colours, mouse, keys and more'],
  ['overview', 'report', 'report  show the command that writes a page to share'],
  ['overview', 'sign out', 'logout  show the command that removes the key'],
  ['overview', 'reload', 'refresh stale data'],
  ['overview', 'inactive', 'open People, filtered by stopped=yes'],
  ['overview', 'checkout', 'checkout  L3  https://github.example/northwind/checkout'],
  ['overview', 'flaky', 'flaky_test_detection  fails in 6 repositories'],
  ['overview', 'flaky test', 'flaky_test_detection  fails in 6 repositories'],
  ['overview', 'docker *', 'commandAllowlist{"docker *"}  removed in 418'],
  ['overview', 'borealis', 'borealis  provisioning  cmp_borealis'],
  ['keys', 'self-hosted', 'self-hosted'],
  ['overview', 'bench.yml', 'northwind/search .github/workflows/bench.yml  cancelled'],
  ['wiki', 'checkout wiki', 'checkout  run wiki_'],
  ['overview', 'credits>1k', 'People: users with credits>1k', 'Usage: credits by model with credits>1k'],
  ['usage', 'credits>1k', 'show only rows with credits>1k  in this list', 'People: users with credits>1k'],
  ['overview', 'risk=loosened', 'Controls: revisions with risk=loosened'],
  ['readiness', 'level<3', 'show only rows with level<3  in this list', 'Readiness: criteria with level<3'],
  ['overview', 'level<3', 'Readiness: repositories with level<3', 'Readiness: criteria with level<3'],
  ['readiness', 'failing>3', 'Readiness: criteria with failing>3'],
  ['ci', 'status=failed', 'show only rows with status=failed  in this list', 'Computers: computers with status=failed'],
  ['overview', 'people credits>1k', 'open People, filtered by credits>1k'],
  ['usage', 'filter credits>1k', 'show only rows matching credits>1k'],
  ['overview', 'credits>', 'People: users with credits>  credits> needs a number: 1000, 1.5k or 2M'],
]

test.each(table)('on %s, %s finds what is meant', async (screen, typed, ...first) => {
  const opened = screen === 'keys' ? await openManagement(demo, 'keys', size) : await openOn(screen)
  const rows = await search(opened, typed)
  expect(rows.slice(0, first.length)).toEqual(first.map((text) => expect.stringMatching(startOf(text))))
})

const startOf = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[{}*.()]/g, '\\$&')}`)

test('a condition opens the list that has its field, with this filter', async () => {
  const opened = await openOn('overview')
  await search(opened, 'failing>3')
  await opened.press('Enter')
  await opened.frameWith('/ failing>3')
  expect(opened.frame()[3]).toContain('[criteria]')
  await search(opened, 'credits>1k')
  await opened.press('Down', 'Enter')
  await opened.frameWith('[credits]')
  expect(opened.frame().join('\n')).toContain('/ credits>1k')
})

test('a condition with an unknown value shows the values, and does nothing', async () => {
  const opened = await openOn('overview')
  expect((await search(opened, 'risk=huge'))[0]).toMatch(/huge is not a valid verdict; use loosened/)
  await opened.press('Enter')
  expect(opened.frame().join('\n')).toContain(': risk=huge')
})

test('before anything is typed, the actions of the row come first, then recent places', async () => {
  const opened = await openOn('readiness')
  await opened.press('j', 'Enter')
  await opened.press('q', '6')
  await opened.loaded()
  await opened.press(':')
  await opened.frameWith('── Command')
  const rows = listed(opened)
  expect(rows[0]).toMatch(/^details full screen or with the list {2}detail$/)
  expect(rows[1]).toMatch(/^edit {2}borealis: /)
  const recent = rows.filter((row) => row.startsWith('Readiness'))
  expect(recent).toEqual(['Readiness', 'Readiness > checkout'])
  await opened.press('Esc', ':', ...'chec')
  await opened.frameWith('▌Readiness > checkout')
  await opened.press('Enter')
  expect((await opened.loaded())[0]).toContain('Readiness > checkout')
})

test('recent places with names are not listed while pseudonyms are shown', async () => {
  const opened = await openOn('people')
  await opened.press('Enter')
  await opened.loaded()
  const name = /People > (\S+@\S+)/.exec(opened.frame()[0] ?? '')?.[1] ?? ''
  await opened.press('2')
  expect((await search(opened, name))[0]).toContain(name)
  await opened.press('Esc', 'z', 'n')
  await opened.loaded()
  await opened.press(':', ...name)
  await opened.frameWith(`: ${name}`)
  expect(listed(opened).join('\n')).not.toContain(name)
})

test('wikis, CI jobs, computers and keys are found where they are loaded, and typing requests none of them', async () => {
  const front = await testFront(demo)
  const opened = await openScreen(front, { ...size, screen: 'readiness' })
  await opened.loaded()
  await opened.press(':', ...'borealis')
  await opened.frameWith('No matches. Not loaded yet: wikis, CI jobs, computers, keys.')
  const paths = front.requests.map(({ path }) => path).filter((path) => /wiki|ci|computers|service/.test(path))
  expect(paths).toEqual([])
})

test('each synonym means a verb, the action of a key or an action of a menu', () => {
  const actions = new Set(
    [everywhereKeys, ...Object.values(screens).map(({ keys }) => keys)].flat().map(({ action }) => action),
  )
  const unknown = synonyms.flatMap(([meant]) => {
    if ('action' in meant) return actions.has(meant.action) ? [] : [meant.action]
    if ('row' in meant) return []
    return verbs.some(({ name }) => meant.line === name || meant.line.startsWith(`${name} `)) ? [] : [meant.line]
  })
  expect(unknown).toEqual([])
})

test('each list with fields belongs to a screen, and every screen with an example filter has one', () => {
  const withExample = Object.entries(screens).flatMap(([name, { example }]) => (example === undefined ? [] : [name]))
  expect(withExample.filter((name) => !filterViews.some(({ screen }) => screen === name))).toEqual([])
})
