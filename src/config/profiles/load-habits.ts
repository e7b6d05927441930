import { existsSync } from 'node:fs'
import type { Env } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { foldersOf } from '../folders.ts'
import type { Config } from './config-schema.ts'

/** How somebody likes the explorer. */
export type Habits = Pick<Config, 'theme' | 'mouse' | 'keys'>

/** What config.json says of them; nothing where it cannot be read: habits are no reason to stop. */
export const loadHabits = async (env: Env): Promise<Habits> => {
  const { configFile } = foldersOf(env)
  if (!existsSync(configFile)) return {}
  const { readConfig } = await import('./config-file.ts')
  try {
    return readConfig(configFile)
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}
