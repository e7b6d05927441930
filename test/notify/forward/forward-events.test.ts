import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HookEvent, Live } from '../../../src/contract/live.ts'
import { forwardEvents } from '../../../src/notify/forward/forward-events.ts'
import { forwardFolders, forwardLine } from '../../../src/notify/forward/forward-line.ts'
import { readLog } from '../../../src/notify/spool/read-log.ts'
import { startService } from '../../../src/service/start-service.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { NOW } from '../../helpers/now.ts'
import { runQd } from '../../helpers/run-qd.ts'

const SECRET = 'the prompt is private'
const EVENT = {
  hook_event_name: 'PostToolUse',
  session_id: 's1',
  cwd: '/private',
  permission_mode: 'auto-low',
  tool_name: 'Edit',
  tool_input: { file_path: '/private/names.ts', new_string: SECRET },
}

const create = () => {
  const folders = forwardFolders(join(makeFolder(), "it's", 'notifier'))
  mkdirSync(folders.folder, { recursive: true, mode: 0o700 })
  const runHook = (input: object | string) =>
    execFileSync('sh', ['-c', forwardLine(folders, 'live')], {
      input: typeof input === 'string' ? input : JSON.stringify(input),
      env: { PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    })
  const sent: HookEvent[][] = []
  const forward = (send = async (events: readonly HookEvent[]): Promise<unknown> => sent.push([...events])) =>
    forwardEvents({
      folders,
      sender: { email: 'ada@example.com', machine: 'm1' },
      send,
      now: Date.now,
      sleep: async () => {},
      isBackground: false,
    })
  return { folders, runHook, sent, forward }
}

test('the line of sh stores an event for its owner only, prints nothing and starts one sender', () => {
  const { folders, runHook } = create()
  expect([runHook(EVENT), runHook(EVENT)]).toEqual(['', ''])
  const names = readdirSync(folders.incoming)
  expect(names).toEqual([expect.stringMatching(/^\d+\.json$/), expect.stringMatching(/^\d+\.json$/)])
  const path = join(folders.incoming, names[0] as string)
  expect([JSON.parse(readFileSync(path, 'utf8')), statSync(path).mode & 0o777]).toEqual([EVENT, 0o600])
  expect(statSync(folders.busyFolder).isDirectory()).toBe(true)
})

test('an event is sent without prompts and tool input', async () => {
  const { folders, runHook, sent, forward } = create()
  runHook(EVENT)
  expect(await forward()).toBe(1)
  expect(sent).toEqual([
    [
      {
        eventId: expect.any(String),
        at: expect.any(String),
        event: 'PostToolUse',
        sessionId: 's1',
        userEmail: 'ada@example.com',
        tool: 'Edit',
        extension: '.ts',
        permissionMode: 'auto-low',
        machine: 'm1',
      },
    ],
  ])
  expect(readdirSync(folders.folder)).toEqual(['in', 'out'])
  expect([folders.incoming, folders.outgoing].flatMap((folder) => readdirSync(folder))).toEqual([])
})

test('after a failure the same ids are sent again, and the spool has no prompts', async () => {
  const { folders, runHook, sent, forward } = create()
  runHook(EVENT)
  const ids: string[] = []
  const fail = forward(async (events) => {
    ids.push(...events.map(({ eventId }) => eventId))
    throw new Error('offline')
  })
  await expect(fail).rejects.toThrow('offline')
  const [name] = readdirSync(folders.outgoing)
  expect(readFileSync(join(folders.outgoing, name as string), 'utf8')).not.toContain(SECRET)
  expect([await forward(), sent.flat().map(({ eventId }) => eventId)]).toEqual([1, ids])
})

test('events are sent in batches of 100; dropped ones are counted in the log', async () => {
  const { folders, sent, forward } = create()
  mkdirSync(folders.incoming, { mode: 0o700 })
  const now = Date.now() / 1000
  for (let i = 0; i < 253; i++) {
    const path = join(folders.incoming, `${i}.json`)
    writeFileSync(path, i === 0 ? 'no event' : JSON.stringify(EVENT), { mode: 0o600 })
    const time = i === 1 || i === 2 ? now - 8 * 86_400 : now
    utimesSync(path, time, time)
  }
  await forward()
  expect(sent.map(({ length }) => length)).toEqual([100, 100, 50])
  expect(new Set(sent.flat().map(({ eventId }) => eventId)).size).toBe(250)
  expect(readLog(folders.logFile).map(({ outcome, why }) => [outcome, why])).toEqual([
    ['failed', 'not forwarded: 2 events, over the limits of the spool'],
    ['unreadable', 'not forwarded: 1 event, the input of the hook is not an event'],
  ])
})

test('a real service counts each event once, although a killed sender sends it twice', async () => {
  const home = makeFolder()
  const folders = forwardFolders(join(home, 'quarterdeck', 'notifier'))
  const service = await startService({
    now: () => NOW,
    prepare: async ({ keys }) => {
      await keys.add('an-owner-key-of-a-test', { name: 'ada', role: 'owner' })
      await keys.add('an-ingest-key-of-a-test', { name: 'agents', role: 'ingest' })
    },
  })
  onTestFinished(service.close)
  mkdirSync(folders.incoming, { recursive: true, mode: 0o700 })
  const put = () => {
    const path = join(folders.incoming, 'one.json')
    writeFileSync(path, JSON.stringify(EVENT), { mode: 0o600 })
    utimesSync(path, NOW / 1000, NOW / 1000)
  }
  const options = { url: service.url, key: 'an-ingest-key-of-a-test', home }
  put()
  expect(await runQd(['hooks', 'forward'], options)).toMatchObject({ code: 0, out: 'Sent 1 event.\n' })
  // A sender that is killed before it removes the file leaves it behind.
  put()
  expect(await runQd(['hooks', 'forward'], options)).toMatchObject({ code: 0, out: 'Sent 1 event.\n' })
  const reply = await fetch(`${service.url}/api/v1/live`, {
    headers: { authorization: 'Bearer an-owner-key-of-a-test' },
  })
  const live = (await reply.json()) as Live
  expect(live.totals).toMatchObject({ active_users: 1, sessions: 1, tool_calls: 1 })
})

test('inputs over the limits are removed although no profile can send them', async () => {
  const home = makeFolder()
  const { incoming, logFile } = forwardFolders(join(home, 'quarterdeck', 'notifier'))
  mkdirSync(incoming, { recursive: true, mode: 0o700 })
  const put = (name: string, ageDays: number, bytes: number) => {
    writeFileSync(join(incoming, name), ' '.repeat(bytes), { mode: 0o600 })
    const time = NOW / 1000 - ageDays * 86_400
    utimesSync(join(incoming, name), time, time)
  }
  put('too-old.json', 8, 10)
  put('over-size.json', 6, 10)
  for (let i = 0; i < 5; i++) put(`large-${i}.json`, 5 - i / 10, 10 * 1024 * 1024)
  put('newest.json', 0, 0)
  expect(await runQd(['hooks', 'forward', '--background'], { home })).toMatchObject({ code: 0 })
  expect(readdirSync(incoming)).toEqual([...[0, 1, 2, 3, 4].map((i) => `large-${i}.json`), 'newest.json'])
  expect(readLog(logFile).map(({ outcome, why }) => [outcome, why])).toEqual([
    ['failed', 'not forwarded: 2 events, over the limits of the spool'],
    ['retrying', expect.stringMatching(/^not forwarded: /)],
  ])
})

test('qd doctor reports events that wait, and why', async () => {
  const home = makeFolder()
  const forwarding = async () => {
    const { out } = await runQd(['doctor', '--offline'], { home })
    return /^. forwarding +(.*)$/m.exec(out)?.[1]
  }
  expect(await forwarding()).toBeUndefined()
  const { incoming, outgoing } = forwardFolders(join(home, 'quarterdeck', 'notifier'))
  mkdirSync(incoming, { recursive: true, mode: 0o700 })
  mkdirSync(outgoing, { mode: 0o700 })
  expect(await forwarding()).toBe('No hook events are waiting to be sent.')
  const path = join(incoming, '1.json')
  writeFileSync(path, JSON.stringify(EVENT), { mode: 0o600 })
  utimesSync(path, NOW / 1000 - 3 * 3600, NOW / 1000 - 3 * 3600)
  await runQd(['hooks', 'forward', '--background'], { home })
  expect(await forwarding()).toMatch(
    /^1 event of hooks not sent, the oldest 3 h old \(.*\): run qd hooks forward --profile with the name of its profile\.$/,
  )
})

test('a failure of a background sender is a line of the log, without output', async () => {
  const home = makeFolder()
  expect(await runQd(['hooks', 'forward', '--background'], { home })).toMatchObject({ code: 0, out: '', err: '' })
  const { logFile } = forwardFolders(join(home, 'quarterdeck', 'notifier'))
  expect(readLog(logFile)).toMatchObject([{ outcome: 'retrying', why: expect.stringMatching(/^not forwarded: /) }])
})
