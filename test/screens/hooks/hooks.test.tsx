import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { NotifierAccess } from '../../../screens/kit/session/notifier.ts'
import { createNotifierAccess } from '../../../src/app/own-notifier.ts'
import { AppError } from '../../../src/base/errors.ts'
import type { NotifierSettings } from '../../../src/config/notifier/notifier-schema.ts'
import { createMemoryVisits } from '../../../src/domain/visits/visits.ts'
import { runSender } from '../../../src/notify/send/sender.ts'
import { NOW } from '../../helpers/demos.ts'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { headingsWithoutField } from '../../helpers/headings.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { type OpenOptions, openScreen } from '../../helpers/screen.tsx'
import { testNotifier } from '../../helpers/test-notifier.ts'

const settings: NotifierSettings = {
  channels: {
    team: { kind: 'chat', url: 'https://hooks.slack.com/services/T0/B0/very-secret' },
    phone: { kind: 'ntfy', url: 'https://ntfy.example/very-secret-topic' },
    desk: { kind: 'desktop' },
    broken: { kind: 'webhook', urlFrom: 'QUARTERDECK_X' },
  },
  rules: [
    { events: ['Notification'], folder: '/work', channels: ['team', 'desk', 'phone'] },
    { events: ['Stop'], minTurnSeconds: 60, channels: ['desk'] },
    { events: ['SubagentStop'], notify: false },
  ],
}

const openOver = (notifier: NotifierAccess, options: OpenOptions = {}) =>
  openScreen(undefined, { columns: 120, rows: 36, screen: 'hooks', notifier, ...options })

/** The screen with a notifier that has received a few events and sends nothing. */
const open = async (options: OpenOptions = {}, own = settings) => {
  const folder = makeFolder()
  let time = NOW - 180_000
  const notifier = testNotifier({ folder: join(folder, 'notifier'), settings: own, now: () => time })
  for (const event of [
    {
      hook_event_name: 'Notification',
      session_id: 's1',
      cwd: '/work/shop',
      message: 'May I run npm publish?\u001b]52;c;eA==\u0007',
    },
    { hook_event_name: 'SubagentStop', session_id: 's1', cwd: '/work/shop' },
    { hook_event_name: 'Stop', session_id: 's1', cwd: '/work/shop' },
  ]) {
    notifier.notifier.receive(JSON.stringify(event))
    await runSender(notifier.sender)
    time += 60_000
  }
  const opened = await openOver(createNotifierAccess(notifier.notifier), options)
  opened.outside.folder = folder
  await opened.frameWith('4 channels')
  return { ...opened, ...notifier, folder }
}

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))
/** The frame without its first row, which has a spinner, and the row of tabs. */
const body = (frame: string): string => frame.split('\n').slice(2).join('\n')

test.each([
  [60, 15],
  [120, 36],
] as const)('the views of hooks at %ix%i', async (columns, rows) => {
  const opened = await open({ columns, rows })
  for (const view of ['channels', 'decisions', 'rules']) {
    // Ids are random.
    const frame = body(fittingFrame(opened, columns, rows)).replace(/\d{14}-[0-9a-f]{12}/g, 'ID'.padEnd(27))
    expect(frame).not.toContain('very-secret')
    await expect(frame).toMatchFileSnapshot(fileOf(`hooks-${view}-${columns}x${rows}`))
    if (rows === 15) {
      for (const key of ['J', 'K']) {
        await opened.press(key)
        expect(opened.frame().at(-1)).toContain('Window too short for the detail pane')
      }
    }
    await opened.press('Tab')
  }
})

test('n tests the next event against the rules, and its command is copied', async () => {
  const opened = await open()
  await opened.frameWith('test Notification ✓ would be sent   rule 1 applies')
  await opened.press('n')
  await opened.frameWith('test Stop ✓ would be sent   rule 2 applies')
  await opened.press('a', 't')
  expect(opened.copied.at(-1)).toBe('qd hooks test Stop --dry-run')
  await opened.press('N', 'N')
  await opened.frameWith('test PreCompact – would not be sent   PreCompact needs a rule to notify')
  expect([opened.posts.length, opened.runs.length]).toEqual([2, 2])
})

test('a test is sent through the selected channel as a job, and the row shows its result', async () => {
  const opened = await open()
  await opened.press('j', 'j', 'a')
  await opened.frameWith('send Notification through desk')
  await opened.press('s')
  await opened.frameWith('test: notify-send accepted it')
  expect(opened.runs).toHaveLength(3)
  await opened.press('Tab')
  await opened.frameWith(`${opened.notifier.log().length} decisions`)
})

test('an event can be sent through all its channels, unless the selected one is its only channel', async () => {
  const opened = await open()
  const listed = () => opened.frame().flatMap((row) => /send \w+ through [\w, ]*\w/.exec(row)?.[0] ?? [])
  await opened.press('a')
  await opened.frameWith('Hooks')
  expect(listed()).toEqual(['send Notification through team', 'send Notification through team, phone, desk'])
  await opened.press('Esc', 'n', 'j', 'j', 'a')
  await opened.frameWith('send Stop')
  expect(listed()).toEqual(['send Stop through desk'])
})

