import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findRevision } from '../../../src/commands/controls/open-history.ts'
import { parseRevisionName } from '../../../src/commands/controls/revision-rows.ts'
import type { RunningService } from '../../../src/service/start-service.ts'
import { startControls, startRevisions } from '../../helpers/controls-service.ts'
import { NOW } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

/** Settings computed from their revision number, from 1 on. */
const numbered = (count: number, settingsOf: (revision: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => settingsOf(at + 1))

const requested: string[] = []
const five = await startControls()
const one = await startRevisions([{ on: true }])
const risks = await startRevisions(
  numbered(4, (revision) => ({
    sandbox: { enabled: revision < 2 },
    mcpPolicy: { enabled: revision >= 3 },
    restrictMemberVisibility: revision >= 3,
    ...(revision >= 4 && { env: { A: 'x' } }),
  })),
)
const thousand = await startRevisions(
  numbered(1000, (revision) => ({ count: revision, isNew: revision > 990, isOld: revision < 3 })),
  { onRequest: (path) => requested.push(path) },
)
afterAll(() => Promise.all([five, one, thousand, risks].map((service) => service.close())))

const on =
  ({ url, keys }: RunningService) =>
  (line: string, options: RunOptions = {}) =>
    runQd(line.split(' '), { url, key: keys.owner, ...options })
const [qd, qdRisks, qdThousand] = [on(five), on(risks), on(thousand)]

const compared = async (line: string) => {
  const { out, code } = await qd(line)
  const { from, to, changes } = JSON.parse(out)
  return { from, to, paths: changes.map(({ path }: { path: string }) => path), code }
}

test('two revisions are compared in the order of the arguments, whichever is newer', async () => {
  expect(await compared('controls diff 5 4')).toEqual({ from: 5, to: 4, paths: ['sandbox.enabled'], code: 0 })
  const { out } = await qd('controls diff 5 4 --format table')
  expect(out).toContain('▼ ~ sandbox.enabled  false → true  · tightened: switched on (rule sandbox)\n')
  const patch = await qd('controls diff latest latest~1 --style json-patch')
  expect(JSON.parse(patch.out)).toEqual([{ op: 'replace', path: '/sandbox/enabled', value: true }])
})

test('a single revision is compared with the newest', async () => {
  expect(await compared('controls diff latest~2 --exit-code')).toMatchObject({ from: 3, to: 5, code: 1 })
  expect(await compared('controls diff latest~4 2026-11-11')).toMatchObject({ from: 1, to: 2, code: 0 })
})

test.each([
  ['', 1],
  [' --path sandbox.**', 1],
  [' --path customModels', 0],
  [' --path customModels --style unified', 0],
  [' --style split', 1],
  [' --style json-patch', 1],
])('controls diff --exit-code%s exits with %i', async (options, code) => {
  expect((await qd(`controls diff 4 5 --exit-code${options}`)).code).toBe(code)
})

test.each([
  [five, 'diff 2026-11-09 latest', 'There is no revision 2026-11-09: the history has revisions 1 to 5.'],
  [one, 'diff', 'Revision 1 is the only one, so there is nothing to compare it with: see qd controls show.'],
  [one, 'diff latest~1 latest', 'There is no revision latest~1: the history has only revision 1.'],
])('a revision before the first one is an error: %#', async (service, line, sentence) => {
  expect(await on(service)(`controls ${line}`)).toMatchObject({ out: '', err: `${sentence}\n`, code: 4 })
})

test('of a thousand revisions, the newest and the oldest are found with few requests', async () => {
  const requests = async (line: string) => {
    requested.length = 0
    return { answer: JSON.parse((await qdThousand(line)).out), count: requested.length }
  }
  expect(await requests('controls diff')).toMatchObject({ answer: { from: 999, to: 1000 }, count: 1 })
  expect(await requests('controls blame isNew --limit 1')).toMatchObject({
    answer: { entries: [{ revision: 991 }], searched: { revisions: 20 } },
    count: 1,
  })
  expect((await requests('controls diff 1 latest')).answer).toMatchObject({
    from: 1,
    to: 1000,
    changes: [{ path: 'count', before: 1, after: 1000 }, { path: 'isNew' }, { path: 'isOld' }],
  })
  // Loads 20 revisions, then pages of 100 down to revision 401 or 301.
  const middle = await requests('controls show latest~500')
  expect([middle.answer.revision, middle.count <= 8]).toEqual([500, true])
  const oldest = await requests('controls blame isOld')
  expect(oldest.count).toBeLessThanOrEqual(12)
  expect(oldest.answer).toMatchObject({
    entries: [{ revision: 3 }, { revision: 1 }],
    searched: { revisions: 1000, newest: 1000, oldest: 1, isWhole: true },
  })
  expect((await requests('controls history --all')).answer.changes).toHaveLength(1000)
})

test('a revision given by number is loaded alone, and a cached one without a request', async () => {
  const folder = makeFolder()
  const run = async (line: string) => {
    requested.length = 0
    const { out, err } = await qdThousand(line, { cache: join(folder, 'cache.db') })
    return { answer: out === '' ? err : JSON.parse(out), count: requested.length }
  }
  // Rows are cached by organisation, and only responses of other endpoints contain its id.
  await run('analytics activity --last 1d')
  expect(await run('controls diff 950 960')).toMatchObject({ answer: { from: 950, to: 960 }, count: 2 })
  expect(await run('controls diff 960 985')).toMatchObject({ answer: { from: 960, to: 985 }, count: 0 })
  expect(await run('controls show 950')).toMatchObject({ answer: { revision: 950 }, count: 0 })
  expect(await run('controls diff 950 latest')).toMatchObject({ answer: { from: 950, to: 1000 }, count: 1 })
  expect(await run('controls show 900')).toMatchObject({ answer: { revision: 900 }, count: 2 })
  expect(await run('controls show 950 --refresh')).toMatchObject({ answer: { revision: 950 }, count: 1 })
  const answer = 'There is no revision 9999: the newest is 1000.\n'
  expect(await run('controls show 9999')).toEqual({ answer, count: 1 })
  expect(await run('controls diff 950 9999')).toMatchObject({ answer })
})

test('--since shows revisions after a number, or since a day', async () => {
  const revisions = async (since: string) => {
    const { out } = await qd(`controls history --since ${since}`)
    return JSON.parse(out).changes.map(({ revision }: { revision: number }) => revision)
  }
  expect(await revisions('3')).toEqual([5, 4])
  expect(await revisions('5')).toEqual([])
  expect(await revisions('0')).toEqual([5, 4, 3, 2, 1])
  expect(await revisions('2026-11-12')).toEqual([5, 4, 3])
  expect(await revisions('2026-11-15')).toEqual([])
  // The oldest of them is compared with the revision before it, which is not printed.
  const { out } = await qd('controls history --since 2 --format csv')
  expect(out.split('\r\n')[3]).toBe(
    '3,2026-11-12T12:00:00.000Z,Ben,ben@example.com,1,0,0,commandAllowlist allows 1 more,"commandAllowlist, constructor, toString"',
  )
})

test('a path that no revision has is an error, with the number of searched revisions', async () => {
  const { out, err, code } = await qd('controls blame nothing.there')
  expect(JSON.parse(out).entries).toEqual([])
  expect(err).toBe(
    'Searched 5 revisions, 5 back to 1, the complete history.\nNo loaded revision has a setting at nothing.there.\n',
  )
  expect(code).toBe(4)
})

test('the blame table has the changes within an object, both values of a scalar, and no secret', async () => {
  const values = async (path: string, flags = '') => {
    const { out } = await qd(`controls blame ${path} --format table${flags}`)
    return out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.slice(32).trimEnd())
  }
  expect(await values('sandbox.enabled')).toEqual(['changed  !! critical  true → false', 'added                 true'])
  expect((await values('sandbox', ' --ascii'))[0]).toBe('changed  !! critical  ~ enabled  true > false')
  expect(await values('customModels[cm_1].apiKey')).toEqual([
    'changed  ◇ neutral  •••••• changed',
    'added               ••••••',
  ])
})

