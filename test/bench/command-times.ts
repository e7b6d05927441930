import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { at, compare, goals, home, median, node, program, type Service, say } from './bench-kit.ts'
import { measure, type Spent } from './measure-in-terminal.ts'

const HOOK_RUNS = 500
const COMPLETION_RUNS = 21

/** Runs a command with this on standard input: how long it took, ms, and its status. */
const timed = (
  command: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
): Promise<{ ms: number; status: number | null }> =>
  new Promise((resolve) => {
    const [program = '', ...words] = command
    const start = performance.now()
    const child = spawn(program, words, { env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.on('exit', (status) => resolve({ ms: performance.now() - start, status }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })

/** What an agent waits for when its hook tells a webhook that takes connections and never answers. */
export const measureHooks = async (): Promise<void> => {
  const dead = createServer(() => {})
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve))
  const { port } = dead.address() as AddressInfo
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: `${home}/hooks`,
    XDG_CACHE_HOME: `${home}/cache`,
    QUARTERDECK_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  }
  const bare: number[] = []
  const hook: number[] = []
  let failures = 0
  for (let run = 0; run < HOOK_RUNS; run++) {
    const event = JSON.stringify({ hook_event_name: 'Stop', session_id: `s${run}`, cwd: home })
    bare.push((await timed([node, '-e', '0'], '', env)).ms)
    const { ms, status } = await timed([node, program, 'hooks', 'notify'], event, env)
    hook.push(ms)
    if (status !== 0) failures++
  }
  dead.closeAllConnections()
  dead.close()
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [own, other] = [at(hook, share), at(bare, share)]
    const figures = `${own.toFixed(1)} ms over ${other.toFixed(1)} ms`
    say(`hooks notify, webhook dead: ${name} beyond`, figures, own - other, goals.hookBeyondMs, 'ms')
    if (name === 'p50') compare('hooks notify / node -e 0, p50', [own], [other], 'ms', goals.hook)
  }
  say(`hooks notify, ${HOOK_RUNS} runs: not status 0`, '', failures, 0, '')
}

/** What a shell waits for at a Tab, with a profile whose key is kept, and names in the ledger. */
export const measureCompletions = async ({
  QUARTERDECK_BASE_URL: url = '',
  QUARTERDECK_API_KEY: key = '',
  ...folders
}: Service['env']): Promise<void> => {
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: `${home}/config`, ...folders }
  const qd = async (...words: string[]): Promise<void> => {
    const { status } = await timed([node, program, ...words], key, env)
    if (status !== 0) throw new Error(`qd ${words.join(' ')} ended with status ${status}`)
  }
  await qd('profile', 'add', 'bench', '--base-url', url)
  await qd('login', '--key-stdin', '--keep', 'file', '--yes')
  await qd('analytics', 'users', '--all')
  await qd('controls', 'blame', 'sandbox', '--limit', '1')
  await qd('wiki', 'list')
  const lines = {
    commands: 'qd contr',
    profiles: 'qd --profile ',
    revisions: 'qd controls show ',
    settings: 'qd controls blame sandbox',
    people: 'qd analytics users --where name=',
    runs: 'qd wiki export ',
  }
  for (const [of, line] of Object.entries(lines)) {
    const spent: Spent[] = []
    const command = [node, program, 'completion', '--line', line]
    for (let run = 0; run < COMPLETION_RUNS; run++) spent.push(await measure({ command, untilExit: true, env }))
    const cpuMs = median(spent.map((one) => one.cpuMs))
    const ms = spent.map((one) => one.ms)
    const figures = `p50 ${median(ms).toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms`
    say(`completion of ${of}, p95`, figures, at(ms, 0.95), goals.completionMs, ' ms')
  }
}