test('in every view the copied command prints the listed rows with the same filter', async () => {
  const opened = await open()
  const expectCopiedCommand = async (rows: number): Promise<string> => {
    await opened.press('Y', '|')
    const command = opened.copied.at(-1) ?? ''
    const words = (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).slice(1).map((word) => word.replaceAll("'", ''))
    const { out, err } = await runQd([...words, '--format', 'md'], { notifier: async () => opened.notifier })
    expect([command, err, out]).toEqual([command, '', opened.outside.paged.at(-1)])
    expect([command, out.trim().split('\n').length - 2]).toEqual([command, rows])
    return command
  }
  expect(await expectCopiedCommand(4)).toBe('qd hooks channels')
  await opened.press('/', ...'status=sent !kind=chat', 'Enter')
  expect(await expectCopiedCommand(2)).toBe("qd hooks channels --where 'status=sent !kind=chat'")
  await opened.press('S-Tab')
  expect(await expectCopiedCommand(3)).toBe('qd hooks rules')
  await opened.press('/', ...'event=Stop', 'Enter')
  expect(await expectCopiedCommand(1)).toBe("qd hooks rules --where 'event=Stop'")
  await opened.press('S-Tab')
  await expectCopiedCommand(opened.notifier.log().length)
  await opened.press('/', ...'event=SubagentStop status=ignored', 'Enter')
  const frame = (await opened.frameWith('rule 3 applies')).join('\n')
  expect(frame).not.toContain('rule 2 applies')
  expect(await expectCopiedCommand(1)).toContain("--where 'event=SubagentStop status=ignored'")
})

test('hooks are installed into a named file after its diff was shown', async () => {
  const opened = await open()
  const file = join(opened.folder, 'agent.json')
  writeFileSync(file, '{"model":"opus"}')
  await opened.press('a', 'i')
  await opened.frameWith('Install hooks')
  await opened.press(...'agent.json', 'Enter')
  await opened.frameWith('"command": "qd hooks notify"')
  expect(readFileSync(file, 'utf8')).toBe('{"model":"opus"}')
  await opened.press('y')
  await opened.frameWith('has the hooks')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    model: 'opus',
    hooks: { Notification: [{}], UserPromptSubmit: [{}], Stop: [{}] },
  })
})

test('a rejected configuration is an error on the screen, and the loaded rows stay', async () => {
  let isBroken = false
  const folder = makeFolder()
  const { notifier } = testNotifier({
    folder,
    settings: () => {
      if (isBroken) throw new AppError('usage', 'config.json, line 3: hooks.rules.0 is odd.')
      return settings
    },
  })
  const opened = await openOver(createNotifierAccess(notifier))
  await opened.frameWith('4 channels')
  isBroken = true
  await opened.press('a', 'c')
  await opened.frameWith((frame) => frame.at(-1) === ' config.json, line 3: hooks.rules.0 is odd.')
  expect(opened.copied).toEqual([])
  isBroken = false
  await opened.press('a', 'c')
  await opened.frameWith('Sent to the terminal: the hooks')
  expect(JSON.parse(opened.copied[0] ?? '')).toMatchObject({
    hooks: { Stop: [{ hooks: [{ command: 'qd hooks notify' }] }] },
  })
  isBroken = true
  await opened.press('n')
  const frame = (await opened.frameWith('config.json, line 3: hooks.rules.0 is odd.')).join('\n')
  expect(frame).toContain('4 channels')
})

test('without rules and decisions the views say what to do', async () => {
  const { notifier } = testNotifier({ folder: makeFolder() })
  const opened = await openOver(createNotifierAccess(notifier))
  await opened.frameWith('1 channel')
  await opened.press('Tab')
  await opened.frameWith('No notifications yet. Press a to install the hooks')
  await opened.press('Tab')
  await opened.frameWith('No rules: waiting agents')
})

test('new decisions are counted in the head and marked, and a click shows another view', async () => {
  const visits = { ...createMemoryVisits(), seenAt: () => NOW - 90_000 }
  const opened = await open({ visits })
  const head = () => opened.frame()[3] ?? ''
  const count = Number(/^ • (\d+) new/.exec(head())?.[1])
  expect(count).toBeGreaterThan(0)
  const marked = () => opened.frame().filter((row, y) => y > 3 && row.endsWith('•')).length
  expect(marked()).toBe(0)
  const x = head().indexOf('decisions')
  opened.keys(`\x1b[<0;${x + 1};4M\x1b[<0;${x + 1};4m`)
  await opened.frameWith('OUTCOME')
  expect(marked()).toBe(count)
  const before = await open()
  expect(before.frame()[3]).not.toContain('new')
})

test('channels, decisions and rules can be filtered by the heading of each column', async () => {
  const opened = await open({ columns: 200, rows: 40 })
  const unknown: string[] = []
  for (const _view of ['channels', 'decisions', 'rules']) {
    unknown.push(...(await headingsWithoutField(opened)))
    await opened.press('Tab')
  }
  expect(unknown).toEqual([])
})
