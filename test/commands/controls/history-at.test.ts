import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'

const AT = '2026-11-12'
type Row = { revision: number; updatedAt: string }

const json = async (words: string) => {
  const ran = await runQd([...words.split(' '), '--json'], await startDemo())
  expect(ran.err).not.toContain('Error')
  return JSON.parse(ran.out) as { changes: Row[] } & Record<string, unknown>
}

test('with --at every controls command shows the history as of the end of that day', async () => {
  const all = (await json('controls history --all')).changes
  const known = all.filter(({ updatedAt }) => updatedAt.slice(0, 10) <= AT).map(({ revision }) => revision)
  expect(known.length).toBeLessThan(all.length)
  const then = (await json(`controls history --all --at ${AT}`)).changes.map(({ revision }) => revision)
  expect(then).toEqual(known)
  const page = (await json(`controls history --limit 3 --at ${AT}`)).changes.map(({ revision }) => revision)
  expect(page).toEqual(known.slice(0, 3))
  expect(await json(`controls show --at ${AT}`)).toMatchObject({ revision: known[0] })
  expect(await json(`controls diff --at ${AT}`)).toMatchObject({ from: known[1], to: known[0] })
  const blame = JSON.stringify(await json(`controls blame commandAllowlist --at ${AT}`))
  expect(Math.max(...[...blame.matchAll(/"revision":(\d+)/g)].map(([, number]) => Number(number)))).toBeLessThanOrEqual(
    known[0] ?? 0,
  )
  expect(JSON.stringify(await json(`controls open --at ${AT}`))).toContain(`"newest":${known[0]}`)
  const later = await runQd(['controls', 'show', String(all[0]?.revision), '--at', AT], await startDemo())
  expect(later.code).toBe(4)
})

test('with --at, readiness commands use the newest report as of that day', async () => {
  const { reportId } = (await json('readiness show --repo checkout')) as { reportId?: string }
  const then = (await json('readiness show --repo checkout --at 2026-10-01')) as {
    reportId?: string
    createdAt?: number
  }
  expect(then.reportId).not.toBe(reportId)
  expect(then.createdAt).toBeLessThan(Date.UTC(2026, 9, 2))
  const compared = (await json('readiness compare --repo checkout --at 2026-10-01')) as { to?: { reportId: string } }
  expect(compared.to?.reportId).toBe(then.reportId)
})
