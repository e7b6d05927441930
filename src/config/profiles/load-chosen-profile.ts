import { existsSync } from 'node:fs'
import type { Env } from '../../base/env.ts'
import { foldersOf } from '../folders.ts'
import { type ChosenProfile, chooseProfile } from './choose-profile.ts'

/** Which profile a run works with. The file is read, and what judges it loaded, only where there is one. */
export const loadChosenProfile = async (env: Env, named: string | undefined): Promise<ChosenProfile> => {
  const { configFile } = foldersOf(env)
  if (!existsSync(configFile)) return chooseProfile({}, env, named, configFile)
  const { readConfig } = await import('./config-file.ts')
  return chooseProfile(readConfig(configFile), env, named, configFile)
}
