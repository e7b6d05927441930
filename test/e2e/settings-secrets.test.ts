import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { foldersIn, type Program } from '../helpers/pty.ts'
import { forms, secretsIn, settingsWith } from '../safety/canary-settings.ts'
import { filesIn, textsIn } from '../safety/kept-texts.ts'

const settingsOf = (end: string) =>
  Object.fromEntries(Object.entries(forms).map(([name, secret]) => [`as ${name}`, settingsWith(`${secret}${end}`)]))

const service = fileService({
  demo: { users: 5, days: 40, seed: 1 },
  prepare: (store) => {
    for (const [at, settings] of [{}, settingsOf(''), settingsOf('x')].entries()) {
      const user = { id: 'u1', email: 'ann@example.com', name: 'Ann' }
      const updatedAt = new Date(Date.now() - (3 - at) * 3_600_000).toISOString()
      store.revisions.put(1001 + at, JSON.stringify({ revision: 1001 + at, settings, user, updatedAt }))
    }
  },
})

type Opened = Program & { home: string }

const openGuest = async (guest: string, args: readonly string[] = []): Promise<Opened> => {
  const home = makeFolder()
  for (const name of ['temp', 'given']) mkdirSync(join(home, name))
  writeFileSync(join(home, 'guest.sh'), `${guest}\n`)
  const program = open({
    cols: 130,
    rows: 50,
    args: ['--screen', 'usage', ...args],
    cwd: join(home, 'given'),
    env: {
      ...service.env,
      ...foldersIn(home),
      TMPDIR: join(home, 'temp'),
      GIVEN: join(home, 'given'),
      PAGER: `sh ${join(home, 'guest.sh')} pager`,
      EDITOR: `sh ${join(home, 'guest.sh')}`,
    },
  })
  // Usage is answered with the name of the organisation, without which nothing is kept.
  await program.waitFor(([first = '']) => first.includes('● now') && first.includes('0 req'))
  await program.pressUntil('5', ([, , , head = '']) => head.includes('latest 1003'))
  return Object.assign(program, { home })
}

/** What the program has put on the clipboard of the terminal. */
const copiedBy = (program: Program): string[] =>
  [...program.raw().matchAll(/\x1b\]52;c;([^\x07]*)\x07/g)].map(([, base64 = '']) =>
    Buffer.from(base64, 'base64').toString(),
  )

const copy = async (program: Program, keys: string): Promise<void> => {
  const before = copiedBy(program).length
  program.press(keys)
  await program.waitFor(() => copiedBy(program).length === before + 1)
}

const given = (program: Opened): string[] => readdirSync(join(program.home, 'given'))

/** Whether the program has taken the terminal for itself since it had written as much. */
const hasTaken = (program: Program, from: number): boolean => program.raw().includes('\x1b[?1049h', from)

/** Everything that the view gives away: each form as a file, what the pager reads and what the editor opens. */
const takeAll = async (program: Opened, formats: number): Promise<void> => {
  const isBack = (screen: string[]) => !screen.some((row) => row.startsWith('── Export'))
  for (let format = 0; format < formats; format += 1) {
    const before = given(program).length
    // One format is no choice.
    if (formats > 1) {
      await program.pressUntil('^s', '── Export ──')
      for (let down = 0; down < format; down += 1) program.press('j')
      await program.pressUntil('Enter', '── Export as ')
    } else await program.pressUntil('^s', '── Export as ')
    program.type(`-${before}\r`)
    await expect.poll(() => given(program).length).toBe(before + 1)
    await program.waitFor(isBack)
  }
  for (const key of ['|', 'e']) {
    const [before, from] = [given(program).length, program.raw().length]
    program.press(key)
    // Where the test is slower than the guest, the screen that stood before it may still be the last that was read: a key that is typed
    // then goes to the guest.
    await program.waitFor((screen) => hasTaken(program, from) && screen[1]?.includes('5 Controls') === true)
    expect(given(program).length, key).toBe(before + 1)
  }
}

/** A pager and an editor that keep what they are given, under a name that is there once all of it is. */
const KEEPING = `
name=guest-$(ls "$GIVEN" | wc -l)
if [ "$1" = pager ]; then cat > "$TMPDIR/kept"; else cp "$1" "$TMPDIR/kept"; fi
mv "$TMPDIR/kept" "$GIVEN/$name"
# What ends at once is taken for one that could not start.
sleep 0.7
`

/** The copies for the editor that are on disk. */
const copiesIn = (program: Opened): string[] =>
  // Node keeps what it has compiled in there too.
  filesIn(join(program.home, 'temp'))
    .filter((path) => path.includes('quarterdeck-', program.home.length))
    .map((path) => readFileSync(path, 'utf8'))

const expectNone = (texts: readonly string[], what: string): void => {
  expect(texts.length, what).toBeGreaterThan(0)
  for (const text of texts) expect(secretsIn(text), `${what}: ${text.slice(0, 200)}`).toEqual([])
}

