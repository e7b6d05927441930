import { existsSync } from 'node:fs'
import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import type { ThemeName } from '../../base/theme-name.ts'
import { foldersOf } from '../folders.ts'

/** The theme that config.json names; undefined where it names none, and where it cannot be read: colours are no reason to stop. */
export const loadTheme = async (env: Env): Promise<ThemeName | undefined> => {
  const { configFile } = foldersOf(env)
  if (!existsSync(configFile)) return undefined
  const { readConfig } = await import('./config-file.ts')
  try {
    return readConfig(configFile).theme
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
