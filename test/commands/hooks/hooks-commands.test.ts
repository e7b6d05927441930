import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSender } from '../../../src/notify/send/sender.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { type TestNotifierOptions, testNotifier } from '../../helpers/test-notifier.ts'

const ON_TERMINAL = { isOutputTerminal: true, columns: 120 }

const start = (options: TestNotifierOptions = {}) => {
  const folder = makeFolder()
  const own = testNotifier({ folder: join(folder, 'notifier'), ...options })
  return {
    ...own,
    folder,
    qd: (line: string, more = {}) =>
      runQd(line.split(' '), { home: folder, notifier: async () => own.notifier, ...more }),
  }
}

const CHANNELS = {
  team: { kind: 'chat', url: 'https://hooks.slack.com/services/T0/B0/very-secret' },
  desk: { kind: 'desktop' },
} as const

test('a dry run prints what would be sent where, addresses masked, and sends nothing', async () => {
  const own = start({ settings: { channels: CHANNELS } })
  const { out, code } = await own.qd('hooks test Notification --dry-run', ON_TERMINAL)
  expect(out).toContain(`Notification would be sent: default: no rule matches.
  Agent needs input · shop
  May I run npm test?

team (chat) → https://hooks.slack.com/•••••• (slack)
  {
    "text": "Agent needs input · shop: May I run npm test?",
`)
  expect(out).toMatch(/\n {2}}\n\ndesk \(desktop\) → notify-send\n {2}notify-send\n/)
  expect([code, own.posts, own.runs]).toEqual([0, [], []])
})

test('without --dry-run the event is sent, and with --channel only to that channel', async () => {
  const own = start({ settings: { channels: CHANNELS } })
  const { out, code } = await own.qd('hooks test SessionEnd --channel desk', ON_TERMINAL)
  expect(out).toContain('desk (desktop) → notify-send   sent: notify-send accepted it\n')
  expect([code, own.posts, own.runs.length]).toEqual([0, [], 1])
  expect((await own.qd('hooks log --json')).out).toContain('test: notify-send accepted it')
  expect(await own.qd('hooks test Stop --channel nope')).toMatchObject({ code: 2 })
})

test('an event that the rules suppress is not sent, and an unusable channel is a failure', async () => {
  const own = start({
    settings: {
      channels: { team: { kind: 'chat', urlFrom: 'QUARTERDECK_TEAM' } },
      rules: [{ events: ['Stop'], notify: false }],
    },
  })
  const silent = await own.qd('hooks test Stop', ON_TERMINAL)
  expect(silent.out).toContain('Stop would not be sent: rule 1 applies.\n')
  const broken = await own.qd('hooks test Notification', ON_TERMINAL)
  expect(broken.out).toContain('cannot be used: it has no address: QUARTERDECK_TEAM is not set')
  expect([broken.code, own.posts]).toEqual([1, []])
})

