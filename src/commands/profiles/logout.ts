import { foldersOf } from '../../config/folders.ts'
import { removeProfileKey } from '../../config/keys/profile-key.ts'
import { changeConfig } from '../../config/profiles/config-file.ts'
import { command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import { printDone } from '../output/print-done.ts'
import { forgetKept } from './forget-kept.ts'
import { ownProfile } from './own-profile.ts'

const runLogout = async (_options: undefined, deps: Deps): Promise<undefined> => {
  const { env, keychain, err } = deps
  const own = await ownProfile(deps)
  await forgetKept(own, deps)
  const trouble = await removeProfileKey(own, { env, keychain })
  if (trouble !== undefined) noteTo(err, `${trouble} If it holds a key of ${own.name}, remove it there.`)
  changeConfig(foldersOf(env).configFile, ({ profiles = {} }) => {
    delete profiles[own.name]?.keyIn
  })
  printDone(`No key of the profile ${own.name} is kept any more.`, { profile: own.name }, deps)
}

export const logout = command({
  name: 'logout',
  summary: 'Delete the kept key of a profile, its cache and added ids',
  options: [],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['logout', 'logout --profile acme'],
  parse: () => undefined,
  run: runLogout,
})
