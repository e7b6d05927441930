import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../src/base/errors.ts'
import { createClient } from '../../src/client/client.ts'
import { signatureOf, WEBHOOK_HEADERS } from '../../src/notify/channels/webhook.ts'
import { addHooks, HookSettingsError, parseHookSettings, removeHooks } from '../../src/notify/install/hook-settings.ts'
import { createRandom } from '../domain/hostile/strings.ts'
import { builtProgram, runBuilt, withFolder } from '../helpers/built-program.ts'
import { answer, startFaultyServer } from '../helpers/faulty-server.ts'
import { type Fault, type Outcome, pick, tryTimes } from './fault.ts'

/** Time limit of a sender on a busy machine, ms. */
const MAX_MS = 60_000

const nested = (levels: number, [open, close]: readonly [string, string] = ['[', ']']): string =>
  `${open.repeat(levels)}${open === '[' ? '' : '1'}${close.repeat(levels)}`

/** Invalid events, and events that overflow recursive code. */
const events: readonly string[] = [
  `{"hook_event_name":"Stop","x":${nested(10_000)}}`,
  `{"hook_event_name":"Notification","message":"m","x":${nested(5_000, ['{"a":', '}'])}}`,
  `{"hook_event_name":"PreToolUse","tool_name":"t","tool_input":${nested(10_000, ['{"a":', '}'])}}`,
  `{"hook_event_name":"SubagentStop","task_error":${nested(400_000)}}`,
  `{"hook_event_name":"Stop","session_id":${nested(3_000)}}`,
  nested(500_000),
  '{"hook_event_name":"Stop"',
]

/** Other kinds of entries in place of a file. */
const things: Readonly<Record<string, (path: string) => void>> = {
  'a folder': (path) => mkdirSync(join(path, 'within'), { recursive: true, mode: 0o700 }),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link that leads nowhere': (path) => symlinkSync('/nowhere/at/all', path),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a link to a folder': (path) => symlinkSync('/etc', path),
}
const places =
  'events/1.json messages/1~env-webhook.json sending/1~env-webhook.json memory.json sender.lock log recorded config'.split(
    ' ',
  )

/** Invalid events and files in the notifier's folders: the next event arrives, or the log says why not. */
const spools = async (count: number): Promise<Outcome> => {
  const server = await startFaultyServer(answer(200, 'ok'))
  const oneRound = (round: number) =>
    withFolder(async (home) => {
      const notifier = join(home, 'quarterdeck', 'notifier')
      const folders = { HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home }
      const env = { PATH: process.env.PATH, ...folders, QUARTERDECK_WEBHOOK_URL: `${server.url}/` }
      const notify = async (input: string): Promise<string | undefined> => {
        const hangs = { code: 'hangs', out: '', err: '' }
        const running = runBuilt(['hooks', 'notify'], env, input)
        const { code, out, err } = await Promise.race([running, wait(MAX_MS, hangs)])
        return code === 0 && out + err === '' ? undefined : `the hook: ${code} ${(out + err).slice(0, 200)}`
      }
      const log = (): string => {
        const file = join(notifier, 'log.ndjson')
        return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : ''
      }
      const session = `round-${round}`
      const said = await injectFault(round, { home, notifier, notify })
      const broke = await notify(JSON.stringify({ hook_event_name: 'Stop', session_id: session }))
      if (broke) return `${said}: ${broke}`
      for (const end = Date.now() + MAX_MS; Date.now() < end; await wait(100)) {
        if (server.received.some(({ body }) => body.includes(`"${session}"`))) return undefined
        if (said.endsWith('config') && log().includes('no notifications: ')) return undefined
      }
      return `${said}: the event after it did not arrive: ${log().slice(-300)}`
    })
  const outcome = await tryTimes(count, oneRound, 2)
  await server.close()
  return outcome
}

type Home = { home: string; notifier: string; notify: (input: string) => Promise<string | undefined> }

