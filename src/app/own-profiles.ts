import type { ProfileDraft, Profiles } from '../../screens/kit/session/profiles.ts'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { splitWords } from '../base/text.ts'
import { purgingClient } from '../cache/load/kit/purging-client.ts'
import { createClient } from '../client/client.ts'
import { tryConnection } from '../client/try-connection.ts'
import type { OpenedLedger } from '../commands/kit/world.ts'
import { parseAddress } from '../config/address.ts'
import { type Credentials, parseApiKey } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { findCredentials } from '../config/keys/find-credentials.ts'
import type { Keychain } from '../config/keys/keychain.ts'
import { listProfiles } from '../config/keys/list-profiles.ts'
import { readHelper, removeOtherKey, writeProfileKey } from '../config/keys/profile-key.ts'
import { addressesOf } from '../config/profiles/choose-profile.ts'
import { putProfile, readConfig } from '../config/profiles/config-file.ts'
import { parseProfileName } from '../config/profiles/profile-name.ts'
import { openOwnLedger } from './open-own-ledger.ts'

export type OwnProfilesOptions = {
  env: Env
  /** Unix ms. */
  now: () => number
  keychain: Keychain
  /** Whether the run sends no requests. */
  isOffline: boolean
  /** Whether --read-only is set, which applies to every profile. */
  isReadOnly: boolean
  /** Name of the explored profile; undefined if it comes from the environment only. */
  shown: string | undefined
  /** Ends the explorer and opens it again; undefined selects the demo. */
  reopen: (credentials: Credentials | undefined, notice: string | undefined) => void
}

/** The profiles of this user. */
export const createOwnProfiles = (options: OwnProfilesOptions): Omit<Profiles, 'check'> => {
  const { env, now, keychain, isOffline, isReadOnly, shown, reopen } = options
  const { configFile } = foldersOf(env)
  return {
    list: async () =>
      (await listProfiles(env, undefined)).map(({ name, baseUrl, key, readOnly }) => ({
        name,
        isShown: name === shown,
        baseUrl,
        key,
        isReadOnly: readOnly || isReadOnly,
      })),
    test: async (draft, signal) => {
      if (isOffline) throw new AppError('usage', 'Testing a profile needs the server: omit --offline.')
      const credentials = await credentialsOf(draft, env)
      const client = createClient({ credentials, env, now })
      let opened: OpenedLedger | undefined
      const openLedger = () => {
        opened ??= openOwnLedger(credentials, { env, now, mode: 'write' })
        return opened.ledger
      }
      try {
        return await tryConnection(purgingClient(client, openLedger), now(), { signal })
      } finally {
        await client.close()
        opened?.ledger.close()
      }
    },
    save: async (draft) => {
      const { name, baseUrl, appUrl, key } = parseDraft(draft)
      const { profiles = {} } = readConfig(configFile)
      // This dialog cannot ask whether a read-only profile should allow writes, so keep its setting.
      const old = Object.hasOwn(profiles, name) ? profiles[name] : undefined
      const isReadOnly = old?.readOnly ?? false
      // It has no field for a team's server either. With another address, the server would mirror another organisation.
      const { historyUrl, historyHelper } = old && addressesOf(old).baseUrl === baseUrl ? old : {}
      const fields = { baseUrl, appUrl, historyUrl, historyHelper, isReadOnly }
      if ('helper' in key) return void putProfile(configFile, name, { ...fields, helper: key.helper })
      const own = { name, profile: { baseUrl, appUrl } }
      // Write the key first: a profile without one is useless.
      await writeProfileKey(own, parseApiKey(key.text, 'the API key field'), key.in, { env, keychain })
      putProfile(configFile, name, { ...fields, keyIn: key.in })
      await removeOtherKey({ name }, key.in, { env, keychain })
    },
    open: async (name, notice) => {
      const found = await findCredentials({ env, named: name, isReadOnly, keychain })
      reopen(found.is === 'found' ? found.credentials : undefined, notice)
    },
  }
}

const parseDraft = ({ name, baseUrl, appUrl, key }: ProfileDraft) => ({
  name: parseProfileName(name),
  baseUrl: parseAddress(baseUrl, 'The address of the API'),
  appUrl: appUrl ? parseAddress(appUrl, 'The address of the application') : undefined,
  key: 'helper' in key ? { helper: parseHelper(key.helper) } : key,
})

const parseHelper = (text: string): string[] => {
  const words = splitWords(text)
  if (!words?.length) throw new AppError('usage', 'The helper is not a command. Example: pass show work/qd.')
  return words
}

const credentialsOf = async (draft: ProfileDraft, env: Env): Promise<Credentials> => {
  const { name, baseUrl, appUrl = baseUrl, key } = parseDraft(draft)
  const source = 'helper' in key ? `the helper of the profile ${name}` : 'the API key field'
  const text = 'helper' in key ? await readHelper(key.helper, { env, name: source }) : key.text
  return { baseUrl, appUrl, apiKey: parseApiKey(text, source), keySource: source }
}
