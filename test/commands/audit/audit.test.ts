import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { answer } from '../../helpers/faulty-server.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const demo = await startDemo()
const at = { url: demo.url, key: demo.key }
const audit = (...words: string[]) => runQd(['audit', 'list', ...words], at)

/** All events, as the API sends them, newest first. */
const apiEvents = async () => {
  const { out } = await runQd(['api', '/api/v0/organization/audit-events?limit=100'], at)
  return JSON.parse(out).events as { eventType: string; createdAt: string; actor: { email?: string } | null }[]
}

test('audit list prints the events of the API, newest first', async () => {
  const { events } = JSON.parse((await audit('--all', '--json')).out)
  expect(events.map(({ createdAt, eventType }: (typeof events)[0]) => [createdAt, eventType])).toEqual(
    (await apiEvents()).map(({ createdAt, eventType }) => [createdAt, eventType]),
  )
})

test('a filter selects by type, action, person and revision', async () => {
  const members = await audit('--where', 'type=membership_change', '--format', 'csv')
  expect(members.out.split('\r\n').slice(0, 2)).toEqual([
    'createdAt,eventType,action,who,kind,role,source,target,revision,payload',
    '2026-11-12T05:09:48.987Z,membership_change,invite,a.chen@northwind.example,human,owner,web,p.later@northwind.example,,"{""intent"":""invite"",""role"":""member""}"',
  ])
  const removed = await audit('--where', 'action=remove kind=system', '--format', 'ndjson')
  expect(JSON.parse(removed.out)).toMatchObject({ who: 'system', source: 'scim', target: 'left@northwind.example' })
  const revisions = JSON.parse((await audit('--where', 'revision>0', '--json')).out).events
  const { changes } = JSON.parse((await runQd(['controls', 'history', '--all', '--json'], at)).out)
  const numbers = (rows: { revision: number }[]) => rows.map(({ revision }) => revision)
  expect(numbers(revisions)).toEqual(numbers(changes))
})

test('days are selected to today, and the limit leaves out older events', async () => {
  const days = await audit('--from', '2026-11-19', '--format', 'ndjson')
  expect(days.out.trim().split('\n')).toHaveLength(2)
  const october = await audit('--last', 'oct', '--all', '--json')
  const expected = (await apiEvents()).filter(({ createdAt }) => createdAt.startsWith('2026-10'))
  expect(JSON.parse(october.out).events).toHaveLength(expected.length)
  const two = await audit('--limit', '2', '--format', 'ndjson')
  expect(two.out.trim().split('\n')).toHaveLength(2)
})

test('an unknown type of event is printed as it came, without control characters', async () => {
  const { out } = await audit('--where', 'type=data_residency_change', '--format', 'table')
  expect(out).toMatch(/system +system +data_residency_change +地域 eu-1 /)
  expect(out).not.toContain('\u202e')
})

test('with pseudonyms, no address or id of a person is printed', async () => {
  const { out } = await audit('--all', '--json', '--pseudonyms')
  expect(out).not.toMatch(/@northwind|"user_\d/)
  expect(out).toContain('"who":"Person ')
})

test('a refusal names the role that is needed', async () => {
  const server = await testServer((request, ...rest) =>
    request.path.includes('openapi')
      ? answer(200, { paths: { '/api/v0/organization/audit-events': { get: {} } } })(request, ...rest)
      : answer(403, { detail: 'owners only' })(request, ...rest),
  )
  const { code, err } = await runQd(['audit', 'list'], { url: server.url, key: 'qd-test-key' })
  expect(code).toBe(3)
  expect(err).toContain('The server refused the audit log (403): the user of the key needs the role Owner.')
})

test('a server without an audit log is an error that says so', async () => {
  const strict = await startDemo({ users: 3, days: 10, seed: 1, isStrict: true })
  const { code, err } = await runQd(['audit', 'list'], strict)
  expect(code).toBe(4)
  expect(err).toContain('This server does not support this operation: it is not in its API description.')
})

const event = (name: string, payload: unknown = null) => ({
  eventType: name,
  actor: null,
  target: name,
  payload,
  createdAt: '2026-11-01T00:00:00Z',
})

/** A server with the list at another path, and with other names. @param parameters - Those in its document. */
const otherServer = (parameters: string[]) => {
  const pages: Record<string, object> = {
    '': { data: [event('a', { apiKey: 'sk-live-0123456789abcdef' }), event('b')], next_cursor: '2' },
    '2': { data: [event('c')], next_cursor: null },
  }
  return testServer((request, ...rest) => {
    const { pathname, searchParams } = new URL(request.path, 'http://x.invalid')
    const body = pathname.includes('openapi')
      ? { paths: { '/api/v2/audit-log': { get: { parameters: parameters.map((name) => ({ name, in: 'query' })) } } } }
      : pages[searchParams.get('after') ?? '']
    return answer(200, body)(request, ...rest)
  })
}

test('path, envelope and paging come from the document, and secrets are masked', async () => {
  const server = await otherServer(['per_page', 'after'])
  const { out } = await runQd(['audit', 'list', '--json'], { url: server.url, key: 'qd-test-key' })
  const { events } = JSON.parse(out)
  expect(events.map(({ target }: { target: string }) => target)).toEqual(['a', 'b', 'c'])
  expect(events[0].payload).toEqual({ apiKey: '••••••' })
  expect(server.received.map(({ path }) => path).slice(-2)).toEqual([
    '/api/v2/audit-log?per_page=100',
    '/api/v2/audit-log?per_page=100&after=2',
  ])
})

test('without a parameter for a cursor there is one page, and the result is incomplete if there are more', async () => {
  const server = await otherServer([])
  const { out, err } = await runQd(['audit', 'list', '--json'], { url: server.url, key: 'qd-test-key' })
  const { events, incomplete } = JSON.parse(out)
  expect([events.length, incomplete]).toEqual([2, true])
  expect(err).toContain('names no cursor')
  expect(server.received.map(({ path }) => path).at(-1)).toBe('/api/v2/audit-log')
})
