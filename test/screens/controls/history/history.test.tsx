import { expect, test } from 'vitest'
import type { ShownRevisions } from '../../../../src/domain/revisions/day-revisions.ts'
import { NOW } from '../../../helpers/demos.ts'
import { type OpenOptions, openScreen } from '../../../helpers/screen.tsx'
import { testFront } from '../../../helpers/test-server.ts'
import { serveSettings } from '../diff/diff-service.ts'

const DAY_MS = 86_400_000

/** Records the revisions shown. The last visit was two days ago and showed `revision` as the newest. */
const shownUpTo = (revision: number): ShownRevisions & { seen: number[] } => {
  const seen: number[] = []
  return { seen, last: () => ({ revision, at: NOW - 2 * DAY_MS }), recordShown: (one) => void seen.push(one) }
}

const openHistory = async (settings: readonly unknown[], options: OpenOptions = {}) => {
  const { organisation, requested } = await serveSettings(settings)
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls', ...options })
  await opened.frameWith((frame) => /latest \d+|Nothing|never/.test(frame.join('\n')) && !frame[0]?.includes('1 req'))
  const rows = () => opened.frame().filter((row) => /^[▌ ] .*\d{4}-\d\d-\d\d \d\d:\d\d UTC +\d/.test(row))
  const selected = () => opened.frame().find((row) => row.startsWith('▌')) ?? ''
  return { ...opened, requested, rows, selected }
}

