import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import type { PostResult } from '../../../src/base/requests.ts'
import type { NotifierSettings } from '../../../src/config/notifier/notifier-schema.ts'
import { runSender } from '../../../src/notify/send/sender.ts'
import { filesIn } from '../../../src/notify/spool/spool-files.ts'
import { NOW } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { testNotifier } from '../../helpers/test-notifier.ts'

const answered = (status: number, retryAfterMs?: number): PostResult => ({ is: 'answered', status, retryAfterMs })
const unreached: PostResult = { is: 'notSent', why: "couldn't reach hook.example (ECONNREFUSED)", canRetry: true }

/** A spool with its own clock, and one webhook that returns the replies in order and then repeats the last one. */
const spool = (answers: PostResult[] = [answered(200)], settings: NotifierSettings = {}) => {
  const folder = makeFolder()
  let time = NOW
  const posted: { at: number; body: Record<string, unknown> }[] = []
  const own = testNotifier({
    folder,
    settings: { channels: { hook: { kind: 'webhook', url: 'https://hook.example/secret-way' } }, ...settings },
    now: () => time,
    tools: {
      post: async ({ body, onSend }) => {
        const answer = (answers.length > 1 ? answers.shift() : answers[0]) as PostResult
        if (answer.is !== 'notSent') onSend()
        posted.push({ at: time, body: JSON.parse(body) })
        return answer
      },
    },
  })
  const pass = (ms: number) => {
    time += ms
  }
  const sender = { ...own.sender, sleep: async (ms: number) => pass(Math.max(1, ms)) }
  return {
    ...own,
    folders: sender.folders,
    posted,
    now: () => time,
    pass,
    receive: (event: object) => own.notifier.receive(JSON.stringify(event)),
    run: (more: Partial<typeof sender> = {}) => runSender({ ...sender, ...more }),
    /** Receives the end of a turn, and runs the sender. */
    send: async (session: string) => {
      own.notifier.receive(JSON.stringify(stop(session)))
      await runSender(sender)
    },
    log: () =>
      own.notifier.log().map(({ outcome, channel, why }) => `${outcome}${channel ? ` ${channel}` : ''}: ${why}`),
    waiting: own.notifier.waiting,
  }
}

const stop = (session: string) => ({ hook_event_name: 'Stop', session_id: session })

test('an unreachable channel is tried 5 times, first by the same sender and then by later ones', async () => {
  const own = spool([unreached])
  await own.send('s1')
  expect(own.posted.map(({ at }) => Math.round((at - NOW) / 1000))).toEqual([0, 3, 33])
  expect(own.now() - NOW).toBeLessThan(120_000)
  expect(own.waiting()).toBe(1)
  expect(JSON.stringify(own.notifier.log())).not.toContain('secret-way')
  own.pass(300_000)
  await own.run()
  own.pass(3_600_000)
  await own.run()
  expect(own.posted).toHaveLength(5)
  expect(own.log().at(-1)).toBe("failed hook: couldn't reach hook.example (ECONNREFUSED), 5 tries")
  expect(own.waiting()).toBe(0)
})

test('Retry-After is respected, but a wait of more than a day is a failure', async () => {
  const own = spool([answered(429, 20_000), answered(503, 7_200_000), answered(429, 90_000_000)])
  await own.send('s1')
  expect(own.posted.map(({ at }) => Math.round((at - NOW) / 1000))).toEqual([0, 20])
  own.pass(7_200_000)
  await own.run()
  expect(own.log().slice(-1)).toEqual(['failed hook: HTTP 429, 3 tries'])
})

test.each([
  [answered(404), 'failed hook: HTTP 404'],
  [answered(302), 'failed hook: HTTP 302; redirects are not followed'],
  [
    { is: 'unknown', why: 'hook.example did not respond (UND_ERR_HEADERS_TIMEOUT)' },
    'unknown hook: hook.example did not respond (UND_ERR_HEADERS_TIMEOUT)',
  ],
] as [PostResult, string][])('%j is not retried', async (answer, line) => {
  const own = spool([answer])
  await own.send('s1')
  expect([own.posted.length, own.log().at(-1), own.waiting()]).toEqual([1, line, 0])
})

