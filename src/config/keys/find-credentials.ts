import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import {
  type Credentials,
  credentialsFromEnv,
  type HistoryCredentials,
  parseApiKey,
  READ_ONLY_RUN,
} from '../credentials.ts'
import { addressesOf, type ChosenProfile, historyUrlOf, loadChosenProfile } from '../profiles/choose-profile.ts'
import type { Keychain } from './keychain.ts'
import { historyOwnerOf, type KeyDeps, readProfileKey } from './profile-key.ts'

export type FindOptions = {
  env: Env
  /** The value of --profile. */
  named: string | undefined
  /** Reads the key from standard input, if --key-stdin is set. */
  readKey?: (() => Promise<string>) | undefined
  /** Whether --read-only is set. */
  isReadOnly: boolean
  keychain: Keychain
}

export type FoundCredentials = { is: 'none' } | { is: 'demo' } | { is: 'found'; credentials: Credentials }

/** The message if no organisation is configured. */
export const NOTHING_CONFIGURED =
  'No organisation is configured. Add one with qd profile add, set QUARTERDECK_BASE_URL and QUARTERDECK_API_KEY, or try qd demo.'

/**
 * Finds the addresses and keys of a run. The key comes from standard input, else from QUARTERDECK_API_KEY, else from the
 * profile; the key of a team's server from QUARTERDECK_HISTORY_API_KEY, else from the profile.
 *
 * @throws AppError that describes what to set or correct. Its message never contains a key.
 */
export const findCredentials = async (options: FindOptions): Promise<FoundCredentials> => {
  const { env, named, readKey, isReadOnly, keychain } = options
  const chosen = await loadChosenProfile(env, named)
  if (chosen.is === 'demo') {
    if (readKey) throw new AppError('usage', 'The demo has its own key: omit --key-stdin.')
    return chosen
  }
  const key = readKey && { text: await readKey(), source: '--key-stdin' }
  const whyRunIsReadOnly = isReadOnly ? READ_ONLY_RUN : undefined
  if (chosen.is !== 'profile') {
    const found = credentialsFromEnv(key ? { ...env, QUARTERDECK_API_KEY: parseApiKey(key.text, key.source) } : env)
    if (!found) return { is: 'none' }
    const shadowed =
      chosen.is === 'environment' && chosen.shadowed !== undefined
        ? `QUARTERDECK_BASE_URL overrides the profile ${chosen.shadowed}. Unset it or use --profile.`
        : undefined
    const source = key?.source ?? found.keySource
    const credentials = { ...found, keySource: source, isKeyQuickToRead: !key, shadowed, whyReadOnly: whyRunIsReadOnly }
    return { is: 'found', credentials }
  }
  const { name, profile, isKeyFromEnv } = chosen
  const fromEnv = isKeyFromEnv ? { text: env.QUARTERDECK_API_KEY ?? '', source: 'QUARTERDECK_API_KEY' } : undefined
  const { text, source } = key ?? fromEnv ?? (await readProfileKey(chosen, { env, keychain }))
  const history = await findHistory(chosen, { env, keychain })
  const readOnly = `the profile ${name} is read-only; use another one or remove its readOnly in config.json`
  const credentials: Credentials = {
    ...addressesOf(profile),
    apiKey: parseApiKey(text, source),
    keySource: source,
    history,
    isKeyQuickToRead:
      !key &&
      (isKeyFromEnv || isInFile(profile.helper, profile.keyIn)) &&
      (!history || chosen.isHistoryKeyFromEnv || isInFile(profile.historyHelper, profile.historyKeyIn)),
    profile: name,
    shadowed: key || !fromEnv ? undefined : `QUARTERDECK_API_KEY is used instead of the key of the profile ${name}.`,
    whyReadOnly: whyRunIsReadOnly ?? (profile.readOnly ? readOnly : undefined),
  }
  return { is: 'found', credentials }
}

const isInFile = (helper: string[] | undefined, keyIn: string | undefined): boolean =>
  helper === undefined && keyIn === 'file'

/** The team's server of a profile, with its own key; undefined if the profile names none. */
const findHistory = async (
  chosen: Extract<ChosenProfile, { is: 'profile' }>,
  deps: KeyDeps,
): Promise<HistoryCredentials | undefined> => {
  const url = historyUrlOf(chosen.profile)
  const owner = historyOwnerOf(chosen)
  if (url === undefined || !owner) return undefined
  const fromEnv = { text: deps.env.QUARTERDECK_HISTORY_API_KEY ?? '', source: 'QUARTERDECK_HISTORY_API_KEY' }
  const { text, source } = chosen.isHistoryKeyFromEnv ? fromEnv : await readProfileKey(owner, deps)
  return { url, apiKey: parseApiKey(text, source), keySource: source }
}
