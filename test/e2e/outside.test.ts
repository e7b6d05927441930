import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { type Program, type ProgramOptions, RESTORED } from '../helpers/pty.ts'

const service = fileService()

const builtProgram = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const isUnix = process.platform !== 'win32'

// `ready` runs long enough not to count as ended immediately. Another test covers that case.
const words = `
wait_for() { while [ ! -e "$FOLDER/$1" ]; do sleep 0.05; done; }
ready() { sleep 0.7; printf READY; }
`

type Opened = Program & {
  folder: string
  /** The text of a file that the guest has written. */
  textOf: (name: string) => string
}

/**
 * Opens Usage with the shell script `guest` as the pager and the editor. In the script `$FOLDER` is its folder, `ready` prints READY
 * once the script has run long enough, and `wait_for NAME` waits for a file of that name.
 */
const openUsage = async (guest: string, options: ProgramOptions = {}): Promise<Opened> => {
  const opened = openWith(guest, options)
  await opened.waitFor(isUsage)
  return opened
}

const openWith = (guest: string, options: ProgramOptions): Opened => {
  const folder = makeFolder()
  const script = join(folder, 'guest.sh')
  writeFileSync(script, `${words}${guest}\n`)
  const program = open({
    args: ['--screen', 'usage'],
    cwd: folder,
    ...options,
    env: {
      ...service.env,
      FOLDER: folder,
      PAGER: `sh '${script}' "two words" pager`,
      EDITOR: `sh ${script}`,
      ...options.env,
    },
  })
  return Object.assign(program, { folder, textOf: (name: string) => readFileSync(join(folder, name), 'utf8') })
}

const isUsage = (screen: readonly string[]): boolean =>
  screen[1]?.includes('1 Overview') === true &&
  screen[0]?.includes('credits by model') === true &&
  screen[0]?.includes('0 req') === true &&
  screen.some((row) => row.includes('the usual')) &&
  screen.some((row) => row.startsWith('▌')) &&
  // The previous period, with which even the smallest row is compared.
  screen.some((row) => /haiku .*[▲▼]/.test(row)) &&
  // The days on which the controls changed, which are a separate request.
  screen.some((row) => /^ +0 ┼.*◆/.test(row)) &&
  screen.at(-1)?.includes('= qd analytics tokens') === true

const eventually = (what: () => unknown): Promise<void> => expect.poll(what).toBe(true)
const isThere = (opened: Opened, name: string) => () => existsSync(join(opened.folder, name))
const release = (opened: Opened, name: string): void => writeFileSync(join(opened.folder, name), '')

const ours = { isAlternateScreen: true, isCursorVisible: false, isBracketedPaste: true }

/** Waits until the explorer has the whole terminal again and reads single keys. */
const expectBack = async (opened: Program): Promise<void> => {
  await opened.waitFor((screen) => screen[1]?.includes('1 Overview') === true)
  await expect.poll(opened.modes).toEqual(ours)
  await opened.pressUntil('?', 'what was used, by whom, and why it changed')
  await opened.pressUntil('Esc', isUsage)
}

const readsAll = 'cat > "$FOLDER/text"'
const readModes = 'stty -a < /dev/tty > "$FOLDER/modes"'