test('a channel that is down does not delay others, and its later messages wait with the first', async () => {
  const own = spool([unreached], {
    channels: { hook: { kind: 'webhook', url: 'https://hook.example/' }, bell: { kind: 'desktop' } },
  })
  for (let session = 0; session < 5; session++) own.receive(stop(`s${session}`))
  await own.run({ startSender: () => {} })
  expect(own.runs).toHaveLength(5)
  expect(own.posted.length).toBeLessThanOrEqual(3 * 5)
  expect(own.log().filter((line) => line === 'sent bell: notify-send accepted it')).toHaveLength(5)
  expect(own.waiting()).toBe(5)
})

test('of 30 events in a minute 20 are sent, and a summary counts the rest', async () => {
  const own = spool()
  for (let session = 0; session < 30; session++) own.receive(stop(`s${session}`))
  await own.run()
  expect(own.posted).toHaveLength(21)
  expect(own.posted.at(-1)?.body).toMatchObject({
    quarterdeck: { title: '10 more within a minute', text: '10 × Task finished' },
  })
  expect(own.posted.at(-1)?.at).toBe(NOW + 60_000)
  expect(own.log().filter((line) => line.startsWith('summarised:'))).toHaveLength(10)
})

test('the length of a turn is known from its prompt', async () => {
  const own = spool([answered(200)], { rules: [{ events: ['Stop'], minTurnSeconds: 60 }] })
  own.receive({ hook_event_name: 'UserPromptSubmit', session_id: 's1', prompt: 'go' })
  own.pass(5_000)
  await own.send('s1')
  expect(own.log().at(-1)).toBe('suppressed: the turn took 5 s, less than the 60 s of rule 1')
  own.pass(60_000)
  await own.send('s1')
  expect(own.posted).toHaveLength(1)
})

test('while the configuration is invalid or the disk is full, every event waits', async () => {
  const own = spool()
  own.receive(stop('s1'))
  const failing = (error: Error) => () => {
    throw error
  }
  await own.run({ readSettings: failing(new AppError('usage', 'config.json, line 3: hooks.rules.0.events is odd.')) })
  const line = 'retrying: no notifications: config.json, line 3: hooks.rules.0.events is odd'
  expect([own.waiting(), own.log()]).toEqual([1, [line]])
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const settings = Object.defineProperty({}, 'rules', { get: failing(full) })
  await expect(own.run({ readSettings: () => settings })).rejects.toThrow('ENOSPC')
  expect(own.waiting()).toBe(1)
  await own.run()
  expect([own.waiting(), own.posted.length]).toEqual([0, 1])
})

test('a full spool drops and logs the oldest events', async () => {
  const own = spool()
  for (let count = 0; count < 205; count++) {
    own.pass(1)
    own.receive(stop(`s${count}`))
  }
  expect(filesIn(own.folders.events)).toHaveLength(200)
  expect(own.log()).toEqual(Array.from({ length: 5 }, () => 'failed: the spool was full'))
})

test('corrupt, foreign and outdated files of the spool are logged and removed', async () => {
  const own = spool()
  await own.send('s1')
  const put = (folder: string, name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 })
  put(own.folders.events, '1.json', '{"version":1,"at":')
  put(own.folders.events, '2.json', '{"version":9}')
  put(own.folders.events, '3.json', JSON.stringify({ version: 1, at: NOW - 25 * 3_600_000, input: '{}' }))
  mkdirSync(own.folders.messages, { recursive: true })
  put(own.folders.messages, '4~hook.json', 'null')
  for (const [id, channel] of [
    ['5', 'gone'],
    ['6', 'hook'],
  ] as const) {
    const message = { id, title: '', text: '', at: 1 }
    const spooled = { version: 1, channel, tries: 0, due: 1, since: 1, message }
    put(own.folders.messages, `${id}~${channel}.json`, JSON.stringify(spooled))
  }
  writeFileSync(own.folders.memoryFile, '{"sent":"x","turns":7,"summed":{"due":"never"}}')
  await own.run()
  expect(own.log().slice(2)).toEqual([
    'unreadable: its spool file is corrupt',
    'unreadable: its spool file is corrupt',
    'failed: it waited for more than a day',
    'unreadable hook: its spool file is corrupt',
    'failed gone: the channel no longer exists',
    'failed hook: it waited for more than a day',
  ])
  expect(own.waiting()).toBe(0)
})

