import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository, and the program that `npm run build` writes. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
export const builtProgram = `${root}dist/qd.js`

export type Env = Readonly<Record<string, string | undefined>>
export type Ran = { code: number | null; out: string; err: string }

/** Waits until a process has ended, and collects its output. */
export const outputOf = async (child: ChildProcess): Promise<Ran> => {
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => (ran.out += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (ran.err += text))
  ;[ran.code] = await once(child, 'close')
  return ran
}

/** Runs the built program in this environment, with this standard input. */
export const runBuilt = (args: readonly string[], env: Env, input: string | Buffer = ''): Promise<Ran> => {
  const child = spawn(process.execPath, [builtProgram, ...args], { env })
  // The program may exit before it has read all of its input.
  child.stdin.on('error', () => {}).end(input)
  return outputOf(child)
}

export type DemoService = { url: string; key: string; pid: number; stop: () => void }

/** Serves the demo in a process of its own, which ends with this one. @param size - `--users`, `--days` */
export const serveDemo = async (...size: string[]): Promise<DemoService> => {
  const args = [builtProgram, 'serve', '--demo', '--port', '0', '--json', '--end-with-parent', ...size]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { url, keys } = JSON.parse(String(line))
  return { url, key: keys.owner, pid: child.pid ?? 0, stop: () => void child.kill() }
}

/** Starts a server on a free port of this machine; returns its address as `127.0.0.1:PORT`. */
export const listen = async (server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `127.0.0.1:${address.port}`
}

/** Runs a function in an empty folder, then removes it. */
export const withFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