test.runIf(isUnix)('the pager gets the text and a restored terminal; then the explorer is as before', async () => {
  const opened = await openUsage(
    `${readsAll}; ${readModes}; env > "$FOLDER/env"; printf '%s|' "$@" > "$FOLDER/words"; ready; wait_for go`,
  )
  // A row may end with written spaces or with empty cells.
  const shown = () => opened.screen().map((row) => row.trimEnd())
  const before = shown()
  await opened.pressUntil('|', (screen) => screen[0]?.startsWith('READY') === true)
  expect(opened.modes()).toEqual(RESTORED)
  expect(opened.textOf('words')).toBe('two words|pager|')
  expect(opened.textOf('text')).toMatch(/^\| model \| tier \| credits \|.*\n\| --- \| --- \| --: \|.*\n(\| .* \|\n)+$/)
  expect(opened.textOf('modes')).toMatch(/[^-]icanon/)
  expect(opened.textOf('modes')).toMatch(/[^-]echo\b/)
  expect(opened.textOf('modes')).toMatch(/[^-]isig/)
  expect(opened.textOf('env')).toContain('FOLDER=')
  expect(opened.textOf('env')).not.toContain('QUARTERDECK_API_KEY')
  expect(opened.textOf('env')).not.toContain(service.keys.owner)
  release(opened, 'go')
  await expect.poll(shown).toEqual(before)
  await expectBack(opened)
  opened.press('q')
  await expect(opened.exited).resolves.toEqual({ code: 0, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})

test.runIf(isUnix)('nothing is drawn over another program, and its keys do not reach the explorer', async () => {
  const opened = await openUsage(`trap 'echo > "$FOLDER/resized"' WINCH; ${readsAll}; ready; wait_for go`)
  await opened.pressUntil('|', 'READY')
  // A resize, after which the explorer would draw.
  opened.resize(100, 30)
  await eventually(isThere(opened, 'resized'))
  await opened.typeUntil('qq\rq', (screen) => screen.join('').includes('qqq'))
  const raw = opened.raw()
  expect(raw.slice(raw.indexOf('READY')).replaceAll(/[\r\n]/g, '')).toBe('READYqqq')
  release(opened, 'go')
  await opened.waitFor((screen) => screen.length === 30 && isUsage(screen))
  await expectBack(opened)
})

test.runIf(isUnix)('Ctrl-C in another program ends neither the explorer nor the service of the demo', async () => {
  const opened = await openUsage(`trap 'echo caught > "$FOLDER/caught"' INT; ${readsAll}; ready; wait_for go`, {
    env: { QUARTERDECK_BASE_URL: '', QUARTERDECK_API_KEY: '' },
  })
  await opened.pressUntil('|', 'READY')
  opened.type('\x03')
  await eventually(isThere(opened, 'caught'))
  release(opened, 'go')
  await opened.waitFor(isUsage)
  await expectBack(opened)
  await opened.pressUntil('3', (screen) => screen.some((row) => /^▌ +1 .*@/.test(row)))
})

test.runIf(isUnix)('SIGTERM ends the other program first, then the explorer, with the terminal restored', async () => {
  const opened = await openUsage(
    `trap 'printf "\\033[?1049l"; echo > "$FOLDER/ended"; exit' TERM; ${readsAll}; printf '\\033[?1049h'; ready; wait_for go`,
  )
  await opened.pressUntil('|', 'READY')
  opened.kill('SIGTERM')
  await expect(opened.exited).resolves.toEqual({ code: 143, signal: 0 })
  expect(isThere(opened, 'ended')()).toBe(true)
  expect(opened.modes()).toEqual(RESTORED)
})

test.runIf(isUnix)('the terminal is restored after a program that was killed', async () => {
  const opened = await openUsage(
    `${readsAll}; ${readModes}; if [ -e "$FOLDER/second" ]; then ready; wait_for go; exit; fi
     echo > "$FOLDER/second"; printf '\\033[?1000h\\033[5;9r'; stty raw -echo -ixon < /dev/tty; sleep 1; kill -9 $$`,
  )
  const screen = await opened.pressUntil('|', 'was ended by SIGKILL')
  expect(screen.at(-1)).toBe(' sh was ended by SIGKILL.')
  await expectBack(opened)
  const modes = opened.textOf('modes')
  await opened.pressUntil('|', 'READY')
  expect(opened.textOf('modes')).toBe(modes)
  expect(modes).toMatch(/[^-]icanon/)
})

/** Opens the pager until it ends quickly enough to leave its output. On a busy machine it may end too late. */
const endedAtOnce = async (opened: Program): Promise<string[]> => {
  const hasHint = (screen: readonly string[]) => screen.join('\n').includes('Press any key to return')
  for (;;) {
    const from = opened.raw().length
    opened.press('|')
    const isBack = () => opened.raw().includes('\x1b[?1049h', from)
    const screen = await opened.waitFor((rows) => hasHint(rows) || (isBack() && isUsage(rows)))
    if (hasHint(screen)) return screen
  }
}

test.runIf(isUnix)('the output of a program that ends at once stays until a key, which does nothing else', async () => {
  const opened = await openUsage('', { env: { PAGER: 'cat' } })
  const screen = await endedAtOnce(opened)
  expect(screen[0]).toMatch(/^\| model \| tier \| credits \|/)
  expect(opened.modes()).toEqual(RESTORED)
  // In line mode, Ctrl-D would end the input of the explorer.
  await opened.pressUntil('^d', isUsage)
  await expectBack(opened)
  await endedAtOnce(opened)
  opened.kill('SIGTERM')
  await expect(opened.exited).resolves.toEqual({ code: 143, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})

test.runIf(isUnix)('Ctrl-S exports a file, and does not stop the output of the terminal', async () => {
  const opened = await openUsage('')
  await opened.pressUntil('^s', 'Export')
  await opened.pressUntil('m', 'Export as Markdown')
  const screen = await opened.pressUntil('Enter', 'Wrote')
  const [name = ''] = readdirSync(opened.folder).filter((one) => one.endsWith('.md'))
  const text = opened.textOf(name)
  expect(screen.at(-1)).toContain(` Wrote ${name}, ${Buffer.byteLength(text)} B, in /`)
  expect(text).toMatch(/^\| model \| tier \| credits \|/)
  expect(readdirSync(opened.folder).sort()).toEqual(['guest.sh', name])
})

const BASH = '/bin/bash'

const hasBash = process.platform === 'linux' && existsSync(BASH)
test.runIf(hasBash)('Ctrl-Z in another program stops both, and fg wakes both', async () => {
  const shell = join(makeFolder(), 'shell.mjs')
  writeFileSync(
    shell,
    `import { spawn } from 'node:child_process'
     process.on('SIGINT', () => {})
     spawn(${JSON.stringify(BASH)}, ['--norc', '--noprofile', '-i'], { stdio: 'inherit' }).on('exit', () => process.exit())`,
  )
  // Not a shell script: one that is stopped while it starts a program stays in state `D` and never reaches `T`.
  const guest = join(dirname(shell), 'guest.mjs')
  writeFileSync(
    guest,
    `import { existsSync } from 'node:fs'
     process.on('SIGCONT', () => process.stdout.write('awake '))
     setInterval(() => existsSync(process.env.FOLDER + '/go') && process.exit(), 50)
     setTimeout(() => process.stdout.write('READY'), 700)`,
  )
  const opened = openWith(
    `${readsAll}; echo $$ $PPID > "$FOLDER/pids"; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(guest)}`,
    { program: shell, args: [], env: { PS1: '% ', HISTFILE: '' } },
  )
  await opened.waitFor((screen) => screen[0]?.startsWith('% ') === true)
  await opened.typeUntil(`${process.execPath} ${builtProgram} --screen usage\r`, isUsage)
  await opened.pressUntil('|', 'READY')
  const pids = opened.textOf('pids').trim().split(' ').map(Number)
  const states = () => pids.map(stateOf).join('')
  await opened.typeUntil('\x1a', 'Stopped')
  // The shell may report it before the kernel does.
  await eventually(() => states() === 'TT')
  await opened.typeUntil('fg\r', 'awake')
  await eventually(() => !states().includes('T'))
  // Do it a second time, because the first one removed the signal handler.
  opened.type('\x1a')
  await eventually(() => states() === 'TT')
  opened.type('fg\r')
  await eventually(() => !states().includes('T'))
  release(opened, 'go')
  await opened.waitFor(isUsage)
  await expectBack(opened)
  opened.press('q')
  await expect.poll(opened.modes).toMatchObject({ isAlternateScreen: false, isCursorVisible: true })
})

/** The state letter of a process: T for stopped. */
const stateOf = (pid: number): string => /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '?'
