import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { csvRows } from '../../helpers/csv-rows.ts'
import { answer, reset, startFaultyServer } from '../../helpers/faulty-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { startOrganisation } from '../../helpers/organisation.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())

const doctor = (options: RunOptions = {}) =>
  runQd(['doctor'], { url: organisation.url, key: organisation.keys.owner, ...options })

/** The sign of each check in the output, by its name. */
const signsOf = (out: string): Record<string, string> =>
  Object.fromEntries(
    out
      .trimEnd()
      .split('\n')
      .map((line) => [line.split(/\s+/)[1], line.charAt(0)]),
  )

test('doctor prints a line with a tick for each check that passes', async () => {
  const { out, err, code } = await doctor({
    isOutputTerminal: true,
    columns: 120,
    rows: 40,
    env: {
      QUARTERDECK_BASE_URL: organisation.url,
      QUARTERDECK_API_KEY: organisation.keys.owner,
      XDG_CACHE_HOME: '/nowhere',
      TERM: 'xterm-256color',
      LANG: 'en_GB.UTF-8',
      WAYLAND_DISPLAY: 'wayland-0',
    },
  })
  expect(out).toBe(
    [
      '✓ node        Node 24.0.0.',
      '✓ terminal    xterm-256color, 120x40.',
      '✓ colours     256 (TERM).',
      '✓ characters  Unicode (en_GB.UTF-8).',
      '✓ clipboard   wl-copy, because WAYLAND_DISPLAY is set.',
      '✓ cache       /nowhere/quarterdeck/cache.db does not exist yet; the first response creates it.',
      `✓ addresses   ${organisation.url} for everything.`,
      '✓ key         From QUARTERDECK_API_KEY.',
      '✓ analytics   The key can read usage analytics.',
      '✓ readiness   The key can read readiness reports.',
      '✓ controls    The key can read the history of the enterprise controls.',
      '✓ ci          The key can read CI automation jobs.',
      "✓ clock       The clock agrees with the server's.",
      '',
    ].join('\n'),
  )
  expect(err).toBe('')
  expect(code).toBe(0)
})

test.each([
  [
    'SSH',
    { SSH_TTY: 'x' },
    '✓',
    'The terminal (OSC 52), because this is an SSH session (SSH_TTY is set); the terminal',
  ],
  [
    'tmux',
    { TMUX: 'x' },
    '✓',
    'A tmux buffer and the terminal, because TMUX is set; the terminal does not confirm it,',
  ],
  [
    'the Linux console',
    { TERM: 'linux' },
    '!',
    'None: this terminal has no clipboard, and neither WAYLAND_DISPLAY nor',
  ],
])('doctor says how the explorer copies: %s', async (_, env, sign, words) => {
  const { out } = await runQd(['doctor'], { env })
  expect(out).toContain(`${sign} clipboard  ${words}`)
})

test('a corrupt cache is a warning that says what to do', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'quarterdeck'))
  writeFileSync(join(folder, 'quarterdeck', 'cache.db'), 'no database '.repeat(999))
  const { out, code } = await doctor({ env: { XDG_CACHE_HOME: folder } })
  expect(out).toMatch(/! cache .*cache\.db cannot be read \(file is not a database\): run qd cache clear/)
  expect(code).toBe(0)
})

test('a missing configuration and missing permissions are warnings', async () => {
  const none = await runQd(['doctor'])
  expect(signsOf(none.out)).toEqual({ node: '✓', terminal: '!', clipboard: '✓', cache: '✓', key: '!' })
  expect([none.code, none.out]).toEqual([0, expect.stringContaining('No organisation is configured')])
  const { out, code } = await doctor({ key: organisation.keys.member })
  expect(signsOf(out)).toMatchObject({ analytics: '!', readiness: '✓', controls: '!', ci: '✓' })
  expect([code, out]).toEqual([0, expect.stringContaining('It requires the role Manager or Owner.')])
})

