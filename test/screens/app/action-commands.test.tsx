import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createOutside } from '../../../src/app/create-outside.ts'
import { AppError } from '../../../src/base/errors.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { startDemo } from '../../helpers/demos.ts'
import { dialogOf } from '../../helpers/dialog.tsx'
import { answer, reset } from '../../helpers/faulty-server.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { act, changeable, openManagement, startStubborn } from '../../helpers/management-screen.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { type OpenedScreen, openScreen } from '../../helpers/screen.tsx'
import { VIEWS } from '../../helpers/views.ts'
import { CANARY, canariesIn } from '../../safety/canary.ts'

const folder = fileFolder()

/** The command of an action as words, without the file that a shell writes. */
const wordsOf = (command: string): string[] =>
  (command.replace(/ > \S+$/, '').match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|\\(')/g, '$1$2'),
  )

/** All commands of the log, as `what: command`, for the check at the end. */
const commands = new Map<string, string>()

/** What the log shows of each action, oldest first. */
const logOf = ({ session }: OpenedScreen): string[] => {
  const all = session.actions.list().toReversed()
  for (const { what, command } of all) if (command !== undefined) commands.set(command, what)
  return all.map(({ what, target, state, command }) => `${what} ${target}: ${state.is} = ${command}`)
}

/** Waits until the newest action has ended. */
const ended = ({ session, frameWith }: OpenedScreen, count: number) =>
  frameWith(() => session.actions.list().length === count && session.actions.list()[0]?.endedAt !== undefined)

const find = async (opened: OpenedScreen, name: string) => {
  await opened.press('/', ...name, 'Enter')
  await opened.frameWith(`/ ${name}`)
}

test('changes of computers are logged with their outcomes and commands', async () => {
  const { organisation } = await changeable()
  const opened = await openManagement(organisation, 'computers', { after: () => {} })
  await find(opened, 'atlas')
  await act(opened, 'e', 'Edit atlas')
  await opened.press("'", 'Tab', 'Tab', '2', '^s')
  await ended(opened, 1)
  await act(opened, 'r', 'Restart')
  await opened.press('^s')
  await ended(opened, 2)
  await act(opened, 'd', 'Delete')
  await opened.press(..."atlas'", '^s')
  await ended(opened, 3)
  await opened.press('Esc')
  await act(opened, 'n', 'Create')
  await opened.press(...'atlas', 'Tab', ...'agent', '^s')
  await ended(opened, 4)
  await act(opened, 'n', 'Create')
  await opened.press(...'atlas', 'Tab', ...'agent', '^s')
  await ended(opened, 5)
  await opened.press('Esc')
  await find(opened, 'draco')
  await act(opened, 'i', 'Reinstall')
  await opened.press('^s')
  await opened.frameWith('Installation on draco started')
  expect(logOf(opened)).toEqual([
    "edit computer atlas → atlas': done = computers update cmp_atlas --name 'atlas'\\''' --remote-user agent2",
    "restart computer atlas': done = computers restart cmp_atlas",
    "delete computer atlas': done = computers delete cmp_atlas",
    'create computer atlas: done = computers create --name atlas --remote-user agent --provider byom',
    'create computer atlas: failed = computers create --name atlas --remote-user agent --provider byom',
    'install dependencies draco: running = computers install-deps cmp_draco',
  ])
})

test('a key is logged without its value, and an unknown outcome as one', async () => {
  const made = { apiKey: { id: 'key_new', value: CANARY, fingerprint: '…1', name: 'deploy', expiresAt: null } }
  let isAnswered = true
  const { organisation } = await startStubborn(await startDemo(), (...given) =>
    isAnswered ? answer(201, made)(...given) : reset(...given),
  )
  const opened = await openManagement(organisation, 'keys')
  await act(opened, 'n', 'Create a key')
  await opened.press(...'deploy', '^s')
  await opened.frameWith('The key deploy of')
  await opened.press('y', 'Esc')
  isAnswered = false
  await act(opened, 'd', 'Revoke log shipper')
  await opened.press(...'log', 'Space', ...'shipper', '^s')
  await opened.frameWith('Outcome unknown')
  await opened.press('Esc')
  expect(logOf(opened).filter((line) => line.includes(' key '))).toEqual([
    'create key sa_observability deploy: done = keys create sa_observability --name deploy --expires 90d',
    expect.stringMatching(/^revoke key sa_observability log shipper: unknown = keys revoke sa_observability key_\S+$/),
  ])
  await opened.press('&')
  await opened.frameWith('Actions of this run')
  expect(canariesIn(JSON.stringify(opened.session.actions.list()))).toEqual([])
  expect(canariesIn(opened.frame().join('\n'))).toEqual([])
})

test('in read-only mode a change is refused', async () => {
  const { url, key } = await startDemo()
  const credentials = { baseUrl: url, appUrl: url, apiKey: key, keySource: 'QUARTERDECK_API_KEY' } as const
  const client = { credentials: { ...credentials, whyReadOnly: '--read-only' } }
  const opened = await openManagement({ url, key }, 'computers', { client })
  await act(opened, 'r', 'Restart')
  await opened.press('^s')
  await ended(opened, 1)
  expect(logOf(opened)).toEqual(['restart computer borealis: refused = computers restart cmp_borealis'])
})

test('exports and deletions of wikis are logged as done, cancelled and failed', async () => {
  const { organisation } = await changeable()
  const opened = await openScreen(organisation, { columns: 120, rows: 36, screen: 'wiki', after: () => {} })
  opened.outside.folder = folder
  const exportTo = async (file: string) => {
    await opened.press('x')
    await opened.frameWith('── Export the wiki')
    await opened.press('^u', ...file, 'Enter')
  }
  await opened.loaded((frame) => frame.join().includes('checkout'))
  await find(opened, 'payments')
  await exportTo('one.zip')
  await ended(opened, 1)
  await exportTo('two.zip')
  await opened.frameWith(() => opened.session.actions.list().length === 2)
  opened.session.jobs.cancel(2)
  await ended(opened, 2)
  await exportTo('nowhere/three.zip')
  await ended(opened, 3)
  await opened.press('a')
  await opened.frameWith('delete it on the server')
  await opened.press('d')
  await opened.frameWith('Delete the wiki of payments')
  await opened.press(...'wiki_payments', '^s')
  await ended(opened, 4)
  const path = (name: string) => join(folder, name)
  expect(logOf(opened)).toEqual([
    `export wiki payments → one.zip: done = wiki export wiki_payments -o ${path('one.zip')}`,
    `export wiki payments → two.zip: cancelled = wiki export wiki_payments -o ${path('two.zip')}`,
    `export wiki payments → three.zip: failed = wiki export wiki_payments -o ${path('nowhere/three.zip')}`,
    'delete wiki payments wiki_payments: done = wiki delete wiki_payments',
  ])
})

test('copies, exports, mutes and ids are logged', async () => {
  const opened = await openScreen(await startDemo(), { columns: 120, rows: 36, profileToName: 'work' })
  await opened.loaded()
  await opened.press('u', 'U', 'G', 'u', 'Y', 'y', 'l', 'y', 'c', '|', 'e', '^s', 'm', 'Enter')
  await opened.frameWith('Wrote')
  await opened.press('^s', 'm', 'Enter')
  await opened.frameWith('exists. Overwrite it?')
  await opened.press('Esc', 'Esc', 'Esc', '7', 'A', ...'sa_x', 'Enter')
  await opened.frameWith('Added sa_x')
  const log = logOf(opened)
  expect(log.map((line) => line.replace(/ = .*| [\d–-]+\.\w+/g, ''))).toEqual([
    expect.stringMatching(/^mute .*: done$/),
    expect.stringMatching(/^unmute .*: done$/),
    'copy qd overview --last 14d --compare prev --profile work: done',
    expect.stringMatching(/^copy qd:\/\/\S+: done$/),
    expect.stringMatching(/^copy curl, without the key: GET \/api\S+: done$/),
    expect.stringMatching(/^open in pager overview\S+: done$/),
    expect.stringMatching(/^open in editor overview\S+: done$/),
    expect.stringMatching(/^export overview\S+: done$/),
    'add id sa_x: done',
  ])
  expect(log[0]).toMatch(/ = overview --last 14d --compare prev --profile work --mute \S+$/)
  expect(log[3]).toMatch(/ = open '?qd:\/\/\/overview\S+ --profile work$/)
  expect(log.at(-1)).toMatch(/ = keys add sa_x --profile work$/)
})

test('an export that fails is logged with its error, and a file can be shown again until it is gone', async () => {
  const opened = await openScreen(await startDemo(), { columns: 120, rows: 36, screen: 'ci' })
  await opened.loaded()
  opened.outside.save = async () => {
    throw new AppError('failed', 'The disk is full.')
  }
  await opened.press('^s', 'c', 'Enter')
  await ended(opened, 1)
  expect(logOf(opened)).toEqual(['export ci-jobs.csv: failed = ci jobs --sort time --format csv > ci-jobs.csv'])
  const { pageFile } = createOutside({}, { run: async () => undefined })
  await expect(pageFile(join(folder, 'x.csv'))).rejects.toThrow('x.csv could not be read: it no longer exists.')
})

/** The keys and titles of the formats in the open dialog; none if there is only one format. */
const formatsIn = ({ frame }: OpenedScreen): [key: string, title: string][] =>
  [
    ...dialogOf(frame())
      .join('\n')
      .matchAll(/^[▌ ](\w) {2}(\S+(?: \S+)*) {2}/gm),
  ].map(([, key = '', title = '']) => [key, title])

test.each(Object.keys(VIEWS) as (keyof typeof VIEWS)[])(
  'each view of %s has a copy and an export with a command that parses, and so has each format',
  async (screen) => {
    const opened = await openScreen(await startDemo(), { columns: 120, rows: 36, screen })
    if (screen === 'keys')
      opened.queries().addIds('serviceAccounts', Object.values(demoIds.serviceAccounts), 'imported')
    const exported = new Set<string>()
    for (const keys of VIEWS[screen]) {
      await opened.press(...keys)
      await opened.loaded()
      await opened.press('y', 'y', '^s')
      const [first = ['', ''], ...others] = formatsIn(opened)
      await opened.press('Esc')
      for (const [key, title] of [first, ...others.filter(([, title]) => !exported.has(title))]) {
        await opened.press('^s', ...key, 'Enter', 'y', 'Esc', 'Esc')
        exported.add(title)
      }
    }
    expect(logOf(opened)).not.toEqual([])
  },
)

afterAll(async () => {
  const wrong: string[] = []
  for (const [command] of commands) {
    // The address refuses connections, so that nothing is sent. Status 2 means wrong usage.
    const { code, err } = await runQd(
      wordsOf(command).filter((word, at, all) => word !== '--profile' && all[at - 1] !== '--profile'),
      {
        url: 'http://127.0.0.1:9',
        key: 'unused',
        ask: async () => 'yes',
        isOutputTerminal: true,
      },
    )
    if (code === 2) wrong.push(`${command}: ${err}`)
  }
  expect(wrong).toEqual([])
  expect(commands.size).toBeGreaterThan(20)
}, 120_000)
