// Writes the program's output and screens to a folder, so that two builds can be compared with diff -r:
//   node test/record/record.ts OUT [--program dist/qd.js] [--only PATTERN]
// --only takes a regular expression on `commands LINE` and `frames SCREEN`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { wordsOfLine } from '../../src/commands/completion/complete-words.ts'
import { builtProgram, outputOf, withFolder } from '../helpers/built-program.ts'
import { NOW } from '../helpers/now.ts'
import { openProgram } from '../helpers/pty.ts'
import { commandLines } from './commands.ts'
import { type RecordedScreen, tours } from './tour.ts'

const SIZES = [
  [80, 24],
  [120, 36],
  [200, 60],
] as const
/** Time without output after which a key is assumed to change nothing on the screen, ms. */
const UNANSWERED_MS = 700
/** Time without output after which a key counts as processed, ms. */
const QUIET_MS = 150
const MAX_MS = 8_000
const TOURS_AT_ONCE = 3
/** A fixed port, because the output contains the address. */
const PORT = '47811'
const KEY = 'record-owner-key-0123456789'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { program: { type: 'string', default: builtProgram }, only: { type: 'string', default: '' } },
})
const out = resolve(positionals[0] ?? 'recorded')
const program = resolve(values.program)
const wanted = new RegExp(values.only)
const clock = fileURLToPath(new URL('../helpers/test-clock.mjs', import.meta.url))
for (const folder of ['commands', 'frames']) mkdirSync(join(out, folder), { recursive: true })

/** A separate home for each run. All have the same salt, because pseudonyms depend on it. */
const envIn = (home: string, name: string) => {
  const folder = join(home, name)
  mkdirSync(join(folder, '.local/state/quarterdeck'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, '.local/state/quarterdeck/salt'), Buffer.alloc(32, 7), { mode: 0o600 })
  mkdirSync(join(folder, 'tmp'))
  return {
    PATH: process.env.PATH ?? '',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
    TZ: 'Pacific/Auckland',
    NODE_OPTIONS: `--import ${clock}`,
    FROZEN_NOW: String(NOW),
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    QUARTERDECK_BASE_URL: `http://127.0.0.1:${PORT}`,
    QUARTERDECK_API_KEY: KEY,
  }
}

/** Replaces text that differs between two runs of the same build. */
const steady = (text: string, home: string): string =>
  text
    .replaceAll(home, 'HOME')
    .replaceAll(`127.0.0.1:${PORT}`, '127.0.0.1:PORT_')
    .replaceAll(/ *\b\d+(\.\d+)? ms\b/g, ' N ms')
    .replaceAll(/(?<=request ?[Ii]?d?"?:? ?"?)[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replaceAll(/(?<="(?:size|freed)_bytes":)\d+/g, 'N')

const recordCommands = async (home: string): Promise<void> => {
  const env = envIn(home, 'commands')
  for (const [index, line] of commandLines.entries()) {
    if (!wanted.test(`commands ${line}`)) continue
    const child = spawn(process.execPath, [program, ...wordsOfLine(line)], {
      env,
      cwd: env.HOME,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    })
    const ran = await outputOf(child)
    const text = `$ qd ${line}\nstatus ${ran.code}\n--- standard error\n${ran.err}--- standard output\n${ran.out}`
    const name = `${String(index).padStart(3, '0')} ${line.replaceAll(/[^\w.~-]+/g, '_')}`.slice(0, 120)
    writeFileSync(join(out, 'commands', `${name}.txt`), steady(text, home))
  }
}

const recordTour = async (
  home: string,
  screen: RecordedScreen,
  [cols, rows]: (typeof SIZES)[number],
): Promise<void> => {
  const env = { ...envIn(home, `${screen}-${cols}`), PAGER: '/bin/cat', EDITOR: '/bin/true' }
  const opened = openProgram({ args: ['--screen', screen], cols, rows, env, program, cwd: env.HOME })
  let read = 0
  const frame = async (name: string): Promise<string> => {
    const startedAt = performance.now()
    const isSettled = (shown: readonly string[], length: number): boolean => {
      const isAnswered = length > read || performance.now() - startedAt > UNANSWERED_MS
      const isBusy = /[1-9]\d* req\b|○/.test(shown[0] ?? '') || /\bloading\b|connecting|making up/.test(shown.join(''))
      return isAnswered && !isBusy
    }
    let [shown, length]: [string[], number] = [[], 0]
    do {
      length = await opened.quiet(QUIET_MS)
      shown = opened.screen()
    } while (!isSettled(shown, length) && performance.now() - startedAt < MAX_MS)
    if (!isSettled(shown, length)) shown.push('NEVER SETTLED')
    // What was put on the clipboard since the last frame.
    const texts = opened
      .raw()
      .slice(read)
      .matchAll(/\x1b\]52;c;([\w+/=]*)/g)
    const copied = [...texts].map(([, text = '']) => `-- copied\n${Buffer.from(text, 'base64')}\n`)
    read = opened.raw().length
    // A cleared cell reads as a space or as nothing.
    return `== ${name}\n${shown.map((line) => line.trimEnd()).join('\n')}\n${copied.join('')}`
  }
  await opened.waitFor((shown) => /0 req/.test(shown[0] ?? ''))
  let text = await frame('start')
  for (const key of tours[screen]) {
    opened.press(key)
    text += await frame(key)
  }
  await opened.close()
  writeFileSync(join(out, 'frames', `${screen}-${cols}x${rows}.txt`), steady(text, home))
}

await withFolder(async (home) => {
  const words = ['serve', '--demo', '--port', PORT, '--json', '--end-with-parent']
  const service = spawn(process.execPath, [program, ...words], {
    env: { ...envIn(home, 'server'), QUARTERDECK_SERVE_KEY_OWNER: KEY },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(service.stdout, 'data')
  await recordCommands(home)
  const screens = (Object.keys(tours) as RecordedScreen[]).filter((screen) => wanted.test(`frames ${screen}`))
  const waiting = SIZES.flatMap((size) => screens.map((screen) => () => recordTour(home, screen, size)))
  const inTurn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  await Promise.all(Array.from({ length: TOURS_AT_ONCE }, inTurn))
  service.kill()
})
