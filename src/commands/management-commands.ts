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
import type { Command } from './kit/command.ts'
import { knownIdCommands } from './known-ids/known-id-commands.ts'
import { wikiDelete, wikiExport, wikiExtract, wikiList, wikiPages, wikiShow } from './wiki/wiki.ts'

/** What administrators look at and change. */
export const managementCommands: readonly Command[] = [
  computersList,
  computersShow,
  ...knownIdCommands('computers', 'computers', 'computer'),
  computersUpdate,
  computersInstallDeps,
  computersCreate,
  computersRestart,
  computersDelete,
  keysList,
  ...knownIdCommands('keys', 'serviceAccounts', 'service account'),
  keysCreate,
  keysRevoke,
  wikiList,
  wikiShow,
  ...knownIdCommands('wiki', 'wikiRuns', 'wiki run'),
  wikiExport,
  wikiPages,
  wikiExtract,
  wikiDelete,
  ciJobs,
  api,
]
