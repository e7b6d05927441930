import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault, Outcome } from './fault.ts'

const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const A_SECOND = 200
/** Growth after the first tenth of the time, MiB. */
const MOST_GROWTH_MB = 60

/** Resident memory of a process, MiB. Linux only. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** @param seconds How long. */
const memory = async (seconds: number): Promise<Outcome> => {
  const child = spawn(process.execPath, [program, 'serve', '--demo', '--port', '0', '--json', '--end-with-parent'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [said] = await once(child.stdout, 'data')
  const { url, keys } = JSON.parse(String(said))
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const paths = [
    ...['tokens', 'tools', 'activity', 'users'].map((name) => `analytics/${name}?startDate=${day}&endDate=${day}`),
    'analytics/tokens?startDate=nonsense',
    'nothing/here',
  ]
  let [tried, failed, underWay] = [0, 0, 0]
  const ask = (): void => {
    underWay += 1
    const path = paths[tried % paths.length]
    tried += 1
    const end = () => {
      underWay -= 1
    }
    get(`${url}/api/v1/${path}`, { agent, headers: { authorization: `Bearer ${keys.owner}` } }, (reply) => {
      if ((reply.statusCode ?? 500) >= 500) failed += 1
      reply.resume().on('close', end)
    }).on('error', () => {
      failed += 1
      end()
    })
  }
  const startedAt = performance.now()
  let early = 0
  let most = 0
  for (let turn = 0; performance.now() - startedAt < seconds * 1_000; turn++) {
    // A machine that is too slow is asked as fast as it answers.
    if (underWay < A_SECOND) for (let each = 0; each < A_SECOND / 10; each++) ask()
    await wait(100)
    if (turn % 10 !== 0) continue
    const mb = residentMb(child.pid ?? 0)
    if (performance.now() - startedAt < seconds * 100 + 5_000) early = Math.max(early, mb)
    most = Math.max(most, mb)
  }
  // Those that are cut off here have not failed.
  const broke = failed
  agent.destroy()
  child.kill()
  await once(child, 'exit')
  const hasGrown = most - early > MOST_GROWTH_MB
  const took = `${tried} requests in ${seconds} s`
  return {
    tried,
    broke: broke + (hasGrown ? 1 : 0),
    notes: [`${took}: ${Math.round(early)} MiB in the first tenth, at most ${Math.round(most)} MiB`],
  }
}

/** @param minutes How long the service is asked in a whole trial. */
export const serviceFaults = (minutes: number): readonly Fault[] => [
  { name: 'service: memory at 200 requests a second', count: minutes * 60, run: memory },
]
