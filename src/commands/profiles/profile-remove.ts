import { foldersOf } from '../../config/folders.ts'
import { removeProfileKey } from '../../config/keys/profile-key.ts'
import { findProfile } from '../../config/profiles/choose-profile.ts'
import { changeConfig, readConfig } from '../../config/profiles/config-file.ts'
import { addressesOf } from '../../config/profiles/named-profile.ts'
import { parseProfileName } from '../../config/profiles/profile-name.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { confirm, yesOption } from '../kit/confirm.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from '../output/print-done.ts'
import { forgetKept } from './forget-kept.ts'

const optionRows = [yesOption] as const satisfies readonly OptionRow[]

type RemoveOptions = { name: string; isYes: boolean }

const parseProfileRemove = ({ args, options }: CommandInput<typeof optionRows>): RemoveOptions => ({
  name: parseProfileName(args[0] ?? ''),
  isYes: options.yes,
})

const runProfileRemove = async ({ name, isYes }: RemoveOptions, deps: Deps): Promise<undefined> => {
  const { env, keychain, err } = deps
  const { configFile } = foldersOf(env)
  const profile = findProfile(readConfig(configFile), name)
  const { baseUrl } = addressesOf(profile)
  await confirm(`Remove the profile ${name} (${baseUrl}), its key, cache and added ids?`, isYes, deps)
  const named = { name, profile }
  await forgetKept(named, deps)
  const trouble = await removeProfileKey(named, { env, keychain })
  if (trouble !== undefined) noteTo(err, `${trouble} If it holds a key of ${name}, remove it there.`)
  changeConfig(configFile, (config) => {
    const { [name]: _, ...others } = config.profiles ?? {}
    config.profiles = others
    if (config.profile === name) delete config.profile
  })
  printDone(`The profile ${name} is gone, and its key with it.`, { removed: name }, deps)
}

export const profileRemove = command({
  name: 'profile remove',
  summary: 'Remove a profile, its key, cache and added ids',
  arguments: [{ name: 'name', help: 'a profile', completes: 'profile' }],
  options: optionRows,
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['profile remove acme', 'profile remove acme --yes'],
  parse: parseProfileRemove,
  run: runProfileRemove,
})
