import { AppError } from '../../base/errors.ts'
import { forgetKey } from '../../cache/ledger/clear-ledger.ts'
import { ownerOf } from '../../cache/ledger/partition.ts'
import { type Trial, tryConnection } from '../../client/try-connection.ts'
import { parseApiKey } from '../../config/credentials.ts'
import { countEntered, deleteEntered } from '../../config/entered-file.ts'
import { foldersOf } from '../../config/folders.ts'
import { keepKey } from '../../config/keys/keep-key.ts'
import { keyPlaceOf, readProfileKey, removeProfileKey } from '../../config/keys/profile-key.ts'
import { loadMachineSalt } from '../../config/machine-salt.ts'
import { forgetMemory } from '../../config/own-memory.ts'
import { addressesOf, loadChosenProfile, type NamedProfile } from '../../config/profiles/choose-profile.ts'
import { changeConfig } from '../../config/profiles/config-file.ts'
import { confirm, yesOption } from '../kit/change.ts'
import { command, type Deps, textFormats } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import { noteTo } from '../kit/notes.ts'
import { printDone } from '../output/print-rows.ts'

const readKey = async ({ name, profile }: NamedProfile, deps: Deps): Promise<string> => {
  const { globals, readInput, askSecret, hide } = deps
  const question = `API key of ${name}, for ${addressesOf(profile).baseUrl} (it is not shown): `
  const typed = globals.isKeyOnInput ? await readInput() : await askSecret(question)
  if (typed === undefined)
    throw new AppError('usage', 'No key was given: pipe it into qd login --key-stdin where there is no terminal.')
  const key = parseApiKey(typed, globals.isKeyOnInput ? '--key-stdin' : 'what was typed')
  hide(key)
  return key
}

/** @throws AppError of the first address that does not take the key; nothing has been kept then. */
const testKey = async ({ profile }: NamedProfile, apiKey: string, deps: Deps): Promise<readonly Trial[]> => {
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
  summary: 'Keep the key of a profile, in the system keychain or in a file',
  description:
    'Asks both addresses whether they know the key before it is kept. It is sent to these two only. Where the keychain fails, a file is offered, which --yes agrees to.',
  options: [
    { flags: '--keep <place>', help: 'where the key is kept (default: the keychain)', choices: ['keychain', 'file'] },
    { flags: '--no-test', help: 'keep the key without asking the two addresses whether they know it' },
    yesOption,
  ],
  ...textFormats,
  examples: ['login', 'login --profile acme --key-stdin < key.txt', 'login --keep file'],
  run: async ({ options: { keep: place, test: isTested, yes: isYes } }, deps) => {
    const own = await ownProfile(deps)
    const key = await readKey(own, deps)
    const trials = isTested ? await testKey(own, key, deps) : []
    const agree = async ({ message }: AppError, file: string): Promise<void> => {
      noteTo(deps.err, message)
      await confirm(`Keep the key unencrypted in ${file}, which only you can read?`, isYes, deps)
    }
    const kept = await keepKey(own, key, { place, agree }, deps)
    const where = keyPlaceOf(kept, own.name, deps.env)
    printDone(`The key of the profile ${own.name} is kept in ${where}.`, { profile: own.name, keyIn: kept }, deps)
    for (const { host, isLimited } of trials)
      if (isLimited)
        noteTo(deps.err, `The key may not see ${host === 'api' ? 'usage analytics' : 'readiness reports'}.`)
    if (deps.env.QUARTERDECK_API_KEY)
      noteTo(deps.err, 'QUARTERDECK_API_KEY is set and goes before a kept key: unset it to use this one.')
  },
})

export const logout = command({
  name: 'logout',
  summary: 'Delete the kept key of a profile, its cache and added ids',
  ...textFormats,
  examples: ['logout', 'logout --profile acme'],
  run: async (_options, deps) => {
    const own = await ownProfile(deps)
    await removeKey(own, deps)
    changeConfig(foldersOf(deps.env).configFile, ({ profiles = {} }) => {
      delete profiles[own.name]?.keyIn
    })
    printDone(`No key of the profile ${own.name} is kept any more.`, { profile: own.name }, deps)
  },
})

/** Deletes the key of a profile, and what is stored for it. */
export const removeKey = async (named: NamedProfile, deps: Deps): Promise<void> => {
  await forgetStored(named, deps)
  const trouble = await removeProfileKey(named, deps)
  if (trouble !== undefined) noteTo(deps.err, `${trouble} If it holds a key of ${named.name}, remove it there.`)
}

/**
 * Deletes what the cache on disk holds for the key of a profile, ids added under it, and what is remembered of its explorer. Where
 * the key cannot be had, it cannot be told which rows are its own: they stay, where no other key shows them, and that is said.
 */
const forgetStored = async (named: NamedProfile, { env, keychain, err, hide }: Deps): Promise<void> => {
  const { cacheFile, enteredFile, saltFile } = foldersOf(env)
  try {
    const { text } = await readProfileKey(named, { env, keychain })
    hide(text)
    const { salt } = loadMachineSalt(saltFile)
    const credentials = { ...addressesOf(named.profile), apiKey: parseApiKey(text, 'the key') }
    const owner = ownerOf(salt, credentials)
    forgetKey(cacheFile, salt, credentials)
    forgetMemory(env, owner)
    try {
      deleteEntered(enteredFile, owner)
    } catch (error) {
      noteTo(err, `The ids that you added stay in ${enteredFile}: ${(error as Error).message}. Delete that file.`)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { ids, exports } = countEntered(enteredFile)
    const added = ids + exports > 0 ? ` Ids that you added stay in ${enteredFile}.` : ''
    noteTo(err, `${error.message} What the cache holds for it stays until qd cache clear.${added}`)
  }
}

/**
 * The profile that a command changes: what --profile names, else the chosen one.
 *
 * @throws AppError of kind `usage` where that is the demo, the environment or nothing, or a profile whose key a helper holds.
 */
const ownProfile = async ({ env, globals }: Pick<Deps, 'env' | 'globals'>): Promise<NamedProfile> => {
  const chosen = await loadChosenProfile(env, globals.profile)
  if (chosen.is === 'demo') throw new AppError('usage', 'The demo has a key of its own: name another profile.')
  if (chosen.is === 'none')
    throw new AppError('usage', 'Keys are kept for profiles, and there is none: add one with qd profile add.')
  if (chosen.is === 'environment')
    throw new AppError('usage', 'Keys are kept for profiles, and QUARTERDECK_* is in use: name one with --profile.')
  const { name, profile } = chosen
  if (profile.helper !== undefined)
    throw new AppError('usage', `The profile ${name} has its key from its helper ${profile.helper[0]}, where it stays.`)
  return { name, profile }
}
