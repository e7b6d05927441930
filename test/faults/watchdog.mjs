// Loaded into the explorer under trial (node --import): appends to WATCHDOG_FILE, one JSON object a line, each long gap between two
// iterations of its event loop, and its stack if no iteration has ended for STALL_MS.
import { appendFileSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { isatty } from 'node:tty'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const STALL_MS = 500
const BEAT_MS = 20
/** Gaps of this length are written. */
const LONG_MS = 100
const FRAMES = 12

const write = (record) => appendFileSync(process.env.WATCHDOG_FILE, `${JSON.stringify(record)}\n`)

/** Wall time of the main thread, its time on a core and in the queue for one, ms; otherwise it is blocked. Linux only. */
const readTimes = () => {
  const schedstat = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1')
  const [cpuNs, queuedNs] = schedstat.split(' ').map(Number)
  return { wallMs: performance.now(), cpuMs: cpuNs / 1e6, queuedMs: queuedNs / 1e6 }
}

const beat = () => {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  new Worker(new URL(import.meta.url), { workerData: { beats }, execArgv: [] }).unref()
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

/** Runs in a separate thread and writes the stack of the main thread, once per stall. */
const watch = ({ beats }) => {
  let [seen, seenAt, isWritten] = [0, 0, false]
  setInterval(() => {
    const now = Atomics.load(beats, 0)
    if (now !== seen) [seen, seenAt, isWritten] = [now, performance.now(), false]
    else if (now > 0 && !isWritten && performance.now() - seenAt >= STALL_MS) {
      isWritten = true
      writeStack()
    }
  }, BEAT_MS)
}

const writeStack = () => {
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
  })
  session.post('Debugger.enable')
  // If the main thread is in native code, it pauses when that code returns, so the stack is that of the caller.
  session.post('Debugger.pause')
}

if (!isMainThread && workerData?.beats) watch(workerData)
else if (isMainThread && isatty(0) && process.env.WATCHDOG_FILE) beat()
