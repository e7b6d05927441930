import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { type KeptNames, readKeptNames } from '../cache/ledger/kept-names.ts'
import type { KnownKind } from '../cache/ledger/ledger.ts'
import type { Candidate, LiveValues } from '../commands/completion/complete-words.ts'
import type { ValueKind } from '../commands/kit/option-row.ts'
import type { Credentials } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { findCredentials } from '../config/keys/find-credentials.ts'
import { createKeychain } from '../config/keys/keychain.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'
import { loadChosenProfile } from '../config/profiles/choose-profile.ts'
import { CRITERIA } from '../domain/readiness/criteria.ts'
import { memberPaths } from '../domain/settings-diff/value-at.ts'

/** A key that takes longer to find than somebody waits for a Tab is done without. */
const KEYCHAIN_MS = 80

const candidate = (word: string, help = ''): Candidate => ({ word, help })

/** What this machine knows of each kind of value: its profiles, and names in the ledger. Nothing is sent or written. */
export const knownValues =
  (env: Env): LiveValues =>
  async (kind, profile) => {
    try {
      if (kind === 'profile') {
        const { listProfiles } = await import('../config/keys/list-profiles.ts')
        return (await listProfiles(env, profile)).map(({ name, baseUrl }) => candidate(name, baseUrl))
      }
      const fixed = FIXED[kind]
      if (fixed) return fixed
      const look = KEPT[kind]
      const known = KNOWN[kind]
      const tenant = (look || known) && (await tenantOf(env, profile))
      if (!tenant) return []
      if (known) return await knownIds(known, tenant, env)
      if (!look) return []
      const { cacheFile, saltFile } = foldersOf(env)
      return readKeptNames({ path: cacheFile, salt: loadMachineSalt(saltFile).salt, tenant }, look, [])
    } catch (error) {
      // A wrong configuration is told by the command itself; a Tab says nothing.
      if (error instanceof AppError) return []
      throw error
    }
  }

const FIXED: Partial<Record<ValueKind, readonly Candidate[]>> = {
  screen: SCREEN_NAMES.map((name) => candidate(name)),
  range: ['7d', '14d', '30d', '90d', 'month', 'last month', 'all'].map((word) => candidate(word)),
  criterion: [...CRITERIA.keys()].map((id) => candidate(id)),
}

const KEPT: Partial<Record<ValueKind, (names: KeptNames) => Candidate[]>> = {
  revision: (names) => [
    candidate('latest'),
    candidate('latest~1'),
    ...names.revisions().map((number) => candidate(String(number))),
  ],
  person: (names) => names.people().map((email) => candidate(email)),
  setting: (names) => memberPaths(names.newestSettings()).map((path) => candidate(path)),
  report: (names) => [
    candidate('latest'),
    candidate('latest~1'),
    ...names.reports().flatMap(({ id, repoUrl }) => (id === undefined ? [] : candidate(id, repoUrl))),
  ],
  repository: (names) =>
    [...new Set(names.reports().flatMap(({ repoUrl }) => repoUrl ?? []))].map((url) => candidate(url)),
}

const KNOWN: Partial<Record<ValueKind, KnownKind>> = {
  computer: 'computers',
  'service account': 'serviceAccounts',
  'wiki run': 'wikiRuns',
}

const knownIds = async (kind: KnownKind, credentials: Credentials, env: Env): Promise<Candidate[]> => {
  const { openOwnLedger } = await import('./open-own-ledger.ts')
  const { ledger } = openOwnLedger(credentials, { env, now: Date.now, mode: 'read' })
  const ids = ledger.knownIds(kind).map(({ id, name }) => candidate(id, name))
  ledger.close()
  return kind === 'wikiRuns' ? [candidate('latest'), ...ids] : ids
}

/** Whose rows to look at; undefined where that would run somebody's helper, which may ask for a password. */
const tenantOf = async (env: Env, named: string | undefined): Promise<Credentials | undefined> => {
  const chosen = await loadChosenProfile(env, named)
  if (chosen.is === 'profile' && chosen.profile.helper !== undefined && !chosen.isKeyFromEnv) return undefined
  const keychain = createKeychain({ env, limitMs: KEYCHAIN_MS })
  const found = await findCredentials({ env, named, isReadOnly: false, keychain })
  return found.is === 'found' ? found.credentials : undefined
}
