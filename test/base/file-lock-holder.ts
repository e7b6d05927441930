// Another program that takes a lock and holds it until it is to let go; file-lock.test.ts starts it as a thread.
import { parentPort, workerData } from 'node:worker_threads'
import { withFileLock } from '../../src/base/file-lock.ts'

/** The state of the thread: 0 not there yet, 1 ready, 2 to take the lock, 3 it holds the lock, 4 to let go, 5 it has let go. */
const { path, state } = workerData as { path: string; state: Int32Array }

const go = (to: number): void => {
  Atomics.store(state, 0, to)
  Atomics.notify(state, 0)
}

go(1)
parentPort?.postMessage('ready')
Atomics.wait(state, 0, 1)
withFileLock(path, () => {
  go(3)
  Atomics.wait(state, 0, 3)
})
go(5)
