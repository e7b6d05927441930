import { foldersOf } from '../../config/folders.ts'
import { findProfile } from '../../config/profiles/choose-profile.ts'
import { changeConfig } from '../../config/profiles/config-file.ts'
import { loadChosenProfile } from '../../config/profiles/load-chosen-profile.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import { printDone } from '../output/print-done.ts'

const parseProfileUse = ({ args }: CommandInput<[]>): string => args[0] ?? ''

const runProfileUse = async (name: string, deps: Deps): Promise<undefined> => {
  const { env, err } = deps
  changeConfig(foldersOf(env).configFile, (config) => {
    if (name !== DEMO_PROFILE) findProfile(config, name)
    config.profile = name
  })
  printDone(`From now on the profile ${name} is used.`, { profile: name }, deps)
  const chosen = await loadChosenProfile(env, undefined)
  const used = chosen.is === 'profile' ? chosen.name : chosen.is
  if (used !== name) noteTo(err, 'QUARTERDECK_* variables are set and go before it: unset them, or give --profile.')
}

export const profileUse = command({
  name: 'profile use',
  summary: 'Use a profile from now on',
  arguments: [{ name: 'name', help: 'a profile, or demo', completes: 'profile' }],
  options: [],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['profile use acme'],
  parse: parseProfileUse,
  run: runProfileUse,
})
