import type { ChildProcess } from 'node:child_process'
import { UnavailableError } from '../../src/service/db/db.ts'
import type { Store } from '../../src/service/store/store.ts'

/** Stops a process that synchronises a store. A process that is stopped in a write keeps an SQLite file locked. */
export const stopOutsideOfWrites = async (child: ChildProcess, store: Store): Promise<void> => {
  for (;;) {
    child.kill('SIGSTOP')
    try {
      await store.write(({ sync }) => sync.readSalt())
      return
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      child.kill('SIGCONT')
    }
  }
}
