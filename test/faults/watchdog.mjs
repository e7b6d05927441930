// Loaded into the explorer under trial (node --import): appends to WATCHDOG_FILE, one JSON object a line, what its event loop does
// while it does not turn for STALL_MS, and each long gap between two turns.
import { appendFileSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { isatty } from 'node:tty'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const STALL_MS = 500
const BEAT_MS = 20
/** A gap of this length is written. */
const LONG_MS = 100
const FRAMES = 12

const { pid } = process
/** The main thread's, whose id is that of the process. Linux only. */
const readThread = (name) => readFileSync(`/proc/self/task/${pid}/${name}`, 'latin1').trim()
const write = (record) => appendFileSync(process.env.WATCHDOG_FILE, `${JSON.stringify(record)}\n`)

/** Wall time, time on a core and time in the queue for one, ms. In the rest of the wall time the thread is blocked. */
const readTimes = () => {
  const [cpuNs, queuedNs] = readThread('schedstat').split(' ').map(Number)
  return { wallMs: performance.now(), cpuMs: cpuNs / 1e6, queuedMs: queuedNs / 1e6 }
}

const beat = () => {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: { beats }, execArgv: [] })
  worker.unref()
  let last = readTimes()
  const turn = () => {
    Atomics.add(beats, 0, 1)
    const now = readTimes()
    const gap = { atMs: Date.now(), startMs: last.wallMs }
    for (const name of ['wallMs', 'cpuMs', 'queuedMs']) gap[name] = Math.round((now[name] - last[name]) * 10) / 10
    last = now
    if (gap.wallMs >= LONG_MS) write({ is: 'gap', ...gap })
  }
  setInterval(turn, BEAT_MS).unref()
  process.on('exit', turn)
}

/**
 * In a thread of its own: looks at the main thread when it has not turned for STALL_MS, and again after twice as long each time, as
 * looking holds it up until this thread gets a core.
 */
const watch = ({ beats }) => {
  let seen = 0
  let seenAt = performance.now()
  let lookAfterMs = STALL_MS
  setInterval(() => {
    const now = Atomics.load(beats, 0)
    if (now !== seen) {
      seen = now
      seenAt = performance.now()
      lookAfterMs = STALL_MS
    } else if (now > 0 && performance.now() - seenAt >= lookAfterMs) {
      lookAfterMs *= 2
      writeStack()
    }
  }, BEAT_MS)
}

/** Names of the programs that the main thread has started and that still run. */
const childNames = () =>
  readThread('children')
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => {
      try {
        return [readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(-60)]
      } catch {
        return []
      }
    })

let isAsking = false
const writeStack = () => {
  // What it does in the kernel, before it is held up: R runs or wants to, S waits for what wchan names, D for a disk.
  const state = readThread('stat').replace(/^.*\) /, '')[0]
  const load = readFileSync('/proc/loadavg', 'latin1').trim()
  write({ is: 'stalled', atMs: Date.now(), state, wchan: readThread('wchan'), load, children: childNames() })
  if (isAsking) return
  isAsking = true
  const files = new Map()
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url.split('/').at(-1)))
  session.on('Debugger.paused', ({ params }) => {
    const stack = params.callFrames.slice(0, FRAMES).map(({ functionName, location }) => {
      const { scriptId, lineNumber, columnNumber } = location
      return `${functionName || '(anonymous)'} ${files.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1}`
    })
    session.post('Debugger.resume')
    session.disconnect()
    write({ is: 'stack', atMs: Date.now(), stack })
    isAsking = false
  })
  session.post('Debugger.enable')
  // In native code it is held up only when that returns: the stack is then the one that called it.
  session.post('Debugger.pause')
}

if (!isMainThread && workerData?.beats) watch(workerData)
else if (isMainThread && isatty(0) && process.env.WATCHDOG_FILE) beat()
