import { dirname, resolve } from 'node:path'
import type { Env } from '../../base/env.ts'
import { type Credentials, isDemo } from '../credentials.ts'
import { foldersOf } from '../folders.ts'
import { readConfig } from './config-file.ts'
import type { Profile } from './config-schema.ts'
import { DEMO_PLAN } from './plan.ts'

/** What an organisation pays, how it is billed, and its teams and budgets, of its profile. `teams` is an absolute path. */
export type PlanSettings = Pick<Profile, 'billingDay' | 'seatPrice' | 'creditPrice' | 'teams' | 'budgets'>

/**
 * The plan of an organisation. Empty without a profile.
 *
 * @throws AppError if config.json can't be read or has errors.
 */
export const planSettings = (env: Env, credentials: Credentials | undefined): PlanSettings => {
  if (credentials === undefined || isDemo(credentials)) return DEMO_PLAN
  const { profile } = credentials
  if (profile === undefined) return {}
  const path = foldersOf(env).configFile
  return planOf(readConfig(path).profiles?.[profile], path)
}

/** @param path - The path of config.json, to which the path of teams is relative. */
const planOf = (profile: Profile | undefined, path: string): PlanSettings => {
  const { billingDay, seatPrice, creditPrice, teams, budgets } = profile ?? {}
  return { billingDay, seatPrice, creditPrice, teams: teams && resolve(dirname(path), teams), budgets }
}