/** Sends an invalid event or creates an invalid file. Returns a name for it. */
const injectFault = async (round: number, { home, notifier, notify }: Home): Promise<string> => {
  if (round % 4 === 0) {
    const event = pick(events, round / 4)
    await notify(event)
    return `the event ${event.slice(0, 60)}`
  }
  const turn = round - Math.floor(round / 4) - 1
  const place = pick(places, turn)
  const entry = pick(Object.keys(things), Math.floor(turn / places.length))
  // The first event creates the folders.
  await notify('{"hook_event_name":"PreCompact"}')
  await wait(1_000)
  const spools = join(notifier, 'spool')
  const outside: Record<string, string> = {
    config: join(home, 'quarterdeck', 'config.json'),
    log: join(notifier, 'log.ndjson'),
    recorded: join(notifier, 'recorded'),
  }
  const path = outside[place] ?? join(spools, readdirSync(spools)[0] ?? '', place)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  things[entry]?.(path)
  return `${entry} as ${place}`
}

/** Reproducible numbers below a bound. */
const numbersFrom = (round: number): ((max: number) => number) => {
  const random = createRandom(round)
  return (max) => Math.floor(random() * max)
}

const literals = ['9007199254740993', '1e400', '-0.0', '1.50', '"\\ud800"', '"\\u0041\\/"', '"a"', 'null', 'true', '""']

/** Settings with unusual layouts, numbers and duplicate members; some contain hooks. */
const settingsText = (round: number): string => {
  const next = numbersFrom(round)
  const eol = next(2) === 0 ? '\n' : '\r\n'
  const gap = (): string => ['', ' ', eol, `${eol}  `, `${eol}\t`][next(5)] ?? ''
  const list = (open: string, close: string, items: readonly string[]): string =>
    open + items.map((item) => gap() + item).join(`${next(3) === 0 ? ' ' : ''},`) + gap() + close
  const value = (depth: number): string => {
    const kind = next(depth > 3 ? 1 : 3)
    if (kind === 0) return pick(literals, next(literals.length))
    const items = Array.from({ length: next(4) }, () => (kind === 1 ? value : member)(depth + 1))
    return kind === 1 ? list('[', ']', items) : list('{', '}', items)
  }
  const member = (depth: number): string => `"${'abc'[next(3)]}"${gap()}:${gap()}${value(depth)}`
  const group = `{"hooks":${gap()}[{"command":"mine","n":${literals[next(6)]}}]}`
  const events = ['"Stop"', '"Notification"'].slice(0, next(3)).map((name) => `${name}:${list('[', ']', [group])}`)
  const members = Array.from({ length: next(4) }, () => member(1))
  const hooks = events.length === 0 ? [] : next(4) === 0 ? events : [`"hooks":${gap()}${list('{', '}', events)}`]
  const at = next(members.length + 1)
  const all = [...members.slice(0, at), ...hooks, ...members.slice(at)]
  return `${next(4) === 0 ? '\uFEFF' : ''}${gap()}${list('{', '}', all)}${gap()}`
}

/** Hooks are added and removed: all other bytes stay, or the text is rejected. */
const installs = async (count: number): Promise<Outcome> => {
  let refused = 0
  const outcome = await tryTimes(count, (round) => {
    const text = settingsText(round)
    try {
      const next = addHooks(['Stop', 'SessionEnd'])(text)
      if (next === text) return `nothing was added to ${JSON.stringify(text)}`
      parseHookSettings(next)
      const back = removeHooks(next)
      // The layout of an empty object is not restored.
      const wanted = /^\uFEFF?\s*\{\s*\}\s*$/.test(text) ? text.replace(/\{\s*\}/, '{}') : text
      return back === wanted ? undefined : `${JSON.stringify(text)} became ${JSON.stringify(back)}`
    } catch (error) {
      if (!(error instanceof HookSettingsError)) return `${JSON.stringify(text)}: ${String(error)}`
      refused += 1
      return undefined
    }
  })
  return { ...outcome, notes: [...outcome.notes, `${refused} refused`] }
}

/** Proxy passwords with any characters: each run ends with an error that does not contain the password. */
const proxies = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const next = numbersFrom(round)
    const signs = Array.from({ length: 6 + next(12) }, () => (next(3) === 0 ? 37 : 33 + next(94)))
    const password = String.fromCharCode(...signs)
    const client = createClient({
      credentials: { baseUrl: 'https://api.example', appUrl: 'https://api.example', apiKey: 'k', keySource: 'a test' },
      env: { HTTPS_PROXY: `http://name:${password}@127.0.0.1:9` },
      limits: { tries: 1 },
    })
    try {
      const error = await client.call('ciJobs', {}).catch((thrown: unknown) => thrown)
      if (!(error instanceof AppError)) return `${password}: ${String(error)}`
      return error.message.includes(password) ? `${password}: ${error.message}` : undefined
    } finally {
      await client.close()
    }
  })