test('--recorded uses the last sent event, and --from the event in a file', async () => {
  const own = start()
  expect((await own.qd('hooks test Stop --recorded --dry-run')).code).toBe(4)
  own.notifier.receive('{"hook_event_name":"Stop","session_id":"s9","cwd":"/real"}')
  await runSender(own.sender)
  expect(JSON.parse((await own.qd('hooks test Stop --recorded --dry-run')).out).event).toMatchObject({
    session_id: 's9',
  })
  const file = join(own.folder, 'event.json')
  writeFileSync(file, '{"hook_event_name":"Stop","cwd":"/elsewhere"}')
  expect(JSON.parse((await own.qd(`hooks test Stop --from ${file} --dry-run`)).out).message.title).toBe(
    'Task finished · elsewhere',
  )
  expect(await own.qd(`hooks test SessionEnd --from ${file}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('contains a Stop event, not SessionEnd'),
  })
  writeFileSync(file, '{')
  expect((await own.qd(`hooks test Stop --from ${file}`)).err).toContain(`${file} is not an event: it is not JSON.`)
})

test('the log shows why an event was suppressed, with control characters made visible', async () => {
  const own = start({ settings: { quietHours: { from: '00:00', to: '23:59', timeZone: 'UTC' } } })
  own.notifier.receive(
    JSON.stringify({
      hook_event_name: 'Notification',
      message: '\u001b]52;c;eA==\u0007\u202e',
      session_id: 's1',
      cwd: '/work\u009d',
    }),
  )
  await runSender(own.sender)
  const { out, code } = await own.qd('hooks log', { isOutputTerminal: true, columns: 160 })
  expect(out).toMatch(/Notification +suppressed .*quiet hours/)
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(code).toBe(0)
  expect(JSON.parse((await own.qd('hooks log --session s1 --outcome suppressed --json')).out).decisions).toHaveLength(1)
  expect(JSON.parse((await own.qd('hooks log --session s2 --json')).out).decisions).toEqual([])
})

test('channels and rules are listed, without addresses', async () => {
  const rules = [{ events: ['Stop'], folder: '/work', minTurnSeconds: 60, channels: ['desk'] }, { notify: false }]
  const own = start({ settings: { channels: { ...CHANNELS, odd: { kind: 'chat' } }, rules } as never })
  await own.notifier.tryChannel({ hook_event_name: 'Stop' }, 'desk')
  expect((await own.qd('hooks channels', ON_TERMINAL)).out.split('\n')).toEqual([
    'CHANNEL  KIND     SENDS TO                                LAST      AGE  WHY',
    'team     chat     https://hooks.slack.com/•••••• (slack)  –         –    –',
    'desk     desktop  notify-send                             sent      0 s  test: notify-send accepted it',
    'odd      chat     not configured (slack)                  unusable  –    it has no address: set url or urlFrom',
    '',
  ])
  const { channels } = JSON.parse((await own.qd('hooks channels --where status=unusable --json')).out)
  expect(channels).toMatchObject([{ name: 'odd', result: 'unusable' }])
  expect((await own.qd('hooks rules', { ...ON_TERMINAL, columns: 100 })).out.split('\n').slice(1)).toEqual([
    ' 1  Stop        desk      folder /work  minTurnSeconds 60',
    ' 2  all events  not sent',
    '',
  ])
  const printed = JSON.parse((await own.qd('hooks rules --json')).out).rules
  expect(printed.map(({ rule }: { rule: object }) => rule)).toEqual(rules)
  expect((await start().qd('hooks rules', ON_TERMINAL)).err).toContain('No rules: waiting agents')
})

test('printed hooks have short timeouts, with --bare and without it', async () => {
  const own = start()
  const group = [{ hooks: [{ type: 'command', command: 'qd hooks notify', timeout: 5 }] }]
  expect(JSON.parse((await own.qd('hooks print-settings')).out)).toEqual({
    hooks: { Notification: group, Stop: group, SessionEnd: group },
  })
  expect(JSON.parse((await own.qd('hooks print-settings --event PreToolUse --bare')).out)).toEqual({
    PreToolUse: group,
  })
  expect((await own.qd('hooks print-settings --event stop')).err).toContain('Unknown event stop')
})

test('hooks install shows the diff, asks for confirmation and keeps other settings; hooks uninstall restores the file', async () => {
  const own = start()
  const folder = makeFolder()
  const file = join(folder, 'settings.json')
  const text = `${JSON.stringify({ model: 'opus', apiKey: 'sk-very-secret-value-123456', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] } }, undefined, 4)}\n`
  writeFileSync(file, text, { mode: 0o640 })
  symlinkSync(file, join(folder, 'link.json'))
  const line = `hooks install --file ${join(folder, 'link.json')} --event Stop --event Notification`

  const prompted = await own.qd(line)
  expect(prompted).toMatchObject({ code: 2, err: expect.stringContaining('No terminal for confirmation: pass --yes.') })
  expect(prompted.err).toMatch(/^\+ .*"command": "qd hooks notify"/m)
  expect(prompted.err).not.toContain('very-secret')
  // The output names the target of the link.
  expect(prompted.err).toContain(`--- ${file}\n`)
  const refused = await own.qd(line, { ask: async () => 'no' })
  expect([refused.code, readFileSync(file, 'utf8')]).toEqual([1, text])

  expect((await own.qd(line, { ask: async () => 'yes' })).out).toContain(
    `Installed hooks for Notification, Stop in ${file}.`,
  )
  expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true)
  const after = JSON.parse(readFileSync(file, 'utf8'))
  expect(after).toMatchObject({
    model: 'opus',
    hooks: { Stop: [{ hooks: [{ command: 'mine' }] }, { hooks: [{ command: 'qd hooks notify', timeout: 5 }] }] },
  })
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect((await own.qd(line)).out).toContain('Nothing to do')

  expect((await own.qd(`hooks uninstall --file ${file} --yes`)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect((await own.qd(`hooks uninstall --file ${file}`)).out).toContain('has no Quarterdeck hooks')
})

test('hooks install warns if newer agents read another file', async () => {
  const own = start()
  const folder = makeFolder()
  const [settings, hooks] = [join(folder, 'settings.json'), join(folder, 'hooks.json')]
  const errOf = async (line: string) => (await own.qd(`${line} --yes`)).err
  expect(await errOf(`hooks install --file ${settings}`)).not.toContain('Newer agents')
  expect(await errOf(`hooks install --file ${hooks}`)).toContain(
    `Newer agents ignore the hooks in ${settings} once ${hooks} exists; move them.`,
  )
  const warning = `Newer agents read hooks only from ${hooks}; those in ${settings} have no effect.`
  // The warning is printed also if nothing changes, and on uninstall.
  for (const command of ['install', 'uninstall', 'install'])
    expect(await errOf(`hooks ${command} --file ${settings}`)).toContain(warning)
  expect(await errOf(`hooks uninstall --file ${hooks}`)).not.toContain('Newer agents')
})

test('hooks install rejects broken links and files that it could not write back unchanged', async () => {
  const own = start()
  const folder = makeFolder()
  const file = join(folder, 'settings.json')
  for (const [bytes, why] of [
    [Buffer.from('\uFEFF{"a":1}', 'utf16le'), 'is not UTF-8 text'],
    [Buffer.from(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`), 'is nested too deeply'],
  ] as const) {
    writeFileSync(file, bytes)
    const { code, err } = await own.qd(`hooks install --file ${file} --yes`)
    expect([code, readFileSync(file), err]).toEqual([2, bytes, expect.stringContaining(why)])
  }
  const [dangling, target] = [join(folder, 'dangling.json'), join(folder, 'nothing.json')]
  symlinkSync(target, dangling)
  expect((await own.qd(`hooks install --file ${dangling} --yes`)).err).toContain(
    `${dangling} links to ${target}, which does not exist`,
  )
  expect([existsSync(target), lstatSync(dangling).isSymbolicLink()]).toEqual([false, true])
})

test('hooks listen runs until it is interrupted', async () => {
  const end = new AbortController()
  let err = ''
  const running = start().qd('hooks listen --port 0', {
    env: { QUARTERDECK_WEBHOOK_SECRET: 'shared-secret' },
    signal: end.signal,
    err: (text: string) => {
      err += text
    },
  })
  await expect.poll(() => err).toMatch(/Listening on http:\/\/127/)
  end.abort()
  expect((await running).code).toBe(0)
})
