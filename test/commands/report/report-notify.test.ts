import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { runSender } from '../../../src/notify/send/sender.ts'
import { startDemo } from '../../helpers/demos.ts'
import { startMailServer } from '../../helpers/mail-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testNotifier } from '../../helpers/test-notifier.ts'

const demo = await startDemo()
const RANGE = ['--from', '2026-11-01', '--to', '2026-11-14']

const channels = (port: number) => ({
  team: { kind: 'chat', service: 'slack', url: 'https://hooks.example/team' } as const,
  cards: { kind: 'chat', service: 'teams', url: 'https://hooks.example/cards' } as const,
  hook: { kind: 'webhook', url: 'https://hooks.example/hook' } as const,
  post: { kind: 'mail' as const, url: `smtp://127.0.0.1:${port}`, to: ['one@example.com'], from: 'qd@example.com' },
})

const reporting = async (port = 9, more: object = {}) => {
  const recording = testNotifier({
    folder: join(makeFolder(), 'notifier'),
    settings: { channels: channels(port), ...more },
  })
  const qd = (...words: string[]) =>
    runQd(['report', ...RANGE, ...words], {
      url: demo.url,
      key: demo.key,
      notifier: async () => recording.notifier,
    })
  return { ...recording, qd }
}

test('a mail has the page of the report as HTML, and a summary as text', async () => {
  const { port, mails } = await startMailServer({})
  const { qd, sender } = await reporting(port)
  const path = join(makeFolder(), 'report.html')
  expect(await qd('--notify', 'post', '-o', path)).toMatchObject({
    code: 0,
    out: `${path}\n`,
    err: 'Sending the report to post; qd hooks log shows the result.\n',
  })
  await runSender(sender)
  const [mail] = await Promise.all(mails.map((one) => PostalMime.parse(one)))
  expect(mail?.html?.replaceAll('\r\n', '\n').trim()).toBe(readFileSync(path, 'utf8').trim())
  expect(mail?.subject).toMatch(/^Coding agents at .+, Nov 01–14 \(14 days, UTC\)/)
  expect(mail?.text).toMatch(/^IN BRIEF$[\s\S]+^Credits: [\s\S]+^USAGE$[\s\S]+^Credits by model:$[\s\S]+^- \w/m)
})

test('chats get figures and the first rows of tables, and no names with pseudonyms', async () => {
  const { qd, sender, posts } = await reporting()
  const words = ['team', 'cards', 'hook', 'team'].flatMap((name) => ['--notify', name])
  expect(await qd(...words, '--pseudonyms')).toMatchObject({
    code: 0,
    out: '',
    err: 'Sending the report to team, cards, hook; qd hooks log shows the result.\n',
  })
  await runSender(sender)
  expect(posts.map((post) => post.url.split('/').at(-1)).sort()).toEqual(['cards', 'hook', 'team'])
  for (const { body } of posts) expect(body).not.toMatch(/@northwind|@\u2060northwind|Chen|Fischer/)
  const { out } = await qd('-o', '-')
  const credits = /\*\*([\d.]+[kM])\*\*/.exec(out)?.[1] ?? '?'
  const bodyOf = (name: string) => JSON.parse(posts.find((post) => post.url.endsWith(name))?.body ?? '')
  const { blocks } = bodyOf('team')
  expect(blocks.length).toBeLessThanOrEqual(50)
  const fields = blocks.flatMap((block: { fields?: { text: string }[] }) => block.fields ?? [])
  expect(fields[0].text).toMatch(new RegExp(`^\\*Credits\\*\\n${credits} `))
  expect(JSON.stringify(bodyOf('cards'))).toContain(credits)
  const { report } = bodyOf('hook').quarterdeck.data
  expect(report.sections.map(({ title }: { title: string }) => title)).toEqual([
    'In brief',
    'Usage',
    'People',
    'Readiness',
    'Controls',
    'Keys',
  ])
})

test('an unknown channel, quiet hours and neither file nor channel are errors before anything is loaded', async () => {
  const { qd, notifier } = await reporting()
  const path = join(makeFolder(), 'report.md')
  expect(await qd('--notify', 'nope', '-o', path)).toMatchObject({
    code: 2,
    err: 'There is no channel nope: add channels under "hooks" in config.json.\n',
  })
  expect([existsSync(path), notifier.waiting()]).toEqual([false, 0])
  expect(await qd()).toMatchObject({ code: 2, err: expect.stringContaining('-o is missing') })
  const quiet = await reporting(9, { quietHours: { from: '08:00', to: '10:00', timeZone: 'UTC' } })
  expect(await quiet.qd('--notify', 'team')).toMatchObject({
    code: 2,
    err: 'Quiet hours suppress notifications now: send the report later, or change them in config.json.\n',
  })
})