const SECRET = 'secret-of-the-faults'
const long = 'x'.repeat(3_000_000)

type Request = { what: string; bytes: (id: string) => string; status: number | undefined }

const signed = (body: string, status: number, what: string): Request => ({
  what,
  status,
  bytes: (id) => {
    const at = String(Math.floor(Date.now() / 1_000))
    const headers = {
      [WEBHOOK_HEADERS.id]: id,
      [WEBHOOK_HEADERS.timestamp]: at,
      [WEBHOOK_HEADERS.signature]: signatureOf(SECRET, at, id, body),
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `POST / HTTP/1.1\r\nhost: h\r\n${lines.join('')}\r\n${body}`
  },
})
const plain = (bytes: string, status: number | undefined, what: string): Request => ({
  what,
  status,
  bytes: () => bytes,
})
const HEAD = 'POST / HTTP/1.1\r\nhost: h\r\n'
const requests: readonly Request[] = [
  signed('{"hook_event_name":"Stop"}', 204, 'an event'),
  signed(`{"x":${nested(10_000)}}`, 204, 'an event of 10,000 levels'),
  signed('hello', 400, 'not JSON'),
  signed('[1]', 400, 'not an object'),
  plain(`${HEAD}content-length: 2\r\nconnection: close\r\n\r\n{}`, 401, 'no signature'),
  plain(`${HEAD}content-length: 3000000\r\n\r\n`, 413, 'the announcement of a long body'),
  plain(`${HEAD}content-length: 3000000\r\n\r\n${long}`, 413, 'a long body'),
  plain(`${HEAD}transfer-encoding: chunked\r\n\r\n2dc6c0\r\n${long}\r\n`, 413, 'a long body in chunks'),
  plain('', undefined, 'nothing'),
  plain('POST / HT', undefined, 'a part of a head'),
  plain(`${HEAD}content-length: 9\r\n\r\n{`, undefined, 'a part of a body'),
]

/** Invalid requests to the listener: each gets its status and is closed in time, and the next one is served. */
const listeners = (count: number): Promise<Outcome> =>
  withFolder(async (home) => {
    const env = { PATH: process.env.PATH, HOME: home, QUARTERDECK_WEBHOOK_SECRET: SECRET }
    const child = spawn(process.execPath, [builtProgram, 'hooks', 'listen', '--port', '0'], { env })
    child.stdout.resume()
    try {
      let err = ''
      child.stderr.on('data', (text) => (err += String(text)))
      while (!/127\.0\.0\.1:\d+/.test(err) && child.exitCode === null) await wait(50)
      const port = Number(/127\.0\.0\.1:(\d+)/.exec(err)?.[1])
      return await tryTimes(
        count,
        async (round) => {
          const { what, bytes, status } = pick(requests, round)
          const began = Date.now()
          let text = ''
          const socket = connect(port, '127.0.0.1', () => void socket.write(bytes(`round-${round}`)))
          socket.on('error', () => {}).on('data', (more) => (text += String(more)))
          await Promise.race([once(socket, 'close'), wait(MAX_MS)])
          socket.destroy()
          const ms = Date.now() - began
          if (child.exitCode !== null) return `${what} ended the listener: ${err.slice(-300)}`
          // An incomplete request is closed after 10 s; allow twice that on a busy machine.
          if (ms > 20_000) return `${what} was open for ${ms} ms`
          const got = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
          return status === undefined || got === String(status) ? undefined : `${what}: ${got}, and not ${status}`
        },
        11,
      )
    } finally {
      child.kill('SIGKILL')
    }
  })

export const notifierFaults: readonly Fault[] = [
  { name: 'notifier: invalid events and files in its folders', count: 120, run: spools },
  { name: 'notifier: hooks installed into random settings', count: 20_000, run: installs },
  { name: 'notifier: invalid requests to the listener', count: 220, run: listeners },
  { name: 'proxy: passwords with any characters', count: 2_000, run: proxies },
]
