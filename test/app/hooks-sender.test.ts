import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookHome, SOON } from '../helpers/hook-home.ts'
import { startReceiver } from '../helpers/receiver.ts'

const stop = (session: string) => ({ hook_event_name: 'Stop', session_id: session, cwd: '/work/shop' })
const ids = (bodies: Record<string, unknown>[]) => bodies.map(({ session_id }) => session_id).sort()

test('the events of concurrent hooks are each sent once', async () => {
  const receiver = await startReceiver()
  const home = hookHome({ QUARTERDECK_WEBHOOK_URL: receiver.url })
  const sessions = Array.from({ length: 8 }, (_, at) => `s${at}`)
  const ends = await Promise.all(sessions.map((session) => home.notify(stop(session))))
  expect(ends).toEqual(sessions.map(() => ({ status: 0, out: '', err: '' })))
  await expect.poll(() => ids(receiver.bodies()), SOON).toEqual(sessions)
  await expect.poll(() => [home.waiting(), home.senders()], SOON).toEqual([[], []])
  expect(receiver.arrived).toHaveLength(8)
})

test('a sender that is killed loses nothing and sends nothing twice', async () => {
  // The third request kills the sender immediately, before its timeout of five seconds.
  const receiver = await startReceiver((response, count) => {
    if (count !== 3) response.end('ok')
    else for (const pid of home.senders()) process.kill(pid, 'SIGKILL')
  })
  const home = hookHome({ QUARTERDECK_WEBHOOK_URL: receiver.url })
  const sessions = ['a', 'b', 'c', 'd', 'e']
  await home.notify(stop('a'))
  await expect.poll(() => [receiver.arrived.length, home.senders()], SOON).toEqual([1, []])
  // This process holds the lock, so hooks start no sender until it is released. Then one sender has all other events to send.
  const lock = join(home.eachSpool()[0] ?? '', 'sender.lock')
  writeFileSync(lock, JSON.stringify({ pid: process.pid, since: Date.now() }), { mode: 0o600 })
  for (const session of ['b', 'c', 'd']) await home.notify(stop(session))
  rmSync(lock)
  await home.notify(stop('e'))
  await expect.poll(() => [receiver.arrived.length, home.senders()], SOON).toEqual([3, []])
  expect(home.namesIn('sending')).toHaveLength(1)
  expect(await home.notify(stop('f'))).toMatchObject({ status: 0 })
  await expect.poll(() => ids(receiver.bodies()), SOON).toEqual([...sessions, 'f'])
  await expect.poll(() => home.waiting(), SOON).toEqual([])
  expect(home.logLines().filter((line) => line.startsWith('unknown'))).toEqual([
    'unknown env-webhook: the sender was interrupted; the message may have arrived',
  ])
  await expect.poll(() => home.senders(), SOON).toEqual([])
})

test('a message queued with one environment is never sent to an address from another', async () => {
  const [ours, theirs] = [await startReceiver(), await startReceiver()]
  const home = hookHome()
  await home.notify(stop('dead'), { QUARTERDECK_WEBHOOK_URL: 'http://127.0.0.1:9/x' })
  await expect.poll(() => home.logLines().at(-1), SOON).toMatch(/^retrying/)
  await Promise.all([
    home.notify(stop('ours'), { QUARTERDECK_WEBHOOK_URL: ours.url }),
    home.notify(stop('theirs'), { QUARTERDECK_WEBHOOK_URL: theirs.url }),
  ])
  await expect.poll(() => [ids(ours.bodies()), ids(theirs.bodies())], SOON).toEqual([['ours'], ['theirs']])
  expect(home.namesIn('messages')).toHaveLength(1)
})

test('no file in the folder of the session adds a channel', async () => {
  const receiver = await startReceiver()
  const home = hookHome()
  const folder = join(home.home, 'bin')
  mkdirSync(folder)
  writeFileSync(join(folder, 'notify-send'), '#!/bin/sh\n', { mode: 0o700 })
  const project = join(home.home, 'project')
  mkdirSync(join(project, '.config', 'quarterdeck'), { recursive: true })
  const evil = JSON.stringify({ hooks: { channels: { evil: { kind: 'webhook', url: receiver.url } } } })
  for (const name of ['config.json', 'quarterdeck.json', '.quarterdeck.json', '.config/quarterdeck/config.json'])
    writeFileSync(join(project, name), evil)
  writeFileSync(join(project, '.env'), `QUARTERDECK_WEBHOOK_URL=${receiver.url}\n`)
  await home.notify(
    { ...stop('s1'), cwd: project },
    { PATH: `${folder}:${process.env.PATH}`, XDG_CONFIG_HOME: '.config', PWD: project },
  )
  await expect
    .poll(() => home.logLines(), SOON)
    .toEqual(['accepted: default: no rule matches', 'sent desktop: notify-send accepted it'])
  expect(receiver.arrived).toEqual([])
})

test('a sender whose folders are deleted ends', async () => {
  const receiver = await startReceiver(() => {})
  const home = hookHome({ QUARTERDECK_WEBHOOK_URL: receiver.url })
  await home.notify(stop('s1'))
  await expect.poll(() => receiver.arrived.length, SOON).toBe(1)
  rmSync(home.notifierFolder, { recursive: true, force: true })
  await expect.poll(() => home.senders(), SOON).toEqual([])
})

test.each([
  ['config.json', 'is not a file: rename or remove it'],
  ['log.ndjson', undefined],
  ['sender.lock', 'sent env-webhook: HTTP 200'],
])('a pipe in place of %s does not block the hook or the sender', async (name, line) => {
  const receiver = await startReceiver()
  const home = hookHome({ QUARTERDECK_WEBHOOK_URL: receiver.url })
  home.configure({})
  await home.notify(stop('first'))
  await expect.poll(() => [receiver.arrived.length, home.senders()], SOON).toEqual([1, []])
  const config = join(home.home, '.config', 'quarterdeck', name)
  const path = [config, join(home.notifierFolder, name)].find(existsSync) ?? join(home.eachSpool()[0] ?? '', name)
  rmSync(path, { force: true })
  execFileSync('mkfifo', [path])
  expect(await home.notify(stop('second'))).toEqual({ status: 0, out: '', err: '' })
  await expect.poll(() => home.senders(), SOON).toEqual([])
  expect(receiver.arrived).toHaveLength(name === 'config.json' ? 1 : 2)
  if (line) expect(home.logLines().at(-1)).toContain(line)
})
