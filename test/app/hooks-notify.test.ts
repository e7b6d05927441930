import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookHome, SOON } from '../helpers/hook-home.ts'
import { startReceiver } from '../helpers/receiver.ts'

const SILENT = { status: 0, out: '', err: '' }

test('an event goes to the webhook of the environment, and into the log', async () => {
  const receiver = await startReceiver()
  const home = hookHome({ QUARTERDECK_WEBHOOK_URL: `${receiver.url}/hook` })
  const event = { hook_event_name: 'Stop', session_id: 's1', cwd: '/work/shop' }
  expect(await home.notify(event)).toEqual(SILENT)
  await expect
    .poll(() => home.logLines(), SOON)
    .toEqual(['accepted: default: no rule matches', 'sent env-webhook: HTTP 200'])
  expect(receiver.bodies()).toEqual([
    { ...event, quarterdeck: expect.objectContaining({ title: 'Task finished · shop', level: 'info' }) },
  ])
  expect(home.waiting()).toEqual([])
})

test.each([
  ['nothing', '', 'standard input is empty'],
  ['a cut text', '{"hook_event_name":"Stop","sess', 'standard input is not JSON'],
  ['no object', '[1]', 'standard input is not a JSON object'],
  ['no name', '{}', 'it has no hook_event_name'],
  ['a name of a wrong type', '{"hook_event_name":7}', 'it has no hook_event_name'],
  ['3 MB', `{"hook_event_name":"Stop","x":"${'y'.repeat(3_000_000)}"}`, 'it is longer than 1 MiB'],
])('%s on standard input is accepted silently, and logged', async (_, input, why) => {
  const home = hookHome()
  expect(await home.notify(input)).toEqual(SILENT)
  await expect.poll(() => home.logLines(), SOON).toEqual([`unreadable: ${why}`])
})

test('a silent agent does not block the hook', async () => {
  const home = hookHome()
  const unwritable = hookHome({ XDG_STATE_HOME: '/dev/null/state' })
  const [taken, refused] = await Promise.all([
    home.notify('{"hook_event_name":', {}, true),
    unwritable.notify('', {}, true),
  ])
  expect(taken).toEqual(SILENT)
  expect([refused.status, refused.out]).toEqual([0, ''])
  await expect.poll(() => home.logLines(), SOON).toEqual(['unreadable: standard input is not JSON; it never ended'])
})

test('if the event cannot be stored, the status is 0 with a message', async () => {
  const home = hookHome({ XDG_STATE_HOME: '/dev/null/state' })
  const { status, out, err } = await home.notify({ hook_event_name: 'Stop' })
  expect([status, out]).toEqual([0, ''])
  expect(err).toMatch(/^The event was not stored: /)
})

test('the spool is readable only by its owner, and not used if it is a link or open to other users', async () => {
  const home = hookHome({ QUARTERDECK_WEBHOOK_URL: 'http://127.0.0.1:9/dead' })
  expect(await home.notify({ hook_event_name: 'Stop' })).toEqual(SILENT)
  await expect.poll(() => home.logLines().at(-1), SOON).toMatch(/^retrying env-webhook: couldn't reach 127.0.0.1:9/)
  const [spool = ''] = home.eachSpool()
  for (const folder of [spool, join(spool, 'events'), join(spool, 'messages')])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  const [name = ''] = readdirSync(join(spool, 'messages'))
  expect(statSync(join(spool, 'messages', name)).mode & 0o777).toBe(0o600)

  const other = hookHome()
  mkdirSync(join(other.home, 'elsewhere'), { mode: 0o700 })
  mkdirSync(join(other.notifierFolder, 'spool', 'own'), { recursive: true, mode: 0o700 })
  symlinkSync(join(other.home, 'elsewhere'), join(other.notifierFolder, 'spool', 'own', 'events'))
  const { status, err } = await other.notify({ hook_event_name: 'Stop' })
  expect([status, readdirSync(join(other.home, 'elsewhere'))]).toEqual([0, []])
  expect(err).toContain('must be a folder, not a link or a file')

  const open = hookHome()
  mkdirSync(join(open.notifierFolder, 'spool', 'own', 'events'), { recursive: true, mode: 0o700 })
  chmodSync(join(open.notifierFolder, 'spool', 'own', 'events'), 0o777)
  expect((await open.notify({ hook_event_name: 'Stop' })).err).toContain('other users can write to')
})
