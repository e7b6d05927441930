import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Outside } from '../../screens/kit/session/outside.ts'
import { createOutside } from '../../src/app/create-outside.ts'
import type { ProgramEnd, ProgramOptions } from '../../src/ui/terminal/run-program.ts'

type Run = { argv: readonly string[]; input: string | undefined }
type Env = Record<string, string | undefined>

const well: ProgramEnd = { is: 'ended', status: 0, lastedMs: 5000 }
const missing: ProgramEnd = { is: 'notStarted', code: 'ENOENT' }

/** The outside on a terminal where programs end as `endOf` returns, by default with status 0. */
const outsideOf = (env: Env, endOf: (argv: readonly string[]) => ProgramEnd | undefined = () => well) => {
  const runs: Run[] = []
  const run = async (argv: readonly string[], { input }: ProgramOptions) => {
    runs.push({ argv, input })
    return endOf(argv)
  }
  return { outside: createOutside(env, { run }), runs }
}

const errorOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: Error) => error.message,
  )

test.each<[Env, string[]]>([
  [{ PAGER: 'less -FRX' }, ['less', '-FRX']],
  [{ PAGER: '"my pager" \'a b\'' }, ['my pager', 'a b']],
  [{}, ['less']],
  [{ PAGER: '' }, ['less']],
  [{ PAGER: '  ' }, ['less']],
])('with %j the pager is %j, with the text as input', async (env, argv) => {
  const { outside, runs } = outsideOf(env)
  await outside.page('text')
  expect(runs).toEqual([{ argv, input: 'text' }])
})

test('the default pager is less, else more, else an error', async () => {
  const without = (...names: string[]) => outsideOf({}, ([name = '']) => (names.includes(name) ? missing : well))
  const one = without('less')
  await one.outside.page('text')
  expect(one.runs.map(({ argv }) => argv)).toEqual([['less'], ['more']])
  expect(await errorOf(without('less', 'more').outside.page('text'))).toBe(
    'PAGER is not set and neither less nor more was found: set it to a program on your PATH.',
  )
})

test.each<[Env, string]>([
  [{ VISUAL: 'hx', EDITOR: 'nano' }, 'hx'],
  [{ EDITOR: 'nano' }, 'nano'],
  [{ VISUAL: '', EDITOR: 'nano' }, 'nano'],
  [{}, 'vi'],
])('with %j the editor is %s', async (env, name) => {
  const { outside, runs } = outsideOf(env)
  await outside.edit('text', 'a.md')
  expect(runs.map(({ argv }) => argv[0])).toEqual([name])
  // The editor's standard input is the terminal.
  expect(runs[0]?.input).toBeUndefined()
})

test('the editor gets a file that only its owner can read, in a folder that is deleted afterwards', async () => {
  let path = ''
  const { outside, runs } = outsideOf({ EDITOR: 'code --wait' }, (argv) => {
    path = argv.at(-1) ?? ''
    expect(readFileSync(path, 'utf8')).toBe('größe')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(dirname(dirname(path))).toBe(tmpdir())
    return well
  })
  await outside.edit('größe', 'controls 412/418.md')
  expect(runs[0]?.argv).toEqual(['code', '--wait', path])
  expect(path).toMatch(/\/controls-412-418\.md$/)
  expect(existsSync(dirname(path))).toBe(false)
})

test('an editor that fails, is killed, is missing or does not get the terminal leaves no copy', async () => {
  for (const end of [
    { is: 'ended', status: 3, lastedMs: 5 },
    { is: 'killed', signal: 'SIGKILL', lastedMs: 5 },
    missing,
    undefined,
  ] as const) {
    let path = ''
    const { outside } = outsideOf({}, (argv) => {
      path = argv.at(-1) ?? ''
      return end
    })
    await errorOf(outside.edit('text', 'a.md'))
    expect([path === '', existsSync(dirname(path))]).toEqual([false, false])
  }
})

type How = (outside: Outside) => Promise<void>
const page: How = (outside) => outside.page('x')
const edit: How = (outside) => outside.edit('x', 'a.md')

test.each<[Env, How, ProgramEnd, string | undefined]>([
  [{ PAGER: 'p' }, page, { is: 'ended', status: 2, lastedMs: 1 }, 'p exited with status 2: check PAGER.'],
  [{ VISUAL: 'v' }, edit, { is: 'ended', status: 1, lastedMs: 1 }, 'v exited with status 1: check VISUAL.'],
  [{}, edit, { is: 'ended', status: 1, lastedMs: 1 }, 'vi exited with status 1: check EDITOR.'],
  [{ PAGER: 'p' }, page, { is: 'killed', signal: 'SIGSEGV', lastedMs: 1 }, 'p was ended by SIGSEGV.'],
  [{ PAGER: 'p' }, page, { is: 'killed', signal: 'SIGINT', lastedMs: 1 }, undefined],
  [
    { EDITOR: './e' },
    edit,
    { is: 'notStarted', code: 'EACCES' },
    'EDITOR names "./e", which can\'t be executed. Check its permissions or set EDITOR to another program.',
  ],
  [{ VISUAL: 'v' }, edit, missing, 'VISUAL names "v", which was not found: set VISUAL to a program on your PATH.'],
  // The default program is not used instead.
  [{ PAGER: 'p -x' }, page, missing, 'PAGER names "p", which was not found: set PAGER to a program on your PATH.'],
  [
    { PAGER: 'p' },
    page,
    { is: 'notStarted', code: 'E2BIG' },
    'PAGER names "p", which could not be started (E2BIG): set PAGER to another program.',
  ],
  [{}, edit, missing, 'EDITOR is not set and vi was not found: set it to a program on your PATH.'],
])('with %j, if the program of %s ends with %j, the error is %j', async (env, how, end, sentence) => {
  const { outside } = outsideOf(env, () => end)
  expect(await errorOf(how(outside))).toBe(sentence)
})

test('an unclosed quote in a variable is an error, and no program is started', async () => {
  const { outside, runs } = outsideOf({ PAGER: 'less "-R', EDITOR: "vi 'x" })
  expect(await errorOf(outside.page('x'))).toBe('PAGER has an unclosed quote: close it, as in PAGER="less -R".')
  expect(await errorOf(outside.edit('x', 'a'))).toBe('EDITOR has an unclosed quote: close it, as in EDITOR="vi -R".')
  expect(runs).toEqual([])
})

test("if the folder for the editor's file cannot be created, there is an error", async () => {
  const before = process.env.TMPDIR
  process.env.TMPDIR = '/dev/null/nowhere'
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  const { outside, runs } = outsideOf({})
  expect(await errorOf(outside.edit('x', 'a'))).toBe(
    "Couldn't create a copy in /dev/null/nowhere (ENOTDIR). Set TMPDIR to a folder that you own.",
  )
  expect(runs).toEqual([])
})
