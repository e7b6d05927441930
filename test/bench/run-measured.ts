import { spawn } from 'node:child_process'
import { createReadStream, readFileSync } from 'node:fs'

/** How long a program ran, the CPU of all its threads, and the most memory it had. */
export type Ran = { ms: number; cpuMs: number; megabytes: number }

export type RunMeasuredOptions = {
  /** Besides those of this process. */
  env?: Record<string, string>
  /** File that is its standard input. @default an empty one */
  input?: string
  /** Statuses that are no failure. @default 0 alone */
  statuses?: readonly number[]
  /** Milliseconds after which it is ended, which is a failure. @default none */
  limitMs?: number
}

/** Runs a program to its end; what it prints goes nowhere. @throws Error with its problem when it fails or is not there. */
export const runMeasured = (
  command: string,
  args: readonly string[],
  { env = {}, input, statuses = [0], limitMs }: RunMeasuredOptions = {},
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: limitMs,
    })
    let words = ''
    child.stdout.resume()
    child.stderr.on('data', (text) => (words += text))
    child.stdin.on('error', () => {})
    if (input === undefined) child.stdin.end()
    else createReadStream(input).pipe(child.stdin)
    let [megabytes, cpuMs] = [0, 0]
    const timer = setInterval(() => {
      megabytes = Math.max(megabytes, peakOf(child.pid))
      cpuMs = Math.max(cpuMs, cpuOf(child.pid))
    }, 5)
    child.on('error', (error) => {
      clearInterval(timer)
      reject(error)
    })
    child.on('exit', (code) => {
      clearInterval(timer)
      if (statuses.includes(code ?? -1)) resolve({ ms: performance.now() - startedAt, cpuMs, megabytes })
      else reject(new Error(`${command} ended with status ${code}: ${words}`))
    })
  })

const read = (pid: number | undefined, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** The most memory that a process has had, which is kept by Linux alone; 0 elsewhere. */
export const peakOf = (pid: number | undefined): number => memoryOf(pid, 'VmHWM')

/** The memory that a process has now, in the same way. */
export const residentOf = (pid: number | undefined): number => memoryOf(pid, 'VmRSS')

const memoryOf = (pid: number | undefined, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1] ?? 0) / 1000

/** In ticks of a hundredth of a second, from behind the name, which may hold spaces. */
const cpuOf = (pid: number | undefined): number => {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}
