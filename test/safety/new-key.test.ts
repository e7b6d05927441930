import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { runQd } from '../helpers/run-qd.ts'
import { textsIn } from './kept-texts.ts'

/** How a new key would stand in a text. */
const spellingsOf = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').slice(0, -4),
  Buffer.from(value).toString('base64url').slice(0, -4),
  // A piece of it would give it away, too.
  value.slice(0, 16),
  value.slice(-16),
]
const isIn = (text: string, value: string): boolean => spellingsOf(value).some((spelling) => text.includes(spelling))

const service = fileService({ demo: { users: 2, days: 3, seed: 1 } })

test('a new key is printed once, and stands neither in the log nor in any file', async () => {
  const home = makeFolder()
  const run = (...argv: string[]) =>
    runQd([...argv, '--verbose'], {
      url: service.url,
      key: service.keys.owner,
      home,
      cache: join(home, 'cache.db'),
    })
  const made = await run('keys', 'create', 'sa_observability', '--name', 'deploy', '--json')
  const { value } = JSON.parse(made.out).apiKey
  expect(value.length).toBeGreaterThan(30)
  expect(made.out.split(value)).toHaveLength(2)
  const listed = await run('keys', 'list', 'sa_observability', '--json')
  expect(listed.out).toContain('deploy')
  for (const text of [made.err, listed.out, listed.err, ...textsIn(home)]) expect(isIn(text, value)).toBe(false)
})

test('in the explorer a new key is drawn only when that is asked for, and is gone with its dialog', async () => {
  const home = makeFolder()
  const explorer = open({
    cols: 160,
    rows: 40,
    args: ['--screen', 'keys'],
    env: {
      ...service.env,
      XDG_CONFIG_HOME: home,
      XDG_STATE_HOME: home,
      XDG_CACHE_HOME: home,
    },
  })
  await explorer.waitFor('A adds')
  await explorer.pressUntil('A', 'Add')
  await explorer.typeUntil('sa_observability\r', 'log shipper')
  await explorer.pressUntil('a n', 'Create a key')
  explorer.type('deploy')
  await explorer.pressUntil('Tab ^s', 'The value is shown only once')
  const hidden = explorer.raw()
  const screen = await explorer.pressUntil('x', (rows) => !rows.join('\n').includes('••••••'))
  const value = /^ *([\w-]{30,})$/m.exec(screen.join('\n'))?.[1] ?? ''
  expect(value.length).toBeGreaterThan(30)
  expect(isIn(hidden, value)).toBe(false)
  await explorer.pressUntil('x', '••••••')
  await explorer.pressUntil('y', 'Sent to the terminal. Check that it arrived: it is gone when this closes.')
  const copied = explorer.raw()
  // By the clipboard of the terminal, and only there.
  expect(copied.slice(copied.lastIndexOf('\u001b]52;'))).toContain(Buffer.from(value).toString('base64'))

  await explorer.pressUntil(
    'Esc',
    (rows) => rows.join('\n').includes('deploy') && !rows.join('\n').includes('shown only once'),
  )
  const closed = explorer.raw().length
  await explorer.pressUntil('@', '/api-keys')
  explorer.type('/POST\r')
  await explorer.pressUntil('Enter', 'as curl')
  explorer.press('q q 1')
  // While something is fetched, the key that quits cancels that.
  await explorer.waitFor('h.fischer@northwind.example')
  await explorer.waitFor('9 repositories')
  await explorer.waitFor('latest 418')
  // On a screen where nothing is under way it asks once.
  await explorer.pressUntil('^c', 'Ctrl-C once more quits')
  explorer.press('^c')
  expect((await explorer.exited).code).toBe(0)
  expect(isIn(explorer.raw().slice(closed), value)).toBe(false)
  for (const text of textsIn(home)) expect(isIn(text, value)).toBe(false)
})
