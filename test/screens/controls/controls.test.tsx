import { expect, onTestFinished, test } from 'vitest'
import { ScreenState } from '../../../screens/kit/screen/screen-state.ts'
import { SECRETS, startControls } from '../../helpers/controls-service.ts'
import { isLoaded, type OpenOptions, openScreen, until } from '../../helpers/screen.tsx'
import { serveSettings } from './diff/diff-service.ts'

/** A service with this many revisions, one per day. */
const serve = (count: number, settingsOf: (revision: number) => unknown) =>
  serveSettings(Array.from({ length: count }, (_, index) => settingsOf(index + 1)))

/** Controls with five revisions, with secrets in them. */
const openControls = async (options: OpenOptions = {}) => {
  const service = await startControls()
  onTestFinished(() => service.close())
  const opened = await openScreen({ url: service.url, key: service.keys.owner }, { screen: 'controls', ...options })
  await opened.frameWith(loaded)
  return opened
}

const loaded = (frame: readonly string[]): boolean => /latest \d+/.test(frame[3] ?? '') && isLoaded(frame.slice(0, 4))

test('of a long history only the revisions near the visible rows are requested', async () => {
  const { organisation, requested } = await serve(1000, (revision) => ({ sessionRetentionDays: revision }))
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith('30 revisions   latest 1000 1 d ago by Ann')
  expect(requested).toHaveLength(1)
  await opened.press('G')
  await opened.frameWith('130 revisions')
  expect(opened.frame().find((row) => row.startsWith('▌'))).toMatch(/^▌ +971 /)
  expect(requested.length).toBeLessThanOrEqual(3)
})

test('in a history of one revision, everything in it was added', async () => {
  const { organisation } = await serve(1, () => ({ cloudSessionSync: true, sandbox: null }))
  const opened = await openScreen(organisation, { columns: 100, rows: 24, screen: 'controls' })
  const frame = await opened.frameWith('1 revision ')
  expect(frame.find((row) => row.startsWith('▌'))).toMatch(/^▌ +1 .* Ann +\+2 +cloudSessionSync, sandbox *$/)
  await opened.press('Enter')
  await opened.frameWith((frame) => frame.some((row) => /sandbox +null/.test(row)))
  await opened.press('q')
  await opened.frameWith('1 revision ')
})

test('an empty history has a message', async () => {
  const { organisation } = await serve(0, () => ({}))
  const opened = await openScreen(organisation, { screen: 'controls' })
  await opened.frameWith('The controls have never been changed.')
})

test('no frame and no copy contains a secret; a mask replaces it', async () => {
  const opened = await openControls({ columns: 160, rows: 60 })
  await opened.press('y', 'j', 'y', 'y', 'Enter', '(', '(', '(', 'j', 'j', 'y', 'y', 'y', 'a', 'y', 'j', 'Enter')
  const settings = await opened.frameWith((frame) => frame.some((row) => /apiKey +••••••$/.test(row)))
  expect(settings.some((row) => /^ {5,}A +••••••$/.test(row))).toBe(true)
  expect(settings.join('\n')).toContain('https://••••••@git.example/x?••••••')
  await opened.press('y', 'j', 'q', 'q', 'j', 'y', 'j', 'Enter')
  const everything = [...opened.frames().flat(), ...opened.copied].join('\n')
  for (const secret of SECRETS) expect(everything).not.toContain(secret)
  expect(everything).not.toMatch(/[\u{e000}-\u{f8ff}]/u)
  expect(JSON.parse(opened.copied[0] ?? '')).toMatchObject({ env: { A: '••••••' }, cloudSessionSync: true })
})

test('Y copies the command of the current view', async () => {
  const opened = await openControls()
  await opened.press('Y', 'j', 'y', 'i', 'Enter', 'Y', 'Enter', 'Y')
  expect(opened.copied).toEqual(['qd controls history --all', '4', 'qd controls diff 3 4', 'qd controls show 4'])
})

test('Enter on a revision of Overview opens its changes, and Esc returns to Overview with it selected', async () => {
  const { organisation } = await serve(200, (revision) => ({ sessionRetentionDays: revision }))
  const opened = await openScreen(organisation, { columns: 120, rows: 36 })
  await opened.frameWith('CONTROLS  latest')
  await opened.press('S-Tab', 'j', 'j', 'Enter')
  expect((await opened.frameWith('controls diff 197 198'))[0]).toContain('Controls')
  expect(opened.frames().some((frame) => frame.join().includes('200 revisions'))).toBe(false)
  await opened.press('Esc')
  expect(opened.frame()[0]).toContain('acme > Overview')
  expect(opened.frame().find((row) => row.includes('▌'))).toMatch(/▌ +198 /)
})

test('leaving a revision opened by a link shows the list with it selected', async () => {
  const { organisation } = await serve(200, (revision) => ({ sessionRetentionDays: revision }))
  const places = [{ screen: 'controls', target: { revision: 198 }, state: new ScreenState(), session: {} }] as const
  const opened = await openScreen(organisation, { columns: 120, rows: 36, places })
  await opened.frameWith('controls diff 197 198')
  await opened.press('q')
  const frame = await opened.frameWith('revisions   latest 200')
  expect(frame.find((row) => row.startsWith('▌'))).toMatch(/^▌ +198 /)
})

test('( at the oldest loaded revision loads older ones', async () => {
  const { organisation, requested } = await serve(60, (revision) => ({ sessionRetentionDays: revision }))
  const opened = await openScreen(organisation, { columns: 120, rows: 24, screen: 'controls' })
  await opened.frameWith('30 revisions')
  await opened.press('Enter', ...Array.from({ length: 28 }, () => '('))
  expect(opened.frame()[3]).toContain(' A 31 ')
  expect(requested).toHaveLength(1)
  await opened.press('(')
  expect(opened.frame()[3]).toContain(' A 31 ')
  await until(() => requested.length > 1, 'no further request')
  const moveOn = async () => {
    while (opened.frame()[3]?.includes(' A 31 ')) await opened.press('(')
  }
  await moveOn()
  expect(opened.frame()[3]).toContain(' A 30 ')
  expect(requested).toHaveLength(2)
})

test('two marked revisions are compared, or one with the selected row, or the oldest and newest of three', async () => {
  const { organisation } = await serve(20, (revision) => ({ sessionRetentionDays: revision }))
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith(loaded)
  await opened.press('=')
  await opened.frameWith('No revision is marked. Press Space to mark the selected one.')
  await opened.press('j', 'Space', 'k', '=')
  await opened.frameWith('Mark a second revision, or move to it.')
  await opened.press('j', 'j', '=')
  await opened.frameWith('= qd controls diff 17 19')
  await opened.press('Esc', 'Space')
  expect(opened.frame().filter((row) => row.includes('● 1'))).toHaveLength(2)
  await opened.press('=')
  await opened.frameWith('= qd controls diff 17 19')
  await opened.press('Esc', 'Space', '=')
  await opened.frameWith('Comparing the oldest and newest of 3 marked')
  await opened.press('Esc', 'Esc')
  expect(opened.frame().filter((row) => row.includes('● 1'))).toHaveLength(0)
})
