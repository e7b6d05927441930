import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { csvRows } from '../helpers/csv-rows.ts'
import { cachedCommands } from '../helpers/demo-organisation.ts'
import type { FrontReply } from '../helpers/front-server.ts'

const { of, qd } = cachedCommands()

const status = (line = '') =>
  qd(`cache status ${line}`, { env: { XDG_CACHE_HOME: of.folder, XDG_STATE_HOME: of.folder } })

test('cache status lists what is cached by organisation, without a key, and doctor prints its size', async () => {
  expect((await status('--format table')).out).toBe(`${of.cache}  does not exist yet\n`)
  await qd('analytics tokens --last 7d')
  await qd('analytics users --last 3d --all')
  const { out, code } = await status('--json')
  const cache = JSON.parse(out)
  expect(cache).toMatchObject({ path: of.cache, state: 'ready', organisations: [{}] })
  expect(cache.sizeBytes).toBeGreaterThan(4_096)
  const [{ tables }] = cache.organisations
  const doctor = await qd('doctor', { env: { XDG_CACHE_HOME: of.folder } })
  expect(doctor.out).toMatch(/^✓ cache +\S+cache\.db, [\d.]+ [kM]?B; see qd cache status\.$/m)
  expect(tables.map(({ table, days, spans }: Record<string, unknown>) => [table, days, spans])).toEqual([
    ['credits', 7, [{ from: '2026-11-14', to: '2026-11-20' }]],
    ['users', 3, [{ from: '2026-11-18', to: '2026-11-20' }]],
  ])
  const rows = await of.demo.raw('users', '2026-11-18', '2026-11-20')
  expect(tables[1].rows).toBe(rows.length)
  expect(code).toBe(0)
  const csv = csvRows((await status('--format csv --columns table,days,rows,firstDay,lastDay')).out)
  expect(csv.slice(1)).toEqual([
    ['credits', '7', '7', '2026-11-14', '2026-11-20'],
    ['users', '3', String(rows.length), '2026-11-18', '2026-11-20'],
  ])
  const table = (await status('--format table')).out
  expect(table).toMatch(/^credits +7 +7 +Nov 14–20 /m)
  expect(table + out).not.toContain(of.demo.front.key)
})

test('cache status lists unfinished loads, except those that the server refused', async () => {
  const walks = async (reply: FrontReply) => {
    of.demo.front.play((path, query) => (path.endsWith('/users') && query.has('cursor') ? reply : undefined))
    await qd('analytics users --last 3d --all --limit 4')
    return JSON.parse((await status('--json')).out).organisations[0].unfinishedWalks
  }
  expect(await walks({ status: 403, body: { status: 403, title: 'Forbidden', detail: 'no' } })).toEqual([])
  expect(await walks('reset')).toMatchObject([{ from: '2026-11-18', to: '2026-11-20', pages: 1 }])
})

test('cache clear empties the cache and keeps added ids', async () => {
  const clear = () =>
    qd('cache clear --format table', { env: { XDG_CACHE_HOME: of.folder, XDG_STATE_HOME: of.folder } })
  expect((await clear()).out).toBe(`There is no cache at ${of.cache}.\n`)
  await qd('analytics tokens --last 30d')
  of.demo.requested()
  expect((await clear()).out).toMatch(/^Cleared .*quarterdeck\/cache\.db: [\d.]+ [kM]B freed\.\n$/)
  expect(JSON.parse((await status('--json')).out).organisations).toEqual([])
  await qd('analytics tokens --last 30d')
  expect(of.demo.requested()).toEqual(['tokens 2026-10-22 2026-11-20'])
  await qd('wiki add wr_mine')
  const path = join(of.folder, 'quarterdeck', 'entered.json')
  const { out } = await clear()
  expect(out.slice(out.indexOf('Added'))).toBe(`Added ids (1) and paths of exports (0) remain in ${path}.\n`)
  const { organisations, entered } = JSON.parse((await status('--json')).out)
  expect([organisations, entered]).toEqual([[], { path, ids: 1, exports: 0 }])
  expect((await status('--format table')).out).toContain(`in ${path}: added ids 1, paths of exports 0\n`)
  rmSync(of.cache)
  expect((await qd('wiki list --offline')).out).toContain('wr_mine')
})

test('an id that cannot be added to its file, or removed from it, is an error', async () => {
  await qd('computers add c_mine')
  const path = join(of.folder, 'quarterdeck', 'entered.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":2'))
  const added = await qd('computers add c_later')
  expect([added.code, added.out]).toEqual([1, ''])
  expect(added.err).toContain(`could not be added. Added ids are missing, because ${path} can't be read: its version 2`)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"version":2', '"version":1'))
  writeFileSync(`${path}.lock`, '')
  const { code, out, err } = await qd('computers forget c_mine')
  expect([code, out, err.match(/could not be removed/g)?.length]).toEqual([1, '', 1])
})

test('a corrupt cache is reported once, and the command still works', async () => {
  mkdirSync(join(of.folder, 'quarterdeck'))
  writeFileSync(of.cache, 'this is no database, whatever its name says'.repeat(200))
  const { out, err, code } = await qd('analytics tokens --last 3d')
  expect(JSON.parse(out).data).toHaveLength(3)
  expect(err.match(/was corrupt/g)).toHaveLength(1)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(0)
  expect((await qd('analytics tokens --last 3d')).err).toBe('')
  expect(JSON.parse((await status('--json')).out)).toMatchObject({ state: 'ready' })
})

test('a cache of a newer version is not changed, and cache status and doctor report it', async () => {
  await qd('analytics tokens --last 3d')
  const database = new DatabaseSync(of.cache)
  database.exec('PRAGMA user_version = 999')
  database.close()
  const { out, err, code } = await qd('analytics tokens --last 3d')
  expect(JSON.parse(out).data).toHaveLength(3)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(0)
  expect(JSON.parse((await status('--json')).out)).toMatchObject({ state: 'newer' })
  expect((await status('--format table')).out).toContain('was written by a newer version of Quarterdeck')
  const doctor = await qd('doctor', { env: { XDG_CACHE_HOME: of.folder } })
  expect(doctor.out).toMatch(/^! cache .*was written by a newer version of Quarterdeck/m)
})
