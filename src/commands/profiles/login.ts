import { AppError, usageError } from '../../base/errors.ts'
import { deleteKeyData } from '../../cache/ledger/clear-ledger.ts'
import { ownerOf } from '../../cache/ledger/partition.ts'
import { type Trial, tryConnection } from '../../client/try-connection.ts'
import { parseApiKey } from '../../config/credentials.ts'
import { countEntered, deleteEntered } from '../../config/entered-file.ts'
import { foldersOf } from '../../config/folders.ts'
import {
  describeKeyPlace,
  historyOwnerOf,
  type KeyOwner,
  readProfileKey,
  removeProfileKeys,
} from '../../config/keys/profile-key.ts'
import { storeKey } from '../../config/keys/store-key.ts'
import { loadMachineSalt } from '../../config/machine-salt.ts'
import { deleteExplorerState } from '../../config/own-memory.ts'
import {
  addressesOf,
  historyUrlOf,
  loadChosenProfile,
  type NamedProfile,
} from '../../config/profiles/choose-profile.ts'
import { changeConfig, checkConfigChange } from '../../config/profiles/config-file.ts'
import type { Config } from '../../config/profiles/config-schema.ts'
import { confirm, yesOption } from '../kit/change.ts'
import { command, type Deps, textFormats } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import { noteTo } from '../kit/notes.ts'
import { printDone } from '../output/print-rows.ts'

const readKey = async ({ name, profile, isHistory }: KeyOwner, deps: Deps): Promise<string> => {
  const { globals, readInput, askSecret, hide } = deps
  const what = isHistory ? `Key of the team's server of ${name}` : `API key of ${name}`
  const question = `${what}, for ${addressesOf(profile).baseUrl} (not echoed): `
  const typed = globals.isKeyFromStdin ? await readInput() : await askSecret(question)
  if (typed === undefined) throw usageError('No key was given. Without a terminal, pipe it into qd login --key-stdin.')
  const key = parseApiKey(typed, globals.isKeyFromStdin ? '--key-stdin' : 'the entered key')
  hide(key)
  return key
}

/**
 * Tests a key at its own addresses only.
 *
 * @throws AppError of the first address that rejects the key; nothing is stored then.
 */
const testKey = async ({ profile }: KeyOwner, apiKey: string, deps: Deps): Promise<readonly Trial[]> => {
  const client = await deps.connect({ ...addressesOf(profile), apiKey, keySource: 'qd login' })
  try {
    const trials = await tryConnection(client, deps.now(), callOptions(deps))
    for (const { error } of trials) if (error) throw error
    return trials
  } finally {
    await client.close()
  }
}

export const login = command({
  name: 'login',
  summary: 'Store the API key of a profile',
  description:
    'Tests the key at the two addresses of the profile before storing it, and sends it nowhere else. If the keychain fails, qd offers to store the key in a file; --yes accepts. With --history, the key is for historyUrl instead.',
  options: [
    { flags: '--history', help: "store the key of the team's server" },
    { flags: '--keep <place>', help: 'where to store the key (default: keychain)', choices: ['keychain', 'file'] },
    { flags: '--no-test', help: 'store the key without checking it' },
    yesOption,
  ],
  ...textFormats,
  globals: { '--read-only': false },
  examples: ['login', 'login --profile acme --key-stdin < key.txt', 'login --history --keep file'],
  run: async ({ options: { keep: place, test: isTested, yes: isYes, history: isHistory } }, deps) => {
    const own = ownerToLogIn(await ownProfile(deps), isHistory)
    const key = await readKey(own, deps)
    const trials = isTested ? await testKey(own, key, deps) : []
    const agree = async ({ message }: AppError, file: string): Promise<void> => {
      noteTo(deps.err, message)
      await confirm(`Store the key unencrypted in ${file}, which only you can read?`, isYes, deps)
    }
    const storedIn = await storeKey(own, key, { place, agree }, deps)
    const where = describeKeyPlace(storedIn, own, deps.env)
    const what = isHistory ? `The key of the team's server of ${own.name}` : `The key of the profile ${own.name}`
    const keyIn = isHistory ? { historyKeyIn: storedIn } : { keyIn: storedIn }
    printDone(`${what} is stored in ${where}.`, { profile: own.name, ...keyIn }, deps)
    for (const { host, isLimited } of trials)
      if (isLimited)
        noteTo(deps.err, `The key cannot read ${host === 'api' ? 'usage analytics' : 'readiness reports'}.`)
    const variable = isHistory ? 'QUARTERDECK_HISTORY_API_KEY' : 'QUARTERDECK_API_KEY'
    if (deps.env[variable])
      noteTo(deps.err, `${variable} is set and overrides the stored key: unset it to use the stored key.`)
  },
})

