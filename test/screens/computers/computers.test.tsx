import { expect, test } from 'vitest'
import { computerEntries } from '../../../screens/computers/computer-columns.ts'
import { computerDetail } from '../../../screens/computers/computer-detail.ts'
import { computersExports } from '../../../screens/computers/computers.tsx'
import { createTheme } from '../../../src/ui/layout/theme.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { dialogOf } from '../../helpers/dialog.tsx'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { reset } from '../../helpers/faulty-server.ts'
import { act, changeable, openManagement, startStubborn } from '../../helpers/management-screen.ts'
import type { OpenedScreen } from '../../helpers/screen.tsx'

const rowOf = (opened: OpenedScreen, name: string): string =>
  opened.frame().find((row) => row.slice(1).startsWith(name)) ?? ''
const find = async (opened: OpenedScreen, name: string) => {
  await opened.press('/', ...name, 'Enter')
  await opened.frameWith(`/ ${name}`)
}
const dialog = (opened: OpenedScreen): string => dialogOf(opened.frame()).join('\n')

test('an edit shows the changed fields, sends only those, and updates the list', async () => {
  const { organisation } = await changeable()
  const opened = await openManagement(organisation, 'computers')
  await find(opened, 'atlas')
  await act(opened, 'e', 'Edit atlas')
  await opened.press('^s')
  expect(dialog(opened)).toContain('Nothing was changed, so nothing is sent.')
  await opened.press('-', 'e', 'u')
  expect(dialog(opened)).toMatch(/name +atlas +atlas-eu/)
  expect(dialog(opened)).toContain('8 of 63')
  await opened.press('^s')
  await opened.frameWith('Changed the name of atlas.')
  await opened.frameWith(() => rowOf(opened, 'atlas-eu') !== '')
  const sent = opened
    .queries()
    .requests()
    .filter(({ method }) => method === 'PATCH')
  expect(sent).toMatchObject([{ url: expect.stringMatching(/\/computers\/cmp_atlas$/), sent: '{"name":"atlas-eu"}' }])
})

const changes: [letter: string, title: string, keys: string[], action: string][] = [
  ['e', 'Edit', ['x', '^s'], 'rename computer'],
  ['i', 'Reinstall', ['^s'], 'install dependencies'],
  ['r', 'Restart', ['^s'], 'restart computer'],
  ['n', 'Create', [...'other', 'Tab', ...'agent', '^s'], 'create computer'],
  ['d', 'Delete', [...'borealis', '^s'], 'delete computer'],
]

test.each(changes)('%s: a change without a reply is never sent again', async (letter, title, keys, action) => {
  const { organisation, sent } = await startStubborn(await startDemo(), reset)
  const opened = await openManagement(organisation, 'computers')
  await act(opened, letter, title)
  await opened.press(...keys)
  await opened.frameWith('Outcome unknown')
  expect(dialog(opened).replaceAll(/\s+/g, ' ')).toContain('Sent, but no reply arrived; it may have been applied.')
  expect(dialog(opened)).toContain('Check before retrying: press R to refresh')
  for (const key of ['Enter', 'Enter', 'q', '^c', 'Space']) await opened.press(key)
  expect([dialogOf(opened.frame())[0], opened.quits()]).toEqual([expect.stringContaining('Outcome unknown'), 0])
  await opened.press('Esc')
  await opened.frameWith((frame) => dialogOf(frame).length === 0)
  expect(sent()).toHaveLength(1)
  await opened.press('&')
  await opened.frameWith((frame) => frame.some((row) => row.includes(action) && row.includes('? outcome unknown')))
})

test('an installation that is already running has its own notice', async () => {
  const opened = await openManagement(await startDemo(), 'computers')
  await find(opened, 'indus')
  await act(opened, 'i', 'Reinstall')
  await opened.press('Enter')
  await opened.frameWith('The installation on indus is already running.')
})

test('the end of an installation is announced on any screen, and ends its action', async () => {
  const { organisation, clock } = await changeable()
  const timers: [number, () => void][] = []
  const after = (ms: number, act: () => void) => void timers.push([ms, act])
  const opened = await openManagement(organisation, 'computers', { after, now: () => clock.now })
  const pass = async (ms: number) => {
    await opened.frameWith(() => timers.some(([due]) => due === ms))
    for (const [, act] of timers.splice(0)) act()
  }
  await find(opened, 'draco')
  await act(opened, 'i', 'Reinstall')
  await opened.press('^s')
  await opened.frameWith('Installation on draco started: its end is announced on every screen.')
  await opened.frameWith(() => /provisioning.*polling/.test(rowOf(opened, 'draco')))
  await opened.press('Esc', '9')
  expect(opened.session.actions.list()[0]).toMatchObject({ state: { is: 'running' }, isFollowed: true })
  clock.now += 600_000
  await pass(2_500)
  await opened.frameWith((frame) => frame[2]?.startsWith(' ✗ Install dependencies draco failed: npm ci') === true)
  expect(opened.alerts).toEqual([expect.stringContaining('Install dependencies draco failed: npm ci')])
  expect(opened.frame()[0]).toContain('CI')
  expect(opened.session.actions.list()[0]).toMatchObject({ state: { is: 'failed' }, endedAt: expect.any(Number) })
  await pass(10_000)
  await opened.frameWith((frame) => /^─+$/.test(frame[2] ?? ''))
  // The screen still has the data from before the end, but announces nothing twice.
  await opened.press('6', 'R')
  await opened.frameWith(() => rowOf(opened, 'draco').includes('error'))
  expect(opened.alerts.filter((text) => text.includes('draco'))).toHaveLength(1)
})

