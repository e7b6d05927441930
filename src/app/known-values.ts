import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import type { KnownKind } from '../cache/ledger/ledger.ts'
import type { Ledger } from '../cache/ledger/open-ledger.ts'
import type { Candidate, LoadValues } from '../commands/completion/complete-words.ts'
import type { ValueKind } from '../commands/kit/option-row.ts'
import type { Credentials } from '../config/credentials.ts'
import { findCredentials } from '../config/keys/find-credentials.ts'
import { createKeychain } from '../config/keys/keychain.ts'
import { loadChosenProfile } from '../config/profiles/choose-profile.ts'
import { CRITERIA } from '../domain/readiness/criteria.ts'
import { memberPaths } from '../domain/settings-diff/value-at.ts'

/** Time limit for reading a key from the keychain during completion. */
const KEYCHAIN_MS = 80

const candidate = (word: string, help = ''): Candidate => ({ word, help })

/** The values of each kind on this machine: profiles, and names in the ledger. Sends and writes nothing. */
export const knownValues =
  (env: Env): LoadValues =>
  async (kind, profile) => {
    try {
      if (kind === 'profile') {
        const { listProfiles } = await import('../config/keys/list-profiles.ts')
        return (await listProfiles(env, profile)).map(({ name, baseUrl }) => candidate(name, baseUrl))
      }
      const fixed = FIXED[kind]
      if (fixed) return fixed
      const read = STORED[kind]
      const tenant = read && (await tenantOf(env, profile))
      if (!tenant) return []
      const { openOwnLedger } = await import('./open-own-ledger.ts')
      const { ledger } = openOwnLedger(tenant, { env, now: Date.now, mode: 'read' })
      const found = read(ledger)
      ledger.close()
      return found
    } catch (error) {
      // Completions print no errors. The command itself reports a wrong configuration.
      if (error instanceof AppError) return []
      throw error
    }
  }

const FIXED: Partial<Record<ValueKind, readonly Candidate[]>> = {
  screen: SCREEN_NAMES.map((name) => candidate(name)),
  range: ['7d', '14d', '30d', '90d', 'month', 'last month', 'all'].map((word) => candidate(word)),
  criterion: [...CRITERIA.keys()].map((id) => candidate(id)),
}

/** Maximum number of revisions to offer. */
const MAX_REVISIONS = 1_000

const revisionsIn = (ledger: Ledger): number[] => ledger.revisionNumbers(MAX_REVISIONS).numbers

const idsIn = (ledger: Ledger, kind: KnownKind) => ledger.knownIds(kind).map(({ id, name }) => candidate(id, name))

const STORED: Partial<Record<ValueKind, (ledger: Ledger) => Candidate[]>> = {
  revision: (ledger) => [
    candidate('latest'),
    candidate('latest~1'),
    ...revisionsIn(ledger).map((number) => candidate(String(number))),
  ],
  person: (ledger) => ledger.emails().map((email) => candidate(email)),
  setting: (ledger) => {
    const [newest] = revisionsIn(ledger)
    const settings = newest === undefined ? undefined : ledger.readRevision(newest)?.settings
    return memberPaths(settings).map((path) => candidate(path))
  },
  report: (ledger) => [
    candidate('latest'),
    candidate('latest~1'),
    ...ledger
      .readReports()
      .rows.flatMap(({ reportId, repoUrl }) => (reportId === undefined ? [] : candidate(reportId, repoUrl))),
  ],
  repository: (ledger) =>
    [...new Set(ledger.readReports().rows.flatMap(({ repoUrl }) => repoUrl ?? []))].map((url) => candidate(url)),
  computer: (ledger) => idsIn(ledger, 'computers'),
  'service account': (ledger) => idsIn(ledger, 'serviceAccounts'),
  'wiki run': (ledger) => [candidate('latest'), ...idsIn(ledger, 'wikiRuns')],
}

/** The credentials whose rows to read; undefined if finding them would run a helper, which may ask for a password. */
const tenantOf = async (env: Env, named: string | undefined): Promise<Credentials | undefined> => {
  const chosen = await loadChosenProfile(env, named)
  if (chosen.is === 'profile' && chosen.profile.helper !== undefined && !chosen.isKeyFromEnv) return undefined
  const keychain = createKeychain({ env, limitMs: KEYCHAIN_MS })
  const found = await findCredentials({ env, named, isReadOnly: false, keychain })
  return found.is === 'found' ? found.credentials : undefined
}
