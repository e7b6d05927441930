import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { builtProgram, type Env, listen } from '../helpers/built-program.ts'
import { at, compare, goals, home, median, node, type ServiceEnv } from './bench-kit.ts'
import { measure, type Spent } from './measure-in-terminal.ts'
import { record } from './results.ts'

const HOOK_RUNS = 500
const COMPLETION_RUNS = 21
const STATUS_RUNS = 101

/** Runs Node with this standard input. Returns its duration, ms, and its exit status. */
const timed = async (args: readonly string[], input: string, env: Env): Promise<{ ms: number; status: number }> => {
  const start = performance.now()
  const child = spawn(node, args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.on('error', () => {}).end(input)
  const [status] = await once(child, 'exit')
  return { ms: performance.now() - start, status }
}

/** Measures how long a hook delays its agent if a webhook accepts connections but never responds. */
export const measureHooks = async (): Promise<void> => {
  const dead = createServer(() => {})
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: `${home}/hooks`,
    XDG_CACHE_HOME: `${home}/cache`,
    QUARTERDECK_WEBHOOK_URL: `http://${await listen(dead)}/`,
  }
  const [bare, hook]: [number[], number[]] = [[], []]
  let failures = 0
  for (let run = 0; run < HOOK_RUNS; run++) {
    const event = JSON.stringify({ hook_event_name: 'Stop', session_id: `s${run}`, cwd: home })
    bare.push((await timed(['-e', '0'], '', env)).ms)
    const { ms, status } = await timed([builtProgram, 'hooks', 'notify'], event, env)
    hook.push(ms)
    if (status !== 0) failures++
  }
  dead.closeAllConnections()
  dead.close()
  for (const [name, share] of Object.entries({ p50: 0.5, p95: 0.95 })) {
    const [own, other] = [at(hook, share), at(bare, share)]
    const times = `${own.toFixed(1)} ms over ${other.toFixed(1)} ms`
    record(`hooks notify, unresponsive webhook: ${name} beyond bare Node`, times, own - other, goals.hookBeyondMs, 'ms')
    if (name === 'p50') compare('hooks notify / node -e 0, p50', [own], [other], 'ms', goals.hook)
  }
  record(`hooks notify, ${HOOK_RUNS} runs: exits with another status than 0`, '', failures, 0, '')
}

/** Measures `qd status` with cached figures, and with --json. */
export const measureStatus = async (service: ServiceEnv): Promise<void> => {
  const env = { PATH: process.env.PATH, HOME: home, ...service }
  const { status } = await timed([builtProgram, 'overview'], '', env)
  if (status !== 0) throw new Error(`qd overview ended with status ${status}`)
  const [bare, line, json]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < STATUS_RUNS; run++) {
    bare.push((await timed(['-e', '0'], '', env)).ms)
    line.push((await timed([builtProgram, 'status'], '', env)).ms)
    json.push((await timed([builtProgram, 'status', '--json'], '', env)).ms)
  }
  compare('status / node -e 0, p50', line, bare, 'ms', goals.status)
  compare('status --json / node -e 0, p50', json, bare, 'ms', goals.status)
}

/** Measures the time from Tab to the completions, with a stored key and with names in the cache. */
export const measureCompletions = async (service: ServiceEnv): Promise<void> => {
  const { QUARTERDECK_BASE_URL: url, QUARTERDECK_API_KEY: key, ...folders } = service
  const env = { PATH: process.env.PATH, HOME: home, ...folders, XDG_CONFIG_HOME: `${home}/completion` }
  const lines = [
    `profile add bench --base-url ${url}`,
    'login --key-stdin --keep file --yes',
    'analytics users --all',
    'controls blame sandbox --limit 1',
    'wiki list',
  ]
  for (const line of lines) {
    const { status } = await timed([builtProgram, ...line.split(' ')], key, env)
    if (status !== 0) throw new Error(`qd ${line} ended with status ${status}`)
  }
  const typed = {
    commands: 'qd contr',
    profiles: 'qd --profile ',
    revisions: 'qd controls show ',
    settings: 'qd controls blame sandbox',
    people: 'qd analytics users --where name=',
    runs: 'qd wiki export ',
  }
  for (const [of, line] of Object.entries(typed)) {
    const spent: Spent[] = []
    const command = [node, builtProgram, 'completion', '--line', line]
    for (let run = 0; run < COMPLETION_RUNS; run++) spent.push(await measure({ command, untilExit: true, env }))
    const ms = spent.map((one) => one.ms)
    const cpuMs = median(spent.map((one) => one.cpuMs))
    const figures = `p50 ${median(ms).toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms`
    record(`completion of ${of}, p95`, figures, at(ms, 0.95), goals.completionMs, ' ms')
  }
}
