import { api } from './api/api.ts'
import { ciJobs } from './ci/ci-jobs.ts'
import {
  computersCreate,
  computersDelete,
  computersInstallDeps,
  computersList,
  computersRestart,
  computersShow,
  computersUpdate,
} from './computers/computers.ts'
import { keysCreate, keysList, keysRevoke } from './keys/keys.ts'
import { knownIdCommands } from './known-ids/known-id-commands.ts'
import { wikiDelete, wikiExport, wikiExtract, wikiList, wikiPages, wikiShow } from './wiki/wiki.ts'

const knownComputers = knownIdCommands({ group: 'computers', kind: 'computers', what: 'computer' })
const knownAccounts = knownIdCommands({ group: 'keys', kind: 'serviceAccounts', what: 'service account' })
const knownWikiRuns = knownIdCommands({ group: 'wiki', kind: 'wikiRuns', what: 'wiki run' })

/** What administrators look at and change. */
export const managementCommands = {
  'computers list': computersList,
  'computers show': computersShow,
  'computers add': knownComputers.add,
  'computers forget': knownComputers.forget,
  'computers update': computersUpdate,
  'computers install-deps': computersInstallDeps,
  'computers create': computersCreate,
  'computers restart': computersRestart,
  'computers delete': computersDelete,
  'keys list': keysList,
  'keys add': knownAccounts.add,
  'keys forget': knownAccounts.forget,
  'keys create': keysCreate,
  'keys revoke': keysRevoke,
  'wiki list': wikiList,
  'wiki show': wikiShow,
  'wiki add': knownWikiRuns.add,
  'wiki forget': knownWikiRuns.forget,
  'wiki export': wikiExport,
  'wiki pages': wikiPages,
  'wiki extract': wikiExtract,
  'wiki delete': wikiDelete,
  'ci jobs': ciJobs,
  api,
}
