import { api } from './api/api.ts'
import { ciJobs } from './ci/ci-jobs.ts'
import { computersCreate } from './computers/computers-create.ts'
import { computersInstallDeps } from './computers/computers-install-deps.ts'
import { computersList } from './computers/computers-list.ts'
import { computersDelete, computersRestart } from './computers/computers-restart-and-delete.ts'
import { computersShow } from './computers/computers-show.ts'
import { computersUpdate } from './computers/computers-update.ts'
import { keysCreate } from './keys/keys-create.ts'
import { keysList } from './keys/keys-list.ts'
import { keysRevoke } from './keys/keys-revoke.ts'
import { knownIdCommands } from './known-ids/known-id-commands.ts'
import { wikiDelete } from './wiki/wiki-delete.ts'
import { wikiExport } from './wiki/wiki-export.ts'
import { wikiExtract } from './wiki/wiki-extract.ts'
import { wikiList } from './wiki/wiki-list.ts'
import { wikiPages } from './wiki/wiki-pages.ts'
import { wikiShow } from './wiki/wiki-show.ts'

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
