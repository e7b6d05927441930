import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wordsOfLine } from '../../../src/commands/completion/complete-words.ts'
import { openStore } from '../../../src/service/store/store.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { postgresServers } from '../../helpers/postgres.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const folder = fileFolder()
let files = 0
const engines = [
  { name: 'SQLite', createDatabase: async () => join(folder, `${files++}.db`) },
  ...(await postgresServers(1)),
]
const qd = (line: string, options: RunOptions = {}) => runQd(wordsOfLine(line), options)

/** The first day of a month, counted from the current one, by the clock of the database. */
const dayOf = (monthsAgo: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo)).toISOString().slice(0, 10)
}
const monthOf = (monthsAgo: number): string => dayOf(monthsAgo).slice(0, 7)

const fill = async (data: string): Promise<void> => {
  const store = await openStore(data)
  for (const monthsAgo of [0, 24, 25, 26])
    await store.personDays.put(
      ['a', 'b'].map((id) => ({
        day: dayOf(monthsAgo),
        user_id: id,
        row: `{"user_id":"${id}","date":"${dayOf(monthsAgo)}"}`,
      })),
    )
  await store.close()
}

for (const { name, createDatabase } of engines)
  test(`${name}: old months are shown, then deleted after a yes, and recorded`, async () => {
    const data = await createDatabase()
    await fill(data)
    const line = `serve retention --keep 24m --data ${data}`
    const unasked = await qd(line)
    expect(unasked.code).toBe(2)
    expect(unasked.err).toContain('No terminal for confirmation: pass --yes.')
    const refused = await qd(line, { ask: async () => 'no' })
    expect(refused.err).toContain('Nothing was changed, because the answer was not yes.')
    const { out, err, code } = await qd(line, { ask: async () => 'yes' })
    expect(out).toMatch(
      new RegExp(
        `^MONTH +ROWS +SIZE\n${monthOf(26)} +2 +\\d.*B\n${monthOf(25)} +2 +\\d.*B\nDeleted 2 months \\(${monthOf(26)} to ${monthOf(25)}\\) with 4 rows of users, \\d.*B\\.\n$`,
      ),
    )
    expect([err, code]).toEqual([`Deleted ${monthOf(26)}.\n`, 0])
    const again = await qd(`${line} --json`)
    expect(JSON.parse(again.out)).toEqual({ schema: 1, months: [], rows: 0, sizeBytes: 0 })
    expect((await qd(`${line}`)).out).toBe('No month is older than 24 months.\n')
    const { rows } = JSON.parse((await qd(`serve retention --keep 3m --data ${data} --yes --json`)).out)
    expect(rows).toBe(2)
    const audit = JSON.parse((await qd(`serve audit --data ${data} --json`)).out)
    expect(JSON.stringify(audit)).toContain(`"action":"serve retention","target":"${monthOf(25)}"`)
  })

test('--keep takes months, and at least those of the ranking', async () => {
  for (const keep of ['2m', '24', '2y', '0m', '-3m', '1201m', "''"])
    expect(await qd(`serve retention --keep=${keep} --data x.db`), keep).toMatchObject({
      code: 2,
      err: expect.stringContaining('--keep must be 3 to 1,200 months: use 24m to keep two years.'),
    })
  expect((await qd('serve retention --keep 24m')).err).toContain('--data is required')
  expect((await qd(`serve retention --keep 24m --data ${join(folder, 'missing.db')}`)).err).toContain('does not exist')
})
