import { expect, onTestFinished, test } from 'vitest'
import { ScreenState } from '../../../screens/kit/screen/screen-state.ts'
import { SECRETS, startControls } from '../../helpers/controls-service.ts'
import { isLoaded, type OpenOptions, openScreen, until } from '../../helpers/screen.tsx'
import { serveSettings } from './diff/diff-service.ts'

/** A service with so many revisions, one a day. */
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

test('of a long history only what the list comes near is asked for', async () => {
  const { organisation, asked } = await serve(1000, (revision) => ({ sessionRetentionDays: revision }))
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith('30 revisions   latest 1000 1 d ago by Ann')
  expect(asked).toHaveLength(1)
  await opened.press('G')
  await opened.frameWith('130 revisions')
  expect(opened.frame().find((row) => row.startsWith('▌'))).toMatch(/^▌ +971 /)
  expect(asked.length).toBeLessThanOrEqual(3)
})

test('a history of one revision says what the first one made', async () => {
  const { organisation } = await serve(1, () => ({ cloudSessionSync: true, sandbox: null }))
  const opened = await openScreen(organisation, { columns: 100, rows: 24, screen: 'controls' })
  const frame = await opened.frameWith('1 revision ')
  expect(frame.find((row) => row.startsWith('▌'))).toMatch(/^▌ +1 .* Ann +\+2 +cloudSessionSync, sandbox *$/)
  await opened.press('Enter')
  await opened.frameWith((frame) => frame.some((row) => /sandbox +null/.test(row)))
  await opened.press('q')
  await opened.frameWith('1 revision ')
})

test('a history without revisions says so', async () => {
  const { organisation } = await serve(0, () => ({}))
  const opened = await openScreen(organisation, { screen: 'controls' })
  await opened.frameWith('The controls have never been changed.')
})

test('no secret is on any frame or in any copy, and a mask stands in its place', async () => {
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

test('Y copies the command of what is shown', async () => {
  const opened = await openControls()
  await opened.press('Y', 'j', 'y', 'i', 'Enter', 'Y', 'Enter', 'Y')
  expect(opened.copied).toEqual(['qd controls history --all', '4', 'qd controls diff 3 4', 'qd controls show 4'])
})

test('Enter on a revision of Overview opens what it changed, and back is Overview with it selected', async () => {
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

test('a revision that a link opened is left to the list with it selected, as nothing else was open', async () => {
  const { organisation } = await serve(200, (revision) => ({ sessionRetentionDays: revision }))
  const places = [{ screen: 'controls', target: { revision: 198 }, state: new ScreenState(), session: {} }] as const
  const opened = await openScreen(organisation, { columns: 120, rows: 36, places })
  await opened.frameWith('controls diff 197 198')
  await opened.press('q')
  const frame = await opened.frameWith('revisions   latest 200')
  expect(frame.find((row) => row.startsWith('▌'))).toMatch(/^▌ +198 /)
})

test('( at the oldest loaded revision asks for older ones', async () => {
  const { organisation, asked } = await serve(60, (revision) => ({ sessionRetentionDays: revision }))
  const opened = await openScreen(organisation, { columns: 120, rows: 24, screen: 'controls' })
  await opened.frameWith('30 revisions')
  await opened.press('Enter', ...Array.from({ length: 28 }, () => '('))
  expect(opened.frame()[3]).toContain(' A 31 ')
  expect(asked).toHaveLength(1)
  await opened.press('(')
  expect(opened.frame()[3]).toContain(' A 31 ')
  await until(
    () => asked.length > 1,
    () => 'nothing more was asked for',
  )
  const moveOn = async () => {
    while (opened.frame()[3]?.includes(' A 31 ')) await opened.press('(')
  }
  await moveOn()
  expect(opened.frame()[3]).toContain(' A 30 ')
  expect(asked).toHaveLength(2)
})

test('marked revisions are compared: two with each other, one with the selected, of more the oldest with the newest', async () => {
  const { organisation } = await serve(20, (revision) => ({ sessionRetentionDays: revision }))
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith(loaded)
  await opened.press('=')
  await opened.frameWith('No revision is marked: Space marks the selected one.')
  await opened.press('j', 'Space', 'k', '=')
  await opened.frameWith('Mark a second revision, or move to it.')
  await opened.press('j', 'j', '=')
  await opened.frameWith('= qd controls diff 17 19')
  await opened.press('Esc', 'Space')
  expect(opened.frame().filter((row) => row.includes('● 1'))).toHaveLength(2)
  await opened.press('=')
  await opened.frameWith('= qd controls diff 17 19')
  await opened.press('Esc', 'Space', '=')
  await opened.frameWith('Of 3 marked, the oldest with the newest')
  await opened.press('Esc', 'Esc')
  expect(opened.frame().filter((row) => row.includes('● 1'))).toHaveLength(0)
})