const event = { version: 1, at: NOW, input: '{}' }
const message = { id: '1', title: '', text: '', at: NOW }
const spooled = { version: 1, channel: 'hook', tries: 0, due: 1, since: NOW, message }

test.each<['events' | 'messages', object]>([
  ['events', { ...event, at: 'now' }],
  ['events', { ...event, channels: ['hook', 1] }],
  ['events', { ...event, notice: { title: 'a' } }],
  ['messages', { ...spooled, channel: 1 }],
  ['messages', { ...spooled, tries: null }],
  ['messages', { ...spooled, message: { ...message, title: 1 } }],
  ['messages', { ...spooled, message: { ...message, at: null } }],
])('in the spool of %s, %j is corrupt', async (name, content) => {
  const own = spool()
  const folder = own.folders[name]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name === 'events' ? '1.json' : '1~hook.json'), JSON.stringify(content), { mode: 0o600 })
  await own.run()
  expect(own.log()).toEqual([expect.stringContaining('its spool file is corrupt')])
})

test('with a memory file of an earlier version no event is sent twice', async () => {
  const own = spool()
  await own.send('s1')
  const { sent, ...others } = JSON.parse(readFileSync(own.folders.memoryFile, 'utf8'))
  expect(sent).toHaveLength(1)
  writeFileSync(own.folders.memoryFile, JSON.stringify({ told: sent, ...others }), { mode: 0o600 })
  await own.send('s1')
  expect(own.log().at(-1)).toBe('duplicate: the same message was sent within 10 s')
  await own.send('s2')
  expect(own.posted).toHaveLength(2)
  expect(JSON.parse(readFileSync(own.folders.memoryFile, 'utf8'))).toMatchObject({ sent: [{}, {}] })
})

test('the message of a sender that was killed while sending is logged as unknown and not sent again', async () => {
  const own = spool()
  own.receive(stop('s1'))
  // The process ends during the post: no later code runs.
  const killed = Promise.withResolvers<void>()
  const post = ({ onSend }: { onSend: () => void }) => {
    onSend()
    killed.resolve()
    return new Promise<never>(() => {})
  }
  void own.run({ tools: { ...own.sender.tools, post } })
  await killed.promise
  expect(readdirSync(own.folders.sending)).toHaveLength(1)
  writeFileSync(own.folders.lockFile, JSON.stringify({ pid: 2 ** 22 + 7, since: own.now() }))
  await own.run()
  expect([own.posted.length, own.waiting()]).toEqual([0, 0])
  expect(own.log().at(-1)).toBe('unknown hook: the sender was interrupted; the message may have arrived')
})

test('only one sender works at a time, and it also sends events that arrive in the meantime', async () => {
  const own = spool()
  own.receive(stop('s1'))
  let runs = 0
  const second = { ...own.sender.tools }
  await own.run({
    tools: {
      ...own.sender.tools,
      post: async ({ onSend, body }) => {
        runs += 1
        onSend()
        own.posted.push({ at: own.now(), body: JSON.parse(body) })
        // A second sender ends immediately, and an event that arrives now starts none.
        await own.run({ tools: { ...second, post: () => Promise.reject(new Error('two at once')) } })
        if (runs === 1) own.receive(stop('s2'))
        return answered(200)
      },
    },
  })
  expect([runs, own.waiting(), own.started()]).toEqual([2, 0, 1])
})

