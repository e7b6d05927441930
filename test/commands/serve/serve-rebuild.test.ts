import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

test('serve rebuild replaces wrong sums, reports its progress on a terminal, and is in the audit log', async () => {
  const data = join(makeFolder(), 'data.db')
  const store = await openStore(data)
  const put = (day: string, sessions: number) =>
    store.personDays.put([{ day, user_id: 'a', row: JSON.stringify({ user_id: 'a', date: day, sessions }) }])
  await put('2026-09-30', 1)
  await put('2026-10-01', 2)
  await store.close()
  const database = new DatabaseSync(data)
  database.exec('UPDATE user_windows SET sessions = 99; DELETE FROM model_days; UPDATE user_facts SET sessions = 7')
  database.close()
  const { out, err, code } = await runQd(['serve', 'rebuild', '--data', data], { isErrorTerminal: true })
  expect(out).toBe('Rebuilt 2 rows of 2 days.\n')
  expect(err).toContain('rebuilding 2026-09')
  expect(err).toContain('rebuilding 2026-10')
  expect(code).toBe(0)
  const rebuilt = await openStore(data)
  const top = await rebuilt.rollups.readTop({ days: 7, sort: 'sessions', limit: 1 })
  expect(top?.users[0]).toMatchObject({ user_id: 'a', sessions: 3, active_days: 2 })
  expect(await rebuilt.auditLog.readNewest(1)).toMatchObject([{ action: 'serve rebuild', target: '2 days' }])
  await rebuilt.close()
})

test('serve rebuild without data is a usage error', async () => {
  expect(await runQd(['serve', 'rebuild'])).toMatchObject({ code: 2 })
})
