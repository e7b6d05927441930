/** Imports a folder into a data file and says each file it has gone through, so that a test can kill it in the middle. */
import { importFolder } from '../../../src/service/import/import-folder.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { NOW } from '../test-service.ts'

const [, , data = '', folder = '', pauseAfter = ''] = process.argv
const store = createStore(data)
importFolder(
  store,
  folder,
  () => NOW,
  (name) => {
    process.stdout.write(`${name}\n`)
    // Holds still with the transaction open until it is killed.
    if (name === pauseAfter) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
)
store.close()
process.stdout.write('done\n')