test('below a gap in the cached revisions, a revision is found only by number', () => {
  const rows = [9, 8, 5, 4].map((revision) => ({ revision, updatedAt: `2026-11-0${revision}T12:00:00Z` }))
  const history = { rows, isWhole: false, incomplete: 'Offline: revisions 6 to 7 are not cached on this machine.' }
  const find = (name: string) => findRevision(history, parseRevisionName(name, NOW)).revision
  expect(find('latest')).toBe(9)
  expect(find('latest~1')).toBe(8)
  expect(find('2026-11-08')).toBe(8)
  expect(find('5')).toBe(5)
  // A missing revision 6 may be the one of the 6th.
  for (const name of ['latest~2', '2026-11-06'])
    expect(() => find(name)).toThrow(
      `Can't determine which revision ${name} is. Offline: revisions 6 to 7 are not cached on this machine.`,
    )
  expect(() => find('7')).toThrow('Revision 7 was not found. Offline: revisions 6 to 7 are not cached')
})

test('offline, a revision older than the cached ones is incomplete, not missing', async () => {
  const folder = makeFolder()
  const offline = async (line: string) => {
    const { out, err, code } = await qdThousand(`${line} --offline`, { cache: join(folder, 'cache.db') })
    return { out, err: err.replace(/Offline: fetched .* ago\.\n/, ''), code }
  }
  await qdThousand('analytics activity --last 1d', { cache: join(folder, 'cache.db') })
  // This caches only the newest 20 revisions.
  await qdThousand('controls diff', { cache: join(folder, 'cache.db') })
  const older = 'Offline: revisions before 981 are not cached on this machine.\n'
  expect(await offline('controls diff')).toMatchObject({ err: '', code: 0 })
  expect(await offline('controls diff latest~19 990')).toMatchObject({ err: '', code: 0 })
  expect(await offline('controls show 5')).toEqual({ out: '', err: `Revision 5 was not found. ${older}`, code: 7 })
  for (const line of ['controls diff latest~500', 'controls show 2026-01-14'])
    expect(await offline(line)).toMatchObject({ out: '', code: 7 })
  expect(await offline('controls show 1001')).toEqual({
    out: '',
    err: 'Revision 1001 is not cached on this machine, which has revisions 981 to 1000.\n',
    code: 7,
  })
  const blamed = await offline('controls blame isOld')
  expect(blamed).toMatchObject({ err: `Searched 20 revisions, 1000 back to 981.\n${older}`, code: 7 })
  expect(JSON.parse(blamed.out)).toMatchObject({ entries: [{ revision: 981, change: 'first seen' }], incomplete: true })
  expect(await offline('controls blame isNew --limit 1')).toMatchObject({ code: 0 })
  expect(JSON.parse((await offline('controls history --all')).out)).toMatchObject({ incomplete: true })
  expect(await offline('controls history --since 30')).toMatchObject({ err: older, code: 7 })
  expect(await offline('controls history --since 985')).toMatchObject({ err: '', code: 0 })
})