test('a rejected key is an error and is not printed', async () => {
  const { out, code } = await doctor({ key: 'an-unknown-api-key' })
  expect(out.match(/^. key .*$/gm)).toEqual([expect.stringMatching(/^✗ key +From QUARTERDECK_API_KEY\. .*401/)])
  expect(out).not.toContain('an-unknown-api-key')
  expect(code).toBe(1)
})

test('a failing server is an error, reported once if unreachable; a missing endpoint is a warning', async () => {
  const gone = await startFaultyServer(reset)
  await gone.close()
  const unreachable = await doctor({ url: gone.url })
  expect([unreachable.code, signsOf(unreachable.out).server, unreachable.out.match(/^✗/gm)?.length]).toEqual([
    1,
    '✗',
    1,
  ])
  const server = await testServer(
    answer(500, { detail: 'broken', status: 500, title: 'Internal Server Error' }),
    answer(404, { detail: 'none', status: 404, title: 'Not Found' }),
  )
  const { out, code } = await doctor({ url: server.url })
  expect(signsOf(out)).toMatchObject({ analytics: '✗', readiness: '!', controls: '!', ci: '!' })
  expect(code).toBe(1)
})

test.each([
  ['a clock that is off', { skewMs: 3_600_000 }, "✗ clock      This machine's clock is 1 h behind the server clock"],
  ['an address without TLS', { url: 'http://api.example.com' }, 'would send the key unencrypted'],
])('%s is an error', async (_, options, words) => {
  const { out, code } = await doctor(options)
  expect([code, out]).toEqual([1, expect.stringContaining(words)])
})

test('an old Node and a dumb terminal fail; a small terminal and a locale without UTF-8 are warnings', async () => {
  const bad = await doctor({ nodeVersion: '22.18.0', isOutputTerminal: true, env: { TERM: 'dumb' } })
  expect(signsOf(bad.out)).toMatchObject({ node: '✗', terminal: '✗' })
  expect(bad.code).toBe(1)
  const small = await doctor({ isOutputTerminal: true, columns: 40, rows: 10, env: { TERM: 'vt100', LANG: 'C' } })
  expect(signsOf(small.out)).toMatchObject({ terminal: '!', characters: '!' })
  expect(small.out).toContain('ASCII only, because the locale is C: set LANG to a UTF-8 locale for finer charts.')
  expect(small.out).toContain('vt100, 40x10, too small for the explorer: enlarge it to 60x15.')
})

test('doctor prints the same checks as json and csv, and uses ASCII signs with --ascii', async () => {
  const json = JSON.parse((await runQd(['doctor', '--json'])).out)
  expect(json.ok).toBe(true)
  expect(json.checks[0]).toEqual({ check: 'node', state: 'ok', text: 'Node 24.0.0.' })
  const csv = csvRows((await runQd(['doctor', '--format', 'csv'])).out)
  expect(csv.slice(1).map(([check]) => check)).toEqual(json.checks.map(({ check }: { check: string }) => check))
  expect(csv.slice(0, 2)).toEqual([
    ['check', 'state', 'text'],
    ['node', 'ok', 'Node 24.0.0.'],
  ])
  const { out } = await runQd(['doctor', '--ascii'])
  expect(Object.values(signsOf(out))).toEqual(['Y', '!', 'Y', 'Y', '!'])
})

test('unknown members of config.json are warnings, and each problem of it is an error', async () => {
  const home = makeFolder()
  const path = join(home, 'quarterdeck', 'config.json')
  mkdirSync(join(home, 'quarterdeck'))
  writeFileSync(path, '{"profil": "a"}')
  const known = await doctor({ home })
  expect(known.out).toContain(`! config     ${path}, line 1, column 2: profil is an unknown member; use profile.\n`)
  expect(known.err).toBe('')
  writeFileSync(path, '{"mouse": 1, "theme": 2}')
  const { out, code } = await doctor({ home })
  expect(out.match(/✗ config .*/g)).toEqual([
    expect.stringContaining('line 1, column 2: mouse is missing or invalid; it must be true or false.'),
    expect.stringContaining('line 1, column 14: theme must be one of'),
  ])
  expect(code).toBe(1)
})
