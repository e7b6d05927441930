import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StatusFigures } from '../../../src/domain/status/status-text.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { type OpenOptions, openScreen, sharedDemo, until } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = sharedDemo()

const openSaving = async (options: OpenOptions = {}, behind: Parameters<typeof openScreen>[0] = demo) => {
  const saved: StatusFigures[] = []
  const saveStatus = (figures: StatusFigures) => void saved.push(figures)
  const opened = await openScreen(behind, { columns: 120, rows: 36, saveStatus, ...options })
  return { ...opened, saved }
}

test('Overview caches the same figures for qd status as qd overview', async () => {
  const home = makeFolder()
  await runQd(['overview'], { ...demo, home, cache: join(home, 'quarterdeck', 'cache.db') })
  const folder = join(home, 'quarterdeck', 'status')
  const [name = ''] = readdirSync(folder)
  const { at: _, ...expected } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const opened = await openSaving()
  await opened.loaded()
  await until(() => opened.saved.length > 0, 'no figures are cached')
  expect(opened.saved.at(-1)).toMatchObject(expected)
  await opened.press('u')
  await until(() => opened.saved.at(-1)?.attention === expected.attention - 1, 'the muted item is counted')
})

test('earlier and short ranges and an earlier day are not those of now', async () => {
  const ranges: NonNullable<OpenOptions['state']>[] = [
    { range: { is: 'last', days: 7 } },
    { range: { is: 'between', range: { from: '2026-10-01', to: '2026-10-31' } } },
    { at: '2026-11-01' },
  ]
  for (const state of ranges) {
    const opened = await openSaving({ state })
    await opened.loaded()
    expect(opened.saved).toEqual([])
    opened.session.set({ range: { is: 'last', days: 30 }, at: undefined })
    await until(() => opened.saved.length > 0, 'no figures are cached')
  }
})

test('data that could not be loaded makes the number of items incomplete', async () => {
  const refused = { status: 403, body: { status: 403, title: 'Forbidden' } }
  const front = await testFront(demo, (path) => (path.endsWith('/computers') ? refused : undefined))
  const opened = await openSaving({}, front)
  await opened.loaded()
  await until(() => opened.saved.length > 0, 'no figures are cached')
  expect(opened.saved.map(({ isAttentionComplete }) => isAttentionComplete)).not.toContain(true)
})
