import type { Env } from '../../base/env.ts'
import type { Plan } from '../../domain/seats/plan.ts'
import { type Credentials, isDemo } from '../credentials.ts'
import { foldersOf } from '../folders.ts'
import { readConfig } from './config-file.ts'
import { planOf } from './plan.ts'

/** {@link planOf} for commands. @throws AppError if config.json can't be read or has errors. */
export const planSettings = (env: Env, credentials: Credentials): Plan => {
  if (credentials.profile === undefined || isDemo(credentials)) return planOf(credentials, {}, '')
  const path = foldersOf(env).configFile
  return planOf(credentials, readConfig(path), path)
}
