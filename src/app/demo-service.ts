import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import type { KnownKind } from '../cache/ledger/ledger.ts'
import type { DemoSize } from '../commands/kit/world.ts'
import { type Credentials, DEMO_KEY } from '../config/credentials.ts'

/** A local service that lives as long as this process. */
export type DemoService = {
  credentials: Credentials
  /** Ids of resources that can be requested by id. */
  ids: Record<KnownKind, readonly string[]>
  stop: () => void
}

/** The JSON that the service prints when it listens. */
type ServiceStart = Pick<DemoService, 'ids'> & { url: string; keys: { owner: string } }

const MAX_START_MS = 60_000

/** The credentials of a demo organisation. */
export const demoCredentials = (url: string, apiKey: string): Credentials => ({
  baseUrl: url,
  appUrl: url,
  apiKey,
  keySource: DEMO_KEY,
})

/**
 * Starts the local service with a demo organisation in a separate process, so that creating and serving it never delays
 * a frame. It ends with this process, even after a crash, because it watches a pipe.
 */
export const startDemoService = (size: DemoSize, env: Env): Promise<DemoService> => {
  const launcher = fileURLToPath(new URL('./qd.js', import.meta.url))
  const args = ['serve', '--demo', '--port', '0', '--json', '--end-with-parent']
  for (const [name, value] of Object.entries(size)) if (value !== undefined) args.push(`--${name}`, String(value))
  // The demo must not get the keys and addresses of a real organisation.
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('QUARTERDECK_')))
  const child = spawn(process.execPath, [launcher, ...args], {
    env: own,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Run it in a process group of its own. Otherwise Ctrl-C in a pager, which signals our group, would end it.
    detached: process.platform !== 'win32',
  })
  const stop = () => {
    child.stdin.end()
    child.kill()
  }
  child.stdin.on('error', () => {})

  return new Promise((resolve, reject) => {
    let out = ''
    let problem = ''
    const fail = (why: string, cause?: unknown) => {
      clearTimeout(limit)
      stop()
      reject(
        new AppError('failed', `Couldn't start the demo: ${why}. Run qd serve --demo for details.`, {
          cause,
        }),
      )
    }
    const limit = setTimeout(() => fail(`it did not answer within ${MAX_START_MS / 1000} s`), MAX_START_MS)
    child.on('error', (error) => fail('no process could be started', error))
    child.on('exit', (code) => fail(problem.trim().split('\n').at(-1) || `it ended with status ${code}`))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problem = (problem + text).slice(-2000)
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const end = out.indexOf('\n')
      if (end < 0) return
      clearTimeout(limit)
      child.removeAllListeners('exit')
      const { url, keys, ids } = JSON.parse(out.slice(0, end)) as ServiceStart
      resolve({ credentials: demoCredentials(url, keys.owner), ids, stop })
    })
  })
}
