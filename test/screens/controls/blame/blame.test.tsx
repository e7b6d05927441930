import { expect, test } from 'vitest'
import type { Organisation } from '../../../helpers/demos.ts'
import { type OpenOptions, openScreen, until } from '../../../helpers/screen.tsx'
import { testFront } from '../../../helpers/test-server.ts'
import { serveSettings } from '../diff/diff-service.ts'

/** The blame of the path that the filter finds in the newest settings. */
const openBlame = async (organisation: Organisation, path: string, options: OpenOptions = {}) => {
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls', ...options })
  await opened.frameWith((frame) => /latest \d+/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.press('Enter', 'Enter', '/', ...path, 'Enter', 'n', 'b')
  await opened.frameWith(' blame ')
  const head = () => opened.frame().slice(3, 5)
  /** The rows of the list. */
  const list = () => {
    const body = opened.frame().slice(7, -2)
    const end = body.findIndex((row) => row.startsWith('──'))
    return body.slice(0, end < 0 ? undefined : end).filter((row) => row !== '')
  }
  const detail = () => {
    const body = opened.frame().slice(7, -2)
    return body.slice(body.findIndex((row) => row.startsWith('──')) + 1).filter((row) => row !== '')
  }
  const command = () =>
    opened
      .frame()
      .at(-1)
      ?.replace(/ +Y copies$/, '')
      .trim()
  return { ...opened, head, list, detail, command }
}

const domains = (...allowedDomains: string[]) => ({ sandbox: { enabled: true, network: { allowedDomains } } })

test('every revision that changed a path has its time, its user, both values and its verdict', async () => {
  const { organisation } = await serveSettings([
    { sandbox: { enabled: true, network: {} } },
    domains('npm', 'github'),
    domains('npm', 'github'),
    domains('npm'),
    domains('*'),
  ])
  const { head, list, detail, command, press } = await openBlame(organisation, 'allowedDomains')
  expect(head()).toEqual([
    ' sandbox.network.allowedDomains   now ["*"]',
    ' 3 changes   searched all 5 revisions of the history',
  ])
  expect(list()).toEqual([
    '▌    5  2026-11-20  Ben               !! critical  + *  - npm',
    '     4  2026-11-19  Ann               ▼ tightened  - github',
    '     2  2026-11-17  Ben               ! loosened   + ["npm", "github"]',
  ])
  expect(detail()).toEqual([
    ' revision 5  2026-11-20 09:00 UTC  Ben  person4@example.com',
    ' !! critical  allows everything now  rule sandbox-allow',
    '   [',
    ' -   "npm",',
    ' +   "*",',
    '   ]',
    expect.stringMatching(/^ sandbox-allow: .+\.$/),
  ])
  expect(command()).toBe('= qd controls blame sandbox.network.allowedDomains')
  await press('j', 'j')
  expect(detail().slice(2, 6)).toEqual([' + [', ' +   "npm",', ' +   "github",', ' + ]'])
})

test('a value that the oldest searched revision already has is marked', async () => {
  const { organisation, requested } = await serveSettings(
    Array.from({ length: 150 }, (_, index) => ({ kept: 'yes', sessionRetentionDays: index < 5 ? 1 : 2 })),
  )
  const { head, list, detail, press, frameWith } = await openBlame(organisation, 'Retention', { rows: 16 })
  expect(head()[1]).toBe(
    ' no change so far   searched 30 revisions, back to 121; older revisions on the server: G continues',
  )
  expect(list()).toEqual(['▌  121  2026-10-22  Ann                            already there 2'])
  const before = requested.length
  await press('j')
  await frameWith('searched 130 revisions, back to 21; older revisions on the server: G continues')
  expect(requested.length).toBeGreaterThan(before)
  await press('G')
  await frameWith('searched all 150 revisions of the history')
  expect(head()[1]).toBe(' 2 changes   searched all 150 revisions of the history')
  expect(list().map((row) => row.slice(2, 6).trim())).toEqual(['6', '1'])
  expect(list()[1]).toMatch(/^▌/)
  await press('Tab')
  expect(detail().join('\n')).toContain('revision 1 ')
})

test('G with a count goes to that change and searches no further', async () => {
  const { organisation } = await serveSettings(
    Array.from({ length: 150 }, (_, index) => ({ sessionRetentionDays: index })),
  )
  const { head, press, list, frame } = await openBlame(organisation, 'Retention', { columns: 60, rows: 16 })
  expect(frame().at(-2)).toContain('  G continue  ')
  await press('g', '3', 'G')
  expect(list().find((row) => row.startsWith('▌'))).toMatch(/^▌ +148 /)
  expect(head()[1]).toContain('searched back to 121')
})

test('in an incomplete history, the oldest revision says that a value may be older', async () => {
  const changes = [402, 401].map((revision) => ({ revision, settings: { a: revision } }))
  const body = { changes, pagination: { hasMore: false } }
  const front = await testFront(undefined, (path) => (path.endsWith('/history') ? { status: 200, body } : undefined))
  const { list, detail, press } = await openBlame(front, 'a')
  expect(list()[1]).toContain('first seen 401')
  await press('j')
  expect(detail()[1]).toBe(' The history begins here; the value may be older.')
})

test('Esc stops the search, Ctrl-C cancels the running request, and both keep the changes found', async () => {
  const { organisation } = await serveSettings(Array.from({ length: 400 }, () => ({ kept: 'yes' })))
  const front = await testFront(organisation)
  const { press, frameWith, frame, head, list } = await openBlame(front, 'kept')
  front.play((_path, query) => (query.has('cursor') ? 'hold' : undefined))
  await press('G')
  await frameWith('searching: 130 revisions, at 271')
  expect(head()[1]).toContain('Esc stops')
  await press('Esc')
  expect(frame().at(-1)).toBe(' Search stopped: G continues.')
  expect(frame()[0]).toContain('blame')
  await press('G')
  await frameWith('searching: ')
  await press('^c')
  await frameWith("couldn't load older revisions: G retries")
  expect(list()).toHaveLength(1)
  front.play()
  await press('G')
  await frameWith('searched all 400 revisions of the history')
  await press('Esc')
  expect(frame()[0]).not.toContain('blame')
})

test('a changed object lists its changed members; a secret shows only that it changed', async () => {
  const { organisation } = await serveSettings([
    { hooks: { a: 1, b: 2, secretKey: 'correct-horse-1' } },
    { hooks: { a: 3, c: 4, secretKey: 'correct-horse-2' } },
  ])
  const { list, press, frame, copied, outside } = await openBlame(organisation, 'hooks')
  expect(list()[0]).toMatch(/~ a {2}- b {2}~ secretKey {2}\+ c$/)
  await press('y', 'y', 'y', 'p', '|')
  await until(() => outside.paged.length === 1, 'nothing was sent to the pager')
  expect(copied[1]).toBe('hooks')
  expect(outside.paged[0]).toContain('••••••')
  expect([...copied, ...outside.paged, ...frame()].join('\n')).not.toContain('correct-horse')
  const other = await openBlame(organisation, 'secretKey')
  expect(other.list()[0]).toMatch(/•••••• changed$/)
  expect(other.detail()).toContain(' •••••• changed')
})

test('in the command, a path ends before a secret', async () => {
  const { organisation } = await serveSettings([{}, { env: { ghp_0123456789abcdefghij0123456789abcdef: true } }])
  const { head, command } = await openBlame(organisation, 'env.*')
  expect(head()[0]).toContain('env.••••••')
  expect(command()).toBe('= qd controls blame env')
})

test('a removed path shows that it is not set, and the user who removed it', async () => {
  const { organisation } = await serveSettings([{ a: 1, b: 2 }, { a: 1 }])
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith('2 revisions')
  await opened.press('Enter', 'b')
  expect(opened.frame().slice(3, 5)).toEqual([
    ' b   not set now',
    ' 2 changes   searched all 2 revisions of the history',
  ])
  expect(opened.frame()[7]).toMatch(/^▌ +2 .* - 2$/)
})
