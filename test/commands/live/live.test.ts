import { expect, test } from 'vitest'
import type { Live } from '../../../src/contract/live.ts'
import { startDemo } from '../../helpers/demos.ts'
import { frontWithUsers } from '../../helpers/live-users.ts'
import { runQd } from '../../helpers/run-qd.ts'

const demo = await startDemo()
const live = (...words: string[]) => runQd(['live', ...words], { url: demo.url, key: demo.key })

test('the figures of today are those of the server, and sums of its quarters', async () => {
  const { out, code } = await live('--json')
  const { out: raw } = await runQd(['api', '/api/v1/live'], { url: demo.url, key: demo.key })
  expect([code, JSON.parse(out)]).toEqual([0, { schema: 1, ...JSON.parse(raw) }])
  const { totals, quarters, tools, coverage, users } = JSON.parse(out) as Live
  const calls = quarters.reduce((sum, quarter) => sum + quarter.tool_calls, 0)
  expect(totals.tool_calls).toBe(calls)
  expect(tools.reduce((sum, tool) => sum + tool.calls, 0)).toBe(calls)
  expect(coverage).toMatchObject({ reportingUsers: users.length, knownUsers: 11 })
  const { out: table } = await live('--format', 'table')
  expect(table).toContain(`Tool calls    ${calls.toLocaleString('en-US').padStart(10)}`)
  expect(table).toContain(`${users.length} of 11 users report.`)
})

test('with pseudonyms, no user is named', async () => {
  const { users } = JSON.parse((await live('--json')).out) as Live
  for (const format of ['json', 'csv', 'table']) {
    const { out } = await live('--format', format, '--pseudonyms')
    for (const { user_id, user_email } of users)
      for (const text of [user_id, user_email ?? user_id]) expect(out).not.toContain(text)
    expect(out).toContain('Person ')
  }
})

test('a server without activity of today is an error that says so', async () => {
  const strict = await startDemo({ users: 3, days: 10, seed: 1, isStrict: true })
  const { code, err } = await runQd(['live'], strict)
  expect(code).toBe(4)
  expect(err).toContain('This server does not support this operation')
})

test('a filter, an order and a high limit load all users', async () => {
  const front = await frontWithUsers(demo, 250)
  const run = async (...words: string[]) =>
    (JSON.parse((await runQd(['live', '--json', ...words], front)).out) as Live).users.map(({ user_id: id }) => id)
  expect((await run()).length).toBe(100)
  expect((await run('--limit', '200')).length).toBe(200)
  expect(await run('--where', 'tools>247')).toEqual(['u_248', 'u_249'])
  expect(await run('--sort', 'tools', '--limit', '2')).toEqual(['u_249', 'u_248'])
})