/** The history of a server that answers with these revisions. */
const openChanges = async (changes: readonly unknown[]) => {
  const body = { changes, pagination: { hasMore: false } }
  const front = await testFront(undefined, (path) => (path.endsWith('/history') ? { status: 200, body } : undefined))
  const opened = await openScreen(front, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith((frame) => frame.some((row) => row.startsWith('▌')))
  return opened
}

const allowing = (count: number) => ({ commandAllowlist: Array.from({ length: count }, (_, index) => `task ${index}`) })

test('revisions since the last visit are marked; the head has their number and the time of the visit', async () => {
  const shownRevisions = shownUpTo(3)
  const { frame, rows } = await openHistory([1, 2, 3, 4, 5].map(allowing), { shownRevisions })
  expect(frame()[3]).toBe(' 5 revisions   • 2 new since your last visit, 2 d ago   latest 5 1 d ago by Ben')
  expect(rows().map((row) => row.slice(1, 8).trim())).toEqual(['• 5', '• 4', '3', '2', '1'])
  expect(shownRevisions.seen).toEqual([5])
  expect(frame().find((row) => row.startsWith(' revision 5'))).toMatch(/• new$/)
})

test('if all loaded revisions are new, the head shows that there may be more', async () => {
  const { frame } = await openHistory(
    Array.from({ length: 40 }, (_, index) => ({ sessionRetentionDays: index })),
    { shownRevisions: shownUpTo(2), rows: 16 },
  )
  expect(frame()[3]).toContain('• 30+ new since your last visit')
})

test('G with a count goes to that row, or shows how many rows there are', async () => {
  const { press, selected, frame } = await openHistory([1, 2, 3, 4, 5].map(allowing))
  await press('g', '2', 'G')
  expect(selected()).toMatch(/^▌ +4 /)
  await press('G')
  expect(selected()).toMatch(/^▌ +1 /)
  await press('g', '9', 'G')
  expect(frame().at(-1)).toBe(' The list has 5 rows.')
})

test('a revision without a number has none to copy', async () => {
  const opened = await openChanges([{ updatedAt: '2026-11-20T09:00:00Z', settings: {} }])
  await opened.press('y', 'i')
  expect([opened.frame().at(-1), opened.copied]).toEqual([' This revision has no number.', []])
})

test('a filter finds parts of members and values that a revision changed, but no secret', async () => {
  const model = (apiKey: string) => ({ id: 'cm_1', displayName: 'Reviewer', apiKey })
  const { press, rows, frame } = await openHistory([
    { customModels: [] },
    { customModels: [model('correct-horse-battery')] },
    { customModels: [model('correct-horse-staple')], sessionRetentionDays: 30 },
    { customModels: [model('correct-horse-staple')], sessionRetentionDays: 90 },
  ])
  const found = () => rows().map((row) => row.slice(1, 8).trim())
  await press('/', ...'apikey')
  expect(found()).toEqual(['3', '2'])
  await press('^u', ...'reviewer')
  expect(found()).toEqual(['2'])
  await press('^u', ...'30')
  expect(found()).toContain('4')
  await press('^u', ...'correct-horse')
  expect(found()).toEqual([])
  expect(frame()[4]).toContain('0 of 4')
  expect(frame().join('\n')).toContain('no loaded revision matches: Esc shows all')
})

test('n and N go to the next and previous new revision; a notice says when there is none', async () => {
  const { press, selected, frame } = await openHistory([1, 2, 3, 4, 5].map(allowing), { shownRevisions: shownUpTo(3) })
  await press('n')
  expect(selected()).toContain('• 4 ')
  await press('n')
  expect(selected()).toContain('• 4 ')
  expect(frame().at(-1)).toBe(' No older revision is new.')
  await press('N')
  expect(selected()).toContain('• 5 ')
})

test('n goes to loosened revisions if none is new; w always does', async () => {
  const settings = [allowing(1), allowing(2), allowing(2), allowing(3), allowing(1)]
  const { press, selected, frame } = await openHistory(settings, { shownRevisions: shownUpTo(4) })
  await press('w')
  expect(selected()).toMatch(/^▌ +4 /)
  await press('w')
  expect(selected()).toMatch(/^▌ +2 /)
  await press('w')
  expect(frame().at(-1)).toBe(' No older revision loosened anything.')
  await press('W')
  expect(selected()).toMatch(/^▌ +4 /)
  const other = await openHistory(settings)
  await other.press('n')
  expect(other.selected()).toMatch(/^▌ +4 /)
})

test('a row has the verdict, the number of changes by kind, and the changed members', async () => {
  const { rows } = await openHistory([
    { sandbox: { enabled: true }, env: { A: 'x' } },
    { sandbox: { enabled: false }, env: { A: 'x' } },
    { sandbox: { enabled: true }, env: { A: 'x' }, voiceDictationEnabled: true },
    { sandbox: { enabled: true }, env: { A: 'y' } },
    { env: { A: 'y' }, sandbox: { enabled: true } },
  ])
  expect(rows().map((row) => row.slice(57).trimEnd().replace(/ +/g, ' ').trim())).toEqual([
    'nothing',
    '◇ neutral ~1 -1 env, voiceDictationEnabled',
    '▼ tightened ~1 +1 sandbox, voiceDictationEnabled',
    '!! critical ~1 sandbox',
    '+2 env, sandbox',
  ])
})

test('settings that are null, missing or not an object, and a revision without a user, have rows like others', async () => {
  const opened = await openChanges([
    { revision: 5, settings: { unheardOf: { at: [{ all: true }] } }, user: { id: 'u1' } },
    { revision: 4, settings: [1, 2], updatedAt: '2026-11-04T00:00:00.000Z', user: null },
    { revision: 3, updatedAt: 'nonsense', user: { id: 'u1' } },
    { revision: 2, settings: null, updatedAt: '2026-11-02T00:00:00.000Z' },
    { revision: 1, settings: {}, updatedAt: '2026-11-01T00:00:00.000Z' },
  ])
  const numbers = opened.frame().flatMap((row) => /^[▌ ] {1,6}(\d) {2}/.exec(row)?.[1] ?? [])
  expect(numbers).toEqual(['5', '4', '3', '2', '1'])
  expect(opened.frame().find((row) => /^▌ +5 /.test(row))).toContain('unheardOf')
  for (const key of ['j', 'j', 'j', 'j']) await opened.press(key)
  expect(opened.frame()).toHaveLength(30)
})

test('when a page fails to load, the loaded revisions stay, and G retries', async () => {
  const { organisation, requested } = await serveSettings(
    Array.from({ length: 60 }, (_, index) => ({ sessionRetentionDays: index })),
  )
  const front = await testFront(organisation)
  const opened = await openScreen(front, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith('30 revisions')
  front.play(() => ({ status: 400, body: { status: 400, title: 'Bad Request', detail: 'not today' } }))
  await opened.press('G')
  await opened.frameWith("couldn't load older revisions: G retries")
  expect(opened.frame()[3]).toContain('30 revisions')
  await opened.resize(60, 24)
  await opened.frameWith((frame) => /^ 30 revisions +couldn't load older revisions: G retries$/.test(frame[3] ?? ''))
  await opened.resize(120, 30)
  expect(opened.frame().find((row) => row.startsWith('▌'))).toMatch(/^▌ +31 /)
  front.play()
  const before = requested.length
  await opened.press('G')
  await opened.frameWith('60 revisions')
  expect(requested.length).toBeGreaterThan(before)
})

test('Overview shows the number of new revisions and does not count as a visit of Controls', async () => {
  const { organisation } = await serveSettings([1, 2, 3].map(allowing))
  const shownRevisions = shownUpTo(1)
  const opened = await openScreen(organisation, { columns: 160, rows: 36, shownRevisions })
  await opened.frameWith('CONTROLS  • 2 new   latest 3, 1 d ago, Cleo')
  expect(shownRevisions.seen).toEqual([])
  await opened.press('5')
  await opened.frameWith('• 2 new since your last visit')
  // StrictMode runs effects twice.
  expect([...new Set(shownRevisions.seen)]).toEqual([3])
})

const loosening = [
  { sandbox: { enabled: true }, commandAllowlist: ['ls'] },
  { sandbox: { enabled: true }, commandAllowlist: ['ls', 'npm *'] },
  { sandbox: { enabled: true }, commandAllowlist: ['ls', 'npm *', 'curl *'] },
  { sandbox: { enabled: false }, commandAllowlist: ['ls', 'npm *'] },
  { sandbox: { enabled: false }, commandAllowlist: ['ls', 'npm *'], env: { A: 'a' } },
]

test('f shows revisions with open loosenings, with age, author and current value; f again shows all', async () => {
  const { press, frame, frameWith, rows } = await openHistory(loosening)
  await press('f')
  await frameWith('STILL OPEN')
  expect(rows().map((row) => row.slice(1).trim().replace(/ +/g, ' '))).toEqual([
    '4 2026-11-19 09:00 UTC 2 d Ann !! sandbox.enabled switched off, today false',
    '2 2026-11-17 09:00 UTC 4 d Ben ! commandAllowlist allows 1 more, today ["ls", "npm *"]',
  ])
  expect(frame()[4]).toBe(' f still open  2 of 5 revisions, f shows all')
  expect(frame().join('\n')).toContain('= qd controls open ')
  expect(frame().join('\n')).toContain(' !! critical  sandbox.enabled switched off, today false\n')
  await press('f')
  expect(rows()).toHaveLength(5)
})

test('f shows a message if no loosening is open', async () => {
  const { press, frameWith } = await openHistory([{ sandbox: { enabled: false } }, { sandbox: { enabled: true } }])
  await press('f')
  await frameWith('no loosened setting is still in effect: f shows all')
})

test('revisions are filtered by their changes, and the command has the same filter', async () => {
  const opened = await openHistory([{ sandbox: { enabled: true } }, { sandbox: { enabled: false } }, {}])
  await opened.press('/')
  await opened.paste('path~sandbox.enabled rev<3')
  await opened.press('Enter')
  await opened.frameWith(
    () =>
      opened
        .rows()
        .map((row) => row.slice(1, 8).trim())
        .join() === '2',
  )
  await opened.press('Y')
  expect(opened.copied).toEqual(["qd controls history --all --where 'path~sandbox.enabled rev<3'"])
})

test('the changes of a revision are filtered by their fields, and the command has the same filter', async () => {
  const opened = await openHistory([
    { sandbox: { enabled: true }, sessionRetentionDays: 30 },
    { sandbox: { enabled: false }, sessionRetentionDays: 90, env: { A: 'x' } },
  ])
  await opened.press('Enter', '/')
  await opened.paste('kind=changed member=sand')
  await opened.press('Tab', 'Enter', 'Y')
  expect(opened.frame().join('\n')).toContain('1 of 3, Esc shows all')
  expect(opened.copied.at(-1)).toBe("qd controls diff 1 2 --where 'kind=changed member=sandbox'")
})
