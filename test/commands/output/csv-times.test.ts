import { afterAll, expect, test } from 'vitest'
import { allCommands } from '../../../src/commands/command-table.ts'
import { csvRows } from '../../helpers/csv-rows.ts'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

/** The arguments that a command requires. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'readiness compare': '--repo checkout',
  'controls blame': 'commandAllowlist',
  'computers show': demo.ids.computers[0] ?? '',
  'computers metrics': demo.ids.computers[0] ?? '',
  'wiki show': demo.ids.wikiRuns[0] ?? '',
  'wiki search': 'refund',
}
/** They need data of a server, of this machine or of a file, whose columns other tests show. */
const printsElsewhere = ({ name, isLocal = false }: { name: string; isLocal?: boolean }): boolean =>
  isLocal || ['wiki pages', 'watch', 'limits set', 'limits clear', 'export', 'doctor', 'sync', 'check'].includes(name)

const commands = (await allCommands()).filter((one) => one.formats.includes('csv') && !printsElsewhere(one))
const reading = commands.map(({ name }) => name)

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test.each(reading)('every time in the CSV of qd %s is ISO 8601 in UTC', async (name) => {
  const { out, err, code } = await demo.qd(`${name} ${ARGUMENTS[name] ?? ''} --format csv`)
  expect(code, err).toBe(0)
  const [heading = [], ...rows] = csvRows(out)
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      const where = `${heading[at]}: ${cell}`
      if (/^\d{4}-\d\d-\d\d[T ]\d/.test(cell)) expect(cell, where).toMatch(UTC_TIME)
      if (/(At|_at|^at|timestamp|seen)$/.test(heading[at] ?? '')) expect(cell, where).toMatch(/^$|T.*Z$/)
    }
})

test('the commands with times in CSV are known', async () => {
  const times: string[] = []
  for (const name of reading) {
    const { out } = await demo.qd(`${name} ${ARGUMENTS[name] ?? ''} --format csv`)
    const [heading = [], ...rows] = csvRows(out)
    const found = heading.filter((_, at) => rows.some((row) => UTC_TIME.test(row[at] ?? '')))
    if (found.length > 0) times.push(`${name}: ${found.join(' ')}`)
  }
  expect(times).toEqual([
    'live: last_seen',
    'users list: createdAt lastSignInAt',
    'users inactive: createdAt lastSignInAt',
    'limits list: createdAt lastSignInAt',
    'readiness list: createdAt',
    'controls history: updatedAt',
    'controls blame: updatedAt',
    'controls open: updatedAt',
    'audit list: createdAt',
    'computers list: createdAt',
    'computers show: createdAt',
    'wiki list: createdAt',
    'wiki show: createdAt',
    'ci jobs: createdAt updatedAt',
  ])
})
