import { AppError } from '../../base/errors.ts'
import { type Trial, tryConnection } from '../../client/try-connection.ts'
import { parseApiKey } from '../../config/credentials.ts'
import { keepKey } from '../../config/keys/keep-key.ts'
import { keyPlaceOf } from '../../config/keys/profile-key.ts'
import type { KeyPlace } from '../../config/profiles/config-schema.ts'
import { addressesOf, type NamedProfile } from '../../config/profiles/named-profile.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { confirm, yesOption } from '../kit/confirm.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { printDone } from '../output/print-done.ts'
import { ownProfile } from './own-profile.ts'

const optionRows = [
  { flags: '--keep <place>', help: 'where the key is kept (default: the keychain)', choices: ['keychain', 'file'] },
  { flags: '--no-test', help: 'keep the key without asking the two addresses whether they know it' },
  yesOption,
] as const satisfies readonly OptionRow[]

type LoginOptions = { place: KeyPlace | undefined; isTested: boolean; isYes: boolean }

const parseLogin = ({ options }: CommandInput<typeof optionRows>): LoginOptions => ({
  place: options.keep,
  isTested: options.test,
  isYes: options.yes,
})

const runLogin = async ({ place, isTested, isYes }: LoginOptions, deps: Deps): Promise<undefined> => {
  const own = await ownProfile(deps)
  const key = await readKey(own, deps)
  const trials = isTested ? await test(own, key, deps) : []
  const agree = async ({ message }: AppError, file: string): Promise<void> => {
    noteTo(deps.err, message)
    await confirm(`Keep the key unencrypted in ${file}, which only you can read?`, isYes, deps)
  }
  const kept = await keepKey(own, key, { place, agree }, deps)
  const where = keyPlaceOf(kept, own.name, deps.env)
  printDone(`The key of the profile ${own.name} is kept in ${where}.`, { profile: own.name, keyIn: kept }, deps)
  for (const { host, isLimited } of trials)
    if (isLimited) noteTo(deps.err, `The key may not see ${host === 'api' ? 'usage analytics' : 'readiness reports'}.`)
  if (deps.env.QUARTERDECK_API_KEY)
    noteTo(deps.err, 'QUARTERDECK_API_KEY is set and goes before a kept key: unset it to use this one.')
}

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
const test = async ({ profile }: NamedProfile, apiKey: string, deps: Deps): Promise<readonly Trial[]> => {
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
  options: optionRows,
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['login', 'login --profile acme --key-stdin < key.txt', 'login --keep file'],
  parse: parseLogin,
  run: runLogin,
})
