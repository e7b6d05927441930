import { expect, test } from 'vitest'
import { until } from '../../helpers/screen.tsx'
import { openLoader } from './open-loader.ts'

test('computers, keys, wiki runs and jobs come through the process, and ids that are added or forgotten', async () => {
  const { loader } = await openLoader()
  expect((await loader.load('extensions', {})).data).toContain('computers')
  expect((await loader.load('computers', {})).data).toMatchObject({ isListed: true, isReadable: true })
  loader.actions.addIds('serviceAccounts', ['sa_release', 'none'], 'added')
  expect((await loader.load('serviceAccounts', {})).data).toMatchObject([
    { id: 'sa_release', item: [{ name: 'release pipeline' }] },
    { id: 'none', failure: { kind: 'notFound', status: 404 } },
  ])
  loader.actions.forgetId('serviceAccounts', 'none')
  expect((await loader.load('serviceAccounts', {})).data).toHaveLength(1)
  expect((await loader.load('wikiRuns', {})).data.rows.length).toBeGreaterThan(2)
  expect((await loader.load('ciJobs', {})).data.jobs.length).toBeGreaterThan(5)
})

const update = { params: { computerId: 'c' }, body: { name: 'n' } }

test('a change comes through the process with what it has ended in', async () => {
  const { loader, front } = await openLoader(() => ({ status: 200, body: { id: 'c', name: 'n' } }))
  expect(await loader.actions.change('updateComputer', update)).toEqual({ is: 'done', answer: { id: 'c', name: 'n' } })
  front.play(() => ({ status: 409, body: { detail: 'running' } }))
  const refused = await loader.actions.change('installDependencies', { params: { computerId: 'c' } })
  expect(refused).toMatchObject({ is: 'refused', error: { status: 409, detail: 'running' } })
  front.play(() => 'reset')
  const before = front.requests.length
  const unknown = await loader.actions.change('updateComputer', update)
  expect(unknown).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
  expect(front.requests).toHaveLength(before + 1)
})

test('a process that dies while it changes something leaves the outcome unknown, and nothing is sent twice', async () => {
  const { loader, front, started } = await openLoader(() => 'hold')
  const outcome = loader.actions.change('updateComputer', update)
  await until(
    () => front.requests.length === 1,
    () => JSON.stringify(front.requests),
  )
  await started[0]?.kill()
  expect(await outcome).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
  front.play()
  // The next load starts another process, which does not send the change again.
  await loader.load('ciJobs', {})
  expect([started.length, front.requests.filter(({ path }) => path.endsWith('/computers/c')).length]).toEqual([2, 1])
})
