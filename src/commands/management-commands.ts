import { api } from './api/api.ts'
import { ciJobs } from './ci/ci-jobs.ts'
import {
  computersCreate,
  computersDelete,
  computersInstallDeps,
  computersRestart,
  computersUpdate,
} from './computers/computers-change.ts'
import { computersList, computersShow } from './computers/computers-list.ts'
import { keysCreate, keysRevoke } from './keys/keys-change.ts'
import { keysList } from './keys/keys-list.ts'
import type { Command } from './kit/command.ts'
import { knownIdCommands } from './known-ids/known-id-commands.ts'
import { wikiDelete, wikiExport, wikiExtract, wikiPages } from './wiki/wiki-archives.ts'
import { wikiList, wikiShow } from './wiki/wiki-list.ts'

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
