import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { foldersIn, type Program } from '../helpers/pty.ts'
import { canaryRevisions, secretsIn } from '../safety/canary-settings.ts'
import { filesIn, textsIn } from '../safety/kept-texts.ts'

const service = fileService({
  demo: { users: 5, days: 40, seed: 1 },
  prepare: async (store) => {
    for (const [at, settings] of canaryRevisions.entries()) {
      const user = { id: 'u1', email: 'ann@example.com', name: 'Ann' }
      const updatedAt = new Date(Date.now() - (3 - at) * 3_600_000).toISOString()
      await store.revisions.put(1001 + at, JSON.stringify({ revision: 1001 + at, settings, user, updatedAt }))
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
  // The answers for Usage name the organisation, without which nothing is cached.
  await program.waitFor(([first = '']) => first.includes('● now') && first.includes('0 req'))
  await program.pressUntil('5', ([, , , head = '']) => head.includes('latest 1003'))
  return Object.assign(program, { home })
}

/** Texts that the program sent to the clipboard of the terminal. */
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

/** Whether the program has set up the terminal again after this offset of its output. */
const hasTaken = (program: Program, from: number): boolean => program.raw().includes('\x1b[?1049h', from)

/** A pager and an editor that store their input, under a name that appears once all of it is stored. */
const KEEPING = `
name=guest-$(ls "$GIVEN" | wc -l)
if [ "$1" = pager ]; then cat > "$TMPDIR/kept"; else cp "$1" "$TMPDIR/kept"; fi
mv "$TMPDIR/kept" "$GIVEN/$name"
# A program that ends at once counts as one that could not start.
sleep 0.7
`

/** Copies for the editor on disk. */
const copiesIn = (program: Opened): string[] =>
  // Compiled code of Node is there too.
  filesIn(join(program.home, 'temp'))
    .filter((path) => path.includes('quarterdeck-', program.home.length))
    .map((path) => readFileSync(path, 'utf8'))

const expectNone = (texts: readonly string[], what: string): void => {
  expect(texts.length, what).toBeGreaterThan(0)
  for (const text of texts) expect(secretsIn(text), `${what}: ${text.slice(0, 200)}`).toEqual([])
}

test('no copy, export, pager, editor or file of the built program has a secret of settings', async () => {
  const program = await openGuest(KEEPING)
  await program.pressUntil('Enter', 'as plain')
  program.press('z R')
  await program.pressUntil('G N', (screen) => screen.some((row) => /^▌.*[~+-] /.test(row)))
  for (const keys of ['y y', 'y p', 'y j', 'y a', 'Y']) await copy(program, keys)
  const formats = 3
  for (let format = 0; format < formats; format += 1) {
    await program.pressUntil('^s', '── Export ──')
    for (let down = 0; down < format; down += 1) program.press('j')
    await program.pressUntil('Enter', '── Export as ')
    program.type(`-${format}\r`)
    await expect.poll(() => given(program)).toHaveLength(format + 1)
    await program.waitFor((screen) => !screen.some((row) => row.startsWith('── Export')))
  }
  for (const key of ['|', 'e']) {
    const from = program.raw().length
    program.press(key)
    // A key that is typed before the program has the terminal again goes to the guest.
    await program.waitFor((screen) => hasTaken(program, from) && screen[1]?.includes('5 Controls') === true)
  }
  program.press('^c ^c ^c')
  await program.exited

  expectNone([program.raw()], 'the terminal output')
  expectNone(copiedBy(program), 'the clipboard')
  expectNone(
    given(program).map((name) => readFileSync(join(program.home, 'given', name), 'utf8')),
    'exports, and input of the pager and the editor',
  )
  const kept = ['cache', 'state'].flatMap((name) => textsIn(join(program.home, name)))
  expectNone(kept, 'files of the cache and the state')
  // The settings are in these files.
  expect(kept.some((text) => text.includes('byPlace'))).toBe(true)
  expect(given(program)).toHaveLength(formats + 2)
  expect(copiesIn(program)).toEqual([])
})

test.each([
  ['SIGTERM', false],
  ['SIGKILL', true],
] as const)('the copy for the editor has no secret when %s ends the program', async (signal, isLeft) => {
  const program = await openGuest('touch "$GIVEN/started"; while [ -e "$GIVEN" ]; do sleep 0.05; done')
  await program.pressUntil('Enter', 'as plain')
  program.press('e')
  await expect.poll(() => given(program)).toEqual(['started'])
  const copies = copiesIn(program)
  expect(copies.map((text) => text.includes('as plain'))).toEqual([true])
  expectNone(copies, 'the copy')
  program.kill(signal)
  await program.exited
  // After SIGKILL nothing removes the copy.
  expect(copiesIn(program)).toHaveLength(isLeft ? 1 : 0)
})

test('answering yes on the terminal shows secrets, and end of input shows none', async () => {
  const openReveal = async () => {
    const program = open({
      args: ['controls', 'show', '1002', '--reveal'],
      rows: 400,
      cols: 200,
      env: { ...service.env, XDG_CACHE_HOME: '/nowhere' },
    })
    await program.waitFor('This prints secrets on the screen. Type yes to continue:')
    return program
  }
  const shown = await openReveal()
  shown.type('yes\r')
  await expect(shown.exited).resolves.toEqual({ code: 0, signal: 0 })
  expect(secretsIn(shown.raw())).not.toEqual([])
  const none = await openReveal()
  none.type('\u0004')
  await expect(none.exited).resolves.toEqual({ code: 1, signal: 0 })
  expectNone([none.raw()], 'the terminal')
})
