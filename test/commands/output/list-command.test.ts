import { afterAll, expect, test } from 'vitest'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { listCommands } from '../../helpers/list-commands.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const cells = (csv: string): string[] => csv.trimEnd().split('\r\n').slice(1)

test.each(listCommands)('$name filters, sorts, limits and has an exit code', async ({ name, options, ...rest }) => {
  const { fields, members, examples } = rest
  const flags = options.map((row) => row.flags.split(' ')[0])
  expect(flags).toEqual(expect.arrayContaining(['--where', '--sort', '--limit', '--exit-code']))
  expect(new Set(flags).size).toBe(flags.length)
  expect([fields?.length, members?.length, examples.length].every((count) => (count ?? 0) > 0)).toBe(true)
  for (const wrong of ['--where nothing=1', '--sort nothing', '--limit 0'])
    expect((await demo.qd(`${name} ${wrong}`)).code, wrong).toBe(2)
})

test('rows are filtered, sorted and then limited, with a note', async () => {
  const names = async (line: string) => {
    const { out, err } = await demo.qd(`ci jobs --format csv --columns repoFullName ${line}`)
    return { rows: cells(out), err }
  }
  const { rows: all } = await names('--sort repo')
  expect(all).toEqual(all.toSorted())
  expect((await names('--sort repo:desc')).rows).toEqual(all.toReversed())
  const first = await names('--sort repo --limit 2')
  expect(first.rows).toEqual(all.slice(0, 2))
  expect(first.err).toBe(`Showing the first 2 of ${all.length}: use --limit for more.\n`)
  expect((await names(`--limit ${all.length}`)).err).toBe('')
})

test('--exit-code exits with 1 if rows are printed, and with 0 otherwise', async () => {
  expect((await demo.qd('ci jobs')).code).toBe(0)
  expect((await demo.qd('ci jobs --exit-code')).code).toBe(1)
  expect((await demo.qd("ci jobs --exit-code --where 'repo=nothing-like-it'")).code).toBe(0)
})

test('--sort takes fields of the filter, and :asc reverses the order, also for a page of the history', async () => {
  const pages = async (way: string) => {
    const { out } = await demo.qd(`wiki list --format csv --columns pages,created_at --sort ${way}`)
    return cells(out).map((row) => row.split(','))
  }
  const most = (await pages('pages')).map(([count]) => Number(count))
  expect(most).toEqual(most.toSorted((a, b) => b - a))
  const days = (await pages('created')).map(([, day]) => day)
  expect((await pages('created:asc')).map(([, day]) => day)).toEqual(days.toReversed())
  const revisions = async (line: string) =>
    cells((await demo.qd(`controls history --limit 4 ${line} --format csv`)).out).map((row) => row.split(',')[0])
  expect(await revisions('--sort revision:asc')).toEqual((await revisions('')).toReversed())
})
