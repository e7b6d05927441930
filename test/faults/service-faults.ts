import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault, Outcome } from './fault.ts'

const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const A_SECOND = 200
/** How much more than in the beginning may be kept in the end, once garbage is collected, MiB. */
const MAX_GROWTH_MB = 15
/** MiB, garbage and all that the runtime holds in reserve included. */
const MAX_MB = 400

/** Collects its garbage at SIGUSR2 and tells what it keeps, in MiB. */
const collector = `process.on('SIGUSR2', () => {
  gc(); gc()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write('kept ' + (heapUsed + external) / 2 ** 20 + '\\n')
})`
const collecting = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(collector)}`]

/** Resident memory of a process, MiB. Linux only. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** @param seconds How long. */
const memory = async (seconds: number): Promise<Outcome> => {
  const child = spawn(
    process.execPath,
    [...collecting, program, 'serve', '--demo', '--port', '0', '--json', '--end-with-parent'],
    {
      stdio: 'pipe',
    },
  )
  const [said] = await once(child.stdout, 'data')
  const { url, keys } = JSON.parse(String(said))
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const paths = [
    ...['tokens', 'tools', 'activity', 'users'].map((name) => `analytics/${name}?startDate=${day}&endDate=${day}`),
    'analytics/tokens?startDate=nonsense',
    'nothing/here',
  ]
  let [tried, underWay, isOver] = [0, 0, false]
  const failures: string[] = []
  const ask = (path: string): void => {
    underWay += 1
    const end = () => {
      underWay -= 1
    }
    const asked = get(
      `${url}/api/v1/${path}`,
      { agent, headers: { authorization: `Bearer ${keys.owner}` } },
      (reply) => {
        if ((reply.statusCode ?? 500) >= 500) failures.push(`${path}: ${reply.statusCode}`)
        reply.resume().on('close', end)
      },
    ).on('error', (error: NodeJS.ErrnoException) => {
      end()
      if (isOver) return
      // An idle connection may be closed at the moment at which it is used again.
      if (asked.reusedSocket && error.code === 'ECONNRESET') ask(path)
      else failures.push(`${path}: ${error.message}`)
    })
  }
  const startedAt = performance.now()
  /** What is kept, and the most that was resident, MiB, by tenths of the time. */
  const kept: number[] = []
  const most: number[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const told = /^kept ([\d.]+)/m.exec(text)
    if (told) kept.push(Math.round(Number(told[1])))
  })
  for (let turn = 0; performance.now() - startedAt < seconds * 1_000; turn++) {
    // As many as are due by now: a turn that came late is made up for. A machine that is too slow is asked as fast as it answers.
    const due = ((performance.now() - startedAt) / 1_000) * A_SECOND
    while (tried < due && underWay < A_SECOND) ask(paths[tried++ % paths.length] ?? '')
    await wait(100)
    if (turn % 10 !== 0) continue
    const mb = residentMb(child.pid ?? 0)
    const tenth = Math.min(9, Math.floor((performance.now() - startedAt) / (seconds * 100)))
    if (most[tenth] === undefined) child.kill('SIGUSR2')
    most[tenth] = Math.round(Math.max(most[tenth] ?? 0, mb))
  }
  isOver = true
  agent.destroy()
  child.kill()
  await once(child, 'exit')
  // The first is from before all kinds of requests were asked.
  const growth = (kept.at(-1) ?? Number.NaN) - (kept[1] ?? Number.NaN)
  const isBounded = growth <= MAX_GROWTH_MB && Math.max(...most) <= MAX_MB
  const grown = isBounded ? [] : [`${growth} MiB more are kept`]
  const figures = `${tried} requests in ${seconds} s, ${Math.round(tried / seconds)} a second; MiB kept, and most that were resident: ${kept.join(' ')}; ${most.join(' ')}`
  return { tried, broke: failures.length + grown.length, notes: [figures, ...grown, ...failures] }
}

/** @param minutes How long the service is asked in a whole trial. */
export const serviceFaults = (minutes: number): readonly Fault[] => [
  { name: 'service: memory at 200 requests a second', count: minutes * 60, run: memory },
]