test('a notice of this program is sent once, to all channels or to an existing one', async () => {
  const own = spool()
  const notice = { title: 'Credits jumped', text: 'by 61 %', level: 'attention' } as const
  const id = own.notifier.notify(notice)
  own.pass(1)
  own.notifier.notify(notice)
  await own.run()
  const sent = { id, at: new Date(NOW).toISOString(), ...notice }
  expect(own.posted.map(({ body }) => body)).toEqual([{ quarterdeck: sent }])
  expect(own.log()[0]).toBe('accepted: sent by this program')
  own.notifier.notify({ ...notice, title: 'a' }, ['hook'])
  own.notifier.notify({ ...notice, title: 'b' }, ['gone'])
  await own.run()
  expect(own.posted.slice(1).map(({ body }) => body)).toMatchObject([{ quarterdeck: { title: 'a' } }])
  expect(own.log()).toContain('suppressed: no such channel')
})

/** JSON with lists nested to this depth. */
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

test('an event of 10,000 levels is sent with limited depth, and the next event is sent too', async () => {
  const own = spool()
  own.notifier.receive(`{"hook_event_name":"Stop","session_id":"deep","x":${nested(10_000)}}`)
  own.pass(1)
  await own.send('next')
  expect(own.posted.map(({ body }) => body.session_id)).toEqual(['deep', 'next'])
  expect(JSON.stringify(own.posted[0]?.body)).toContain('… cut: deeper than 100 levels')
  expect(own.waiting()).toBe(0)
  expect(own.notifier.eventFor('Stop', 'recorded')).toMatchObject({ session_id: 'next' })
})

test('an event or a message that cannot be handled is logged and removed, and the others are sent', async () => {
  const own = spool([unreached, answered(200)], {
    channels: { hook: { kind: 'webhook', url: 'https://hook.example/' } },
    rules: [{ events: ['PreToolUse'], quietHours: { from: '22:00', to: '06:00', timeZone: 'No/Where' } }],
  })
  await own.send('first')
  own.receive({ hook_event_name: 'PreToolUse', session_id: 'odd' })
  own.pass(1)
  own.receive(stop('second'))
  // From a version that did not limit the depth: it can be neither written as JSON nor spooled for a retry.
  const message = `{"id":"7","title":"","text":"","at":${own.now()},"event":{"hook_event_name":"Stop","x":${nested(10_000)}}}`
  writeFileSync(
    join(own.folders.messages, '7~hook.json'),
    `{"version":1,"channel":"hook","tries":0,"due":1,"since":${own.now()},"message":${message}}`,
    { mode: 0o600 },
  )
  await own.run()
  expect(own.posted.at(-1)?.body).toMatchObject({ session_id: 'second' })
  expect(own.log()).toContain('failed: it cannot be handled: Invalid time zone specified: No/Where')
  expect(own.log()).toContain('failed hook: it cannot be handled: Maximum call stack size exceeded')
  expect(own.waiting()).toBe(0)
})

/** Entries that may be in place of a spool file. */
const entries: Record<string, (path: string) => void> = {
  folder: (path) => mkdirSync(join(path, 'within'), { recursive: true }),
  pipe: (path) => void execFileSync('mkfifo', [path]),
  'dangling link': (path) => symlinkSync('/nowhere/at/all', path),
  'link to a folder': (path) => symlinkSync('/', path),
}

test.each(Object.keys(entries))('a %s in any spool folder blocks no event, and its target stays', async (kind) => {
  const own = spool()
  await own.send('first')
  const { events, messages, sending, memoryFile, recordedFolder } = own.folders
  const recorded = join(recordedFolder, 'Stop.json')
  rmSync(memoryFile)
  rmSync(recorded)
  const paths = [
    join(events, '1.json'),
    join(messages, '1~hook.json'),
    join(sending, '1~hook.json'),
    memoryFile,
    recorded,
  ]
  for (const path of paths) entries[kind]?.(path)
  own.pass(60_000)
  await own.send('second')
  expect(own.posted.map(({ body }) => body.session_id)).toEqual(['first', 'second'])
  expect(own.waiting()).toBe(0)
  // A folder is not removed: it stays, or is renamed if it blocks a file.
  expect(paths.map((path) => existsSync(join(path, 'within')))).toEqual(
    kind === 'folder' ? [true, true, true, false, false] : paths.map(() => false),
  )
  expect(existsSync('/etc')).toBe(true)
})