test('the end of a setup that the screen polls is announced', async () => {
  const { organisation, clock } = await changeable()
  const opened = await openManagement(organisation, 'computers', { after: () => {} })
  await opened.frameWith(() => /provisioning.*polling/.test(rowOf(opened, 'borealis')))
  clock.now += 600_000
  await opened.press('R')
  await opened.frameWith((frame) => /Setup of \w+ done: the computer is active/.test(frame[2] ?? ''))
  expect(opened.alerts).toContain('Setup of borealis done: the computer is active')
})

test('a created computer is followed until it is active', async () => {
  const { organisation, clock } = await changeable()
  const waits: (() => void)[] = []
  const opened = await openManagement(organisation, 'computers', { after: (_ms, act) => void waits.push(act) })
  await act(opened, 'n', 'Create')
  await opened.press(...'other', 'Tab', ...'agent', 'Tab', '^u', ...'cloud', '^s')
  await opened.frameWith('Created other.')
  await opened.frameWith((frame) => frame[0]?.includes('jobs 1') === true)
  clock.now += 600_000
  await expect
    .poll(() => {
      for (const end of waits.splice(0)) end()
      return opened.session.actions.list()[0]
    })
    .toMatchObject({ what: 'create computer', state: { is: 'done', text: 'the computer is active' } })
})

test.each(['q', 'Esc'])('%s goes back from a detail in full size to the list', async (key) => {
  const opened = await openManagement(await startDemo(), 'computers')
  await opened.press('Enter')
  expect(opened.frame().join()).not.toContain('▌borealis')
  await opened.press(key)
  expect([opened.frame().join(), opened.quits()]).toEqual([expect.stringContaining('▌borealis'), 0])
})

test('on a server without lists, ids are added and removed, and actions without an endpoint are not offered', async () => {
  const { organisation } = await changeable({ isStrict: true })
  const opened = await openManagement(organisation, 'computers')
  await opened.frameWith('No computers yet')
  await opened.press('a')
  await opened.frameWith('No actions here')
  await opened.press('A')
  await opened.frameWith('Add a computer')
  await opened.press('.', '.', 'Enter')
  expect(dialog(opened)).toContain('consists only of dots')
  await opened.press('Backspace', 'Backspace', ...'cmp_atlas', 'Enter')
  await opened.frameWith('? not seen')
  expect(opened.frame().join('\n')).toContain('1 not seen')
  expect(opened.frame().join('\n')).toContain('local list   A: add')
  await opened.press('a')
  await opened.frameWith('remove the id')
  expect(dialog(opened)).not.toMatch(/restart|delete|create/)
  await opened.press('i')
  await opened.frameWith('Reinstall the dependencies of cmp_atlas')
  await opened.press('^s')
  // The response to the change is now the known state.
  await opened.frameWith(() => rowOf(opened, 'atlas').includes('provisioning'))
  await opened.press('a')
  await opened.frameWith('remove the id')
  await opened.press('f')
  await opened.frameWith('Removed cmp_atlas')
  await opened.frameWith('No computers yet')
})

test('a read-only session offers no changes', async () => {
  const opened = await openManagement(await startDemo(), 'computers', { state: { isReadOnly: true } })
  await opened.press('a')
  await opened.frameWith('Read-only: nothing can be changed.')
  expect(dialogOf(opened.frame())).toEqual([])
})

test('while the list is loading, computers known only by id are shown as loading and are not exported', () => {
  const row = { id: 'cmp_atlas', name: 'atlas', source: 'seen', item: undefined, at: NOW } as const
  const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
  const of = (isLoading: boolean, isOffline = false) => {
    const entries = computerEntries([row], { now: NOW, canPoll: false, isLoading, isOffline })
    const detail = entries.flatMap((entry) => computerDetail(entry, 100, theme)).join('\n')
    return { detail, exported: computersExports(entries) }
  }
  const { detail, exported } = of(true)
  expect(detail).toContain('? loading')
  expect(detail).toContain('details are loading')
  expect(detail).not.toContain('only when it is changed')
  expect(exported).toBe('Computers are still loading.')
  expect(of(false).detail.replaceAll(/\s+/g, ' ')).toContain('this server returns a computer only when it is changed')
  expect(of(false).exported).toMatchObject({ name: 'computers' })
  expect(of(false, true).detail.replaceAll(/\s+/g, ' ')).toContain('details are not cached')
})

const sizes = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 40],
] as const

const dialogs = {
  computers: { e: 'Edit', i: 'Reinstall', r: 'Restart', d: 'Delete', n: 'Create' },
  keys: { n: 'Create a key', d: 'Revoke' },
}

test.each(['computers', 'keys'] as const)('every dialog of %s fits every window', async (screen) => {
  const seen = Object.values(dialogs[screen]).map((): string[] => [])
  for (const [columns, rows] of sizes) {
    const opened = await openManagement(await startDemo(), screen, { columns, rows })
    await opened.press('j', 'j')
    for (const [at, [letter, title]] of Object.entries(dialogs[screen]).entries()) {
      await act(opened, letter, title)
      fittingFrame(opened, columns, rows)
      seen[at]?.push(`${title} at ${columns}x${rows}`, ...dialogOf(opened.frame()), '')
      await opened.press('Esc')
      await opened.frameWith((frame) => dialogOf(frame).length === 0)
    }
    opened.unmount()
  }
  await expect(`${seen.flat().join('\n')}\n`).toMatchFileSnapshot(`frames/${screen}-dialogs.txt`)
})