test.each([
  ['verdict=loosened', [2]],
  ['verdict=loosened rev<3', [2]],
  ['changed=mcpPolicy', [3, 1]],
  ['path~sandbox age<2d', [2, 1]],
  ['!sandbox', [4, 3]],
  ['who~unknown', []],
])('controls history --where %j filters all revisions', async (where, numbers) => {
  const argv = ['controls', 'history', '--where', where]
  const { out, code } = await runQd(argv, { url: risks.url, key: risks.keys.owner })
  expect(JSON.parse(out).changes.map(({ revision }: { revision: number }) => revision)).toEqual(numbers)
  expect(code).toBe(0)
})

test('the oldest revision of a page is compared with the one before it, which is on the next page', async () => {
  const { pagination } = JSON.parse((await qdRisks('controls history --limit 2')).out)
  const { out, code } = await qdRisks(`controls history --limit 1 --cursor ${pagination.nextCursor} --format csv`)
  expect(out).toContain('loosened,critical,tightened,risk,changed\r\n2,')
  expect(out).toContain(',1,1,0,sandbox.enabled switched off,sandbox')
  expect(code).toBe(0)
  const chosen = await qdRisks(`controls history --limit 1 --cursor ${pagination.nextCursor} --where verdict=loosened`)
  expect(JSON.parse(chosen.out).changes).toMatchObject([{ revision: 2 }])
})

test('--limit counts revisions that match --where, and the cursor continues after the last match', async () => {
  const numbers = async (line: string) => {
    const { changes, pagination } = JSON.parse((await qdThousand(`controls history --where ${line}`)).out)
    return { numbers: changes.map(({ revision }: { revision: number }) => revision), pagination }
  }
  const first = await numbers('path~isOld --limit 1')
  expect(first).toEqual({ numbers: [3], pagination: { hasMore: true, nextCursor: expect.any(String) } })
  expect(await numbers(`path~isOld --limit 1 --cursor ${first.pagination.nextCursor}`)).toEqual({
    numbers: [1],
    pagination: { hasMore: false, nextCursor: null },
  })
  expect((await numbers('rev<500 --limit 2')).numbers).toEqual([499, 498])
  expect(await numbers('path~isOld --limit 1 --at 2026-11-21')).toEqual({
    numbers: [3],
    pagination: { hasMore: true, nextCursor: null },
  })
})

test('controls diff --where filters changes', async () => {
  const { out } = await qdRisks('controls diff 2 3 --where member=mcpPolicy --format csv')
  expect(out).toContain('mcpPolicy.enabled')
  expect(out).not.toContain('restrictMemberVisibility')
})
