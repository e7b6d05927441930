import { afterAll, expect, test } from 'vitest'
import { startControls } from '../../helpers/controls-service.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const service = await startControls()
afterAll(() => service.close())

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { url: service.url, key: service.keys.owner, ...options })

test('controls history prints a page of the API with secrets masked', async () => {
  const { out, err, code } = await qd('controls history --limit 2')
  const { changes, pagination } = JSON.parse(out)
  expect(changes.map(({ revision }: { revision: number }) => revision)).toEqual([5, 4])
  expect(changes[0]).toMatchObject({
    user: { id: 'u2', email: 'ben@example.com', name: 'Ben' },
    updatedAt: '2026-11-14T12:00:00.000Z',
    settings: { cloudSessionSync: true, env: { A: '••••••' }, sandbox: { enabled: false } },
  })
  expect(pagination).toMatchObject({ hasMore: true })
  expect(err).toBe(
    `There are older revisions: use --all to load them, or --cursor ${pagination.nextCursor} for the next page.\n`,
  )
  expect(code).toBe(0)
  const next = await qd(`controls history --limit 2 --cursor ${pagination.nextCursor}`)
  expect(JSON.parse(next.out).changes.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2])
})

test('--all joins the pages; ndjson has one revision per line', async () => {
  const { out } = await qd('controls history --all --format ndjson')
  const lines = out.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).revision)).toEqual([5, 4, 3, 2, 1])
})

test('the table has authors, changes and the most severe verdict', async () => {
  const { out } = await qd('controls history --all --format table')
  expect(out.split('\n')).toEqual([
    'REV  TIME                  BY   RISK                                              ALSO CHANGED',
    '  5  2026-11-14 12:00 UTC  Ben  !! sandbox.enabled switched off',
    '  4  2026-11-13 12:00 UTC  Ann  ◇ customModels[cm_1] changed, check the effect',
    '  3  2026-11-12 12:00 UTC  Ben  ! commandAllowlist allows 1 more                  constructor, toString',
    '  2  2026-11-11 12:00 UTC  Ann  ◇ toString changed, unknown meaning, and 1 other  constructor',
    '  1  2026-11-10 12:00 UTC  Ben  –                                                 address, cloudSessionSync, commandAllowlist, customModels, env, sandbox, somethingNew',
    '',
  ])
})

test('a revision is found by number, by position, and by a day at whose end it was in effect', async () => {
  const shown = async (name: string) => JSON.parse((await qd(`controls show ${name}`)).out).revision
  expect(await shown('3')).toBe(3)
  expect(await shown('latest')).toBe(5)
  expect(await shown('latest~3')).toBe(2)
  expect(await shown('2026-11-12')).toBe(3)
  expect(await shown('2026-11-20')).toBe(5)
  const { out } = await qd('controls show --format table')
  expect(out).toMatch(/^revision 5 {2}2026-11-14 12:00 UTC {2}Ben\n\n\{\n {2}"cloudSessionSync": true,\n/)
})

test('controls diff compares the two newest revisions by default', async () => {
  const { out, code } = await qd('controls diff --format table')
  expect(out).toBe(
    'A  revision 4  2026-11-13 12:00 UTC  Ann\nB  revision 5  2026-11-14 12:00 UTC  Ben\n1 changed\n\n!! ~ sandbox.enabled  true → false  · loosened: switched off (rule sandbox)\n',
  )
  expect(code).toBe(0)
})

test('blame has the authors of the changes of a setting, newest first, with values', async () => {
  const { out, err, code } = await qd('controls blame sandbox.enabled')
  const { path, entries, searched } = JSON.parse(out)
  expect(path).toBe('sandbox.enabled')
  expect(entries).toEqual([
    {
      revision: 5,
      updatedAt: '2026-11-14T12:00:00.000Z',
      who: 'Ben',
      email: 'ben@example.com',
      change: 'changed',
      before: true,
      after: false,
      verdict: 'loosened',
      rule: 'sandbox',
      what: 'switched off',
      isCritical: true,
    },
    expect.objectContaining({ revision: 1, who: 'Ben', change: 'added', before: null, after: true, verdict: null }),
  ])
  expect(searched).toEqual({ revisions: 5, newest: 5, oldest: 1, isWhole: true })
  expect(err).toBe('Searched 5 revisions, 5 back to 1, the complete history.\n')
  expect(code).toBe(0)
  const list = JSON.parse((await qd('controls blame commandAllowlist --limit 1')).out)
  expect(list.entries).toMatchObject([{ revision: 3, before: ['ls'], after: ['ls', 'npm test'] }])
})

test('in 80 columns a verdict is complete and other changes are hidden; in 60 also the time of day', async () => {
  const { out, err } = await qd('controls history --all --format table', { columns: 80 })
  const rows = out.trimEnd().split('\n')
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(80)
  expect(rows[0]).toMatch(/RISK$/)
  expect(err).toContain('Hidden columns: ALSO CHANGED')
  const at = rows[0]?.indexOf('RISK') ?? 0
  const verdicts = rows
    .slice(1)
    .map((row) => row.slice(at))
    .join(' ')
  expect(verdicts).toContain('◇ toString changed, unknown meaning, and 1 other')
  expect(out).not.toContain('…')
  const narrow = await qd('controls history --all --format table', { columns: 60 })
  expect(narrow.out).toMatch(/^REV {2}DAY {9}RISK +BY\n {2}5 {2}2026-11-14 {2}!! sandbox.enabled switched off +Ben\n/)
  expect(narrow.err).toContain('Hidden columns: ALSO CHANGED')
})
