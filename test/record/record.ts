// Writes what the program prints and draws into a folder, so that two builds of it can be compared with diff -r:
//   node test/record/record.ts OUT [--program dist/qd.js] [--only commands|frames] [--lines PATTERN] [--port 47811]
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openProgram } from '../helpers/pty.ts'
import { commandLines, splitLine } from './commands.ts'
import { type Leg, legs } from './tour.ts'

/** Saturday: the last day with data is Friday, 20 November 2026. */
const FROZEN_NOW = Date.UTC(2026, 10, 21, 9)
const SIZES = [
  [80, 24],
  [120, 36],
  [200, 60],
] as const
/** A key that has drawn nothing for so long draws nothing. */
const UNHEARD_MS = 700
/** Nothing more has been written for so long: what a key set in motion is on the screen. */
const QUIET_MS = 150
const LEGS_AT_ONCE = 3
const PATIENCE_MS = 8_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: 'string' },
    only: { type: 'string' },
    lines: { type: 'string' },
    port: { type: 'string' },
  },
})
const out = resolve(positionals[0] ?? 'recorded')
const program = resolve(values.program ?? fileURLToPath(new URL('../../dist/qd.js', import.meta.url)))
const home = mkdtempSync(join(tmpdir(), 'quarterdeck-record-'))
const port = values.port ?? '47811'
const clock = fileURLToPath(new URL('./frozen-clock.mjs', import.meta.url))
const key = 'record-owner-key-0123456789'

const baseEnv = {
  PATH: process.env.PATH ?? '',
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  LANG: 'C.UTF-8',
  TZ: 'Pacific/Auckland',
  NODE_OPTIONS: `--import ${clock}`,
  FROZEN_NOW: String(FROZEN_NOW),
}

/** A home of its own for each run, with one salt for all: pseudonyms hang on it. */
const homeEnv = (name: string): Record<string, string> => {
  const dir = join(home, name)
  mkdirSync(join(dir, '.local/state/quarterdeck'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dir, '.local/state/quarterdeck/salt'), Buffer.alloc(32, 7), { mode: 0o600 })
  mkdirSync(join(dir, 'tmp'))
  return { ...baseEnv, HOME: dir, TMPDIR: join(dir, 'tmp') }
}

const startServer = async (): Promise<{ url: string; stop: () => void }> => {
  const child = spawn(process.execPath, [program, 'serve', '--demo', '--port', port, '--json'], {
    env: { ...homeEnv('server'), QUARTERDECK_SERVE_KEY_OWNER: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const _ of child.stdout) break
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

const run = (args: string[], env: Record<string, string>): Promise<string> =>
  new Promise((done) => {
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      done(`status ${error ? error.code : 0}\n--- standard error\n${stderr}--- standard output\n${stdout}`)
    })
  })

const server = await startServer()
const service = { QUARTERDECK_BASE_URL: server.url, QUARTERDECK_API_KEY: key }
/** What differs between two runs of one build. */
const steady = (text: string): string =>
  text
    .replaceAll(home, 'HOME')
    .replaceAll(`127.0.0.1:${port}`, '127.0.0.1:PORT_')
    .replaceAll(/ *\b\d+(\.\d+)? ms\b/g, ' N ms')
    .replaceAll(/(?<=request ?[Ii]?d?"?:? ?"?)[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replaceAll(/(?<="(?:size|freed)_bytes":)\d+/g, 'N')

/** A cell that was cleared reads as a space or as nothing, by how it came about. */
const lines = (screen: readonly string[]): string => screen.map((line) => line.trimEnd()).join('\n')

const recordCommands = async () => {
  const env = { ...homeEnv('commands'), ...service }
  const dir = join(out, 'commands')
  mkdirSync(dir, { recursive: true })
  const wanted = new RegExp(values.lines ?? '')
  for (const [index, line] of commandLines.entries()) {
    if (!wanted.test(line)) continue
    const name = `${String(index).padStart(3, '0')} ${line.replaceAll(/[^\w.~-]+/g, '_')}`.slice(0, 120)
    writeFileSync(join(dir, `${name}.txt`), steady(`$ qd ${line}\n${await run(splitLine(line), env)}`))
  }
}

const recordLeg = async ({ name, screen, keys }: Leg, [cols, rows]: readonly [number, number]) => {
  const env: Record<string, string> = {
    ...homeEnv(`${name}-${cols}`),
    ...service,
    PAGER: '/bin/cat',
    EDITOR: '/bin/true',
  }
  const opened = openProgram({ args: ['--screen', screen], cols, rows, env, program, cwd: env.HOME ?? home })
  let heard = 0
  /** What was put on the clipboard since the last frame. */
  const copied = (): string => {
    const written = opened.raw().slice(heard)
    heard += written.length
    const texts = [...written.matchAll(/\x1b\]52;c;([\w+/=]*)/g)].map(([, text = '']) => Buffer.from(text, 'base64'))
    return texts.map((text) => `-- copied\n${text}\n`).join('')
  }
  const settled = async (): Promise<string[]> => {
    const start = performance.now()
    const lengthBefore = heard
    for (;;) {
      const length = opened.raw().length
      await new Promise((later) => setTimeout(later, QUIET_MS))
      const waitedMs = performance.now() - start
      const isHeard = length > lengthBefore || waitedMs > UNHEARD_MS
      const shown = opened.screen()
      const isBusy = /[1-9]\d* req\b|○/.test(shown[0] ?? '') || /\bloading\b|connecting|making up/.test(shown.join(''))
      if (isHeard && opened.raw().length === length && !isBusy) return shown
      if (waitedMs > PATIENCE_MS) return [...shown, 'NEVER SETTLED']
    }
  }
  await opened.waitFor((shown) => /0 req/.test(shown[0] ?? ''))
  const frame = async (name: string) => `== ${name}\n${lines(await settled())}\n${copied()}`
  let text = await frame('start')
  for (const pressed of keys) {
    opened.press(pressed)
    text += await frame(pressed)
  }
  await opened.close()
  const dir = join(out, 'frames')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, `${name}-${cols}x${rows}.txt`), steady(text))
}

try {
  if (values.only !== 'frames') await recordCommands()
  if (values.only !== 'commands') {
    const waiting = SIZES.flatMap((size) => legs.map((leg) => () => recordLeg(leg, size)))
    const inTurn = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next()
    }
    await Promise.all(Array.from({ length: LEGS_AT_ONCE }, inTurn))
  }
} finally {
  server.stop()
  rmSync(home, { recursive: true, force: true })
}