/** @throws AppError of kind `usage` if the profile has no team server, or if a helper prints the key. */
const ownerToLogIn = (named: NamedProfile, isHistory: boolean): KeyOwner => {
  const owner = isHistory ? historyOwnerOf(named) : named
  if (!owner)
    throw usageError(
      `The profile ${named.name} names no team server: set its historyUrl with qd profile add --history-url.`,
    )
  const { helper } = owner.profile
  if (helper !== undefined)
    throw usageError(
      `The profile ${named.name} gets ${isHistory ? "the key of its team's server" : 'its key'} from the helper ${helper[0]}: change the key there.`,
    )
  return owner
}

export const logout = command({
  name: 'logout',
  summary: "Delete a profile's keys, cache and added ids",
  ...textFormats,
  isLocal: true,
  globals: { '--profile': true },
  examples: ['logout', 'logout --profile acme'],
  run: async (_options, deps) => {
    const own = await ownProfile(deps)
    const { helper, historyUrl, historyHelper } = own.profile
    if (helper !== undefined && (historyUrl === undefined || historyHelper !== undefined)) ownerToLogIn(own, false)
    const { configFile } = foldersOf(deps.env)
    const change = ({ profiles = {} }: Config): void => {
      delete profiles[own.name]?.keyIn
      delete profiles[own.name]?.historyKeyIn
    }
    // Before the key is removed, which cannot be taken back.
    checkConfigChange(configFile, change)
    await removeKeys(own, deps)
    changeConfig(configFile, change)
    printDone(`Removed the key of the profile ${own.name}.`, { profile: own.name }, deps)
  },
})

/** Deletes the keys of a profile and its stored data. */
export const removeKeys = async (named: NamedProfile, deps: Deps): Promise<void> => {
  await deleteStoredData(named, deps)
  const keychainError = await removeProfileKeys(named, deps)
  if (keychainError !== undefined)
    noteTo(deps.err, `${keychainError} If it has a key of ${named.name}, remove that key there.`)
}

/**
 * Deletes the cached data of a profile's key, the ids added with it, and the saved state of its explorer. Without the
 * key, the profile's rows cannot be identified. They remain, invisible to other keys, and a note says so.
 */
const deleteStoredData = async (named: NamedProfile, { env, keychain, err, hide }: Deps): Promise<void> => {
  const { cacheFile, enteredFile, saltFile } = foldersOf(env)
  const readStoredKey = async (from: KeyOwner): Promise<string> => {
    const { text } = await readProfileKey(from, { env, keychain })
    hide(text)
    return parseApiKey(text, 'API key')
  }
  try {
    const credentials = { ...addressesOf(named.profile), apiKey: await readStoredKey(named) }
    const { salt } = loadMachineSalt(saltFile)
    const owner = ownerOf(salt, credentials)
    // Data that was cached before the profile named a team's server is in a partition of the first key only.
    deleteKeyData(cacheFile, salt, credentials)
    const [url, from] = [historyUrlOf(named.profile), historyOwnerOf(named)]
    if (url !== undefined && from) {
      const apiKey = await readStoredKey(from)
      deleteKeyData(cacheFile, salt, { ...credentials, history: { url, apiKey } })
    }
    deleteExplorerState(env, owner)
    try {
      deleteEntered(enteredFile, owner)
    } catch (error) {
      noteTo(
        err,
        `The ids that you added could not be deleted (${(error as Error).message}): delete ${enteredFile} yourself.`,
      )
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { ids, exports } = countEntered(enteredFile)
    const added = ids + exports > 0 ? ` Ids that you added remain in ${enteredFile}.` : ''
    noteTo(err, `${error.message} Its cached data remains until qd cache clear.${added}`)
  }
}

/**
 * The profile that a command changes: the one in --profile, else the current one.
 *
 * @throws AppError of kind `usage` for the demo, for the environment, and without a profile.
 */
const ownProfile = async ({ env, globals }: Pick<Deps, 'env' | 'globals'>): Promise<NamedProfile> => {
  const chosen = await loadChosenProfile(env, globals.profile)
  if (chosen.is === 'demo') throw usageError('The demo has its own key: choose another profile.')
  if (chosen.is === 'none')
    throw usageError('Keys are stored per profile, and there is no profile: add one with qd profile add.')
  if (chosen.is === 'environment')
    throw usageError(
      'Keys are stored per profile, and QUARTERDECK_* variables are in use: choose a profile with --profile.',
    )
  const { name, profile } = chosen
  return { name, profile }
}