test('no view, style, copy, export, pager, editor, overlay or file of the built program has a secret of settings', async () => {
  const program = await openGuest(KEEPING)
  const until = (text: string) => (screen: string[]) => screen.slice(0, -1).join('\n').includes(text)
  for (const keys of ['y y', 'y j', 'y i', 'Y']) await copy(program, keys)
  await takeAll(program, 4)

  await program.pressUntil('Enter', 'as plain')
  program.press('z R')
  for (const style of ['tree', 'unified', 'split']) {
    await program.pressUntil('G N', (screen) => screen.some((row) => /^▌.*[~+-] /.test(row)))
    for (const keys of ['y y', 'y p', 'y j', 'y a', 'Y']) await copy(program, keys)
    await takeAll(program, 3)
    for (const keys of ['^u ^u ^u', 'g g', 'n', 'n', 'w', 'J', 'K', '^d', '^d']) program.press(keys)
    expect(program.screen()[0], style).toContain('1002 to 1003')
    program.press('z s')
  }
  await program.pressUntil('/', ' / ')
  program.type('byPlace')
  await program.pressUntil('Enter', until('/ byPlace'))
  await program.pressUntil('Esc', (screen) => !screen.some((row) => row.startsWith(' / ')))

  await program.pressUntil('g g', (screen) => screen.some((row) => row.startsWith('▌')))
  await program.pressUntil('b', 'looked at')
  program.press('j J')
  for (const keys of ['y y', 'y p', 'Y']) await copy(program, keys)
  await takeAll(program, 4)
  await program.pressUntil('Esc', until('1002 to 1003'))

  await program.pressUntil('Enter', until('revision 1003'))
  program.press('z R')
  for (const keys of ['G', '^u', '^u', 'g g', '^d', 'n', 'n']) program.press(keys)
  for (const keys of ['y y', 'y p', 'y j', 'Y']) await copy(program, keys)
  await takeAll(program, 1)

  await program.pressUntil('@', 'STATUS')
  await program.pressUntil('Esc', (screen) => !screen.some((row) => row.includes('STATUS')))
  await program.pressUntil('?', 'back to the shell until fg')
  await program.pressUntil('Esc', (screen) => !screen.some((row) => row.includes('back to the shell until fg')))
  program.press(':')
  await program.typeUntil('byPlace', 'byPlace')
  program.press('^c')
  program.press('^c')
  program.press('^c')
  await program.exited

  expectNone([program.raw()], 'the stream of the terminal')
  expectNone(copiedBy(program), 'the clipboard')
  expectNone(
    given(program).map((name) => readFileSync(join(program.home, 'given', name), 'utf8')),
    'what was given away',
  )
  const kept = ['cache', 'state'].flatMap((name) => textsIn(join(program.home, name)))
  expectNone(kept, 'what is kept')
  // What is searched is what settings became.
  expect(kept.some((text) => text.includes('byPlace'))).toBe(true)
  expect(given(program).length).toBe(4 + 2 + 3 * (3 + 2) + 4 + 2 + 1 + 2)
  expect(copiesIn(program)).toEqual([])
})

test.each([
  ['SIGTERM', false],
  ['SIGKILL', true],
] as const)('a copy that the editor has when %s ends the program holds no secret', async (signal, isLeft) => {
  const program = await openGuest('touch "$GIVEN/started"; while [ -e "$GIVEN" ]; do sleep 0.05; done')
  await program.pressUntil('Enter', 'as plain')
  program.press('e')
  await expect.poll(() => given(program)).toEqual(['started'])
  const copies = copiesIn(program)
  expect(copies.map((text) => text.includes('as plain'))).toEqual([true])
  expectNone(copies, 'the copy')
  program.kill(signal)
  await program.exited
  // Nothing clears up after a kill that cannot be heard.
  expect(copiesIn(program)).toHaveLength(isLeft ? 1 : 0)
})

const SECRET = 'correct-horse-battery-1'
const QUESTION = 'This prints secrets on the screen. Type yes to go on:'

const settled = fileService({
  prepare: (store) => {
    const user = { id: 'u', email: 'e@example.com', name: 'E' }
    const row = { revision: 1, settings: { env: { A: SECRET } }, user, updatedAt: '2026-11-10T12:00:00Z' }
    store.revisions.put(1, JSON.stringify(row))
  },
})

const openReveal = () =>
  open({ args: ['controls', 'show', '--reveal'], env: { ...settled.env, XDG_CACHE_HOME: '/nowhere' } })

test('yes at the question on the terminal shows the secrets', async () => {
  const program = openReveal()
  await program.waitFor(QUESTION)
  await program.typeUntil('yes\r', `"A": "${SECRET}"`)
  await expect(program.exited).resolves.toEqual({ code: 0, signal: 0 })
})

test.each([
  ['the end of the input', '\u0004', 1],
  ['Ctrl-C', '\u0003', 130],
])('%s shows none', async (_name, typed, code) => {
  const program = openReveal()
  await program.waitFor(QUESTION)
  program.type(typed)
  await expect(program.exited).resolves.toEqual({ code, signal: 0 })
  expect(program.raw()).not.toContain(SECRET)
  expect(program.raw()).toContain(code === 130 ? 'Interrupted.' : 'Nothing is shown')
})
