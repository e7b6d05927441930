import type { Env } from '../../base/env.ts'
import { type Credentials, isDemo } from '../credentials.ts'
import { foldersOf } from '../folders.ts'
import { readConfig } from './config-file.ts'
import type { Profile } from './config-schema.ts'

/** What an organisation pays and how it is billed, of its profile. */
export type PlanSettings = Pick<Profile, 'billingDay' | 'seatPrice' | 'creditPrice'>

/** The demo organisation has prices, so that everything that depends on them can be explored. */
const DEMO_PLAN: PlanSettings = {
  seatPrice: { amount: 40, currency: 'EUR' },
  creditPrice: { amount: 0.4, per: 1_000, currency: 'EUR' },
}

/**
 * The plan of an organisation. Empty without a profile.
 *
 * @throws AppError if config.json can't be read or has errors.
 */
export const planSettings = (env: Env, credentials: Credentials | undefined): PlanSettings => {
  if (credentials === undefined || isDemo(credentials)) return DEMO_PLAN
  const { profile } = credentials
  if (profile === undefined) return {}
  const { billingDay, seatPrice, creditPrice } = readConfig(foldersOf(env).configFile).profiles?.[profile] ?? {}
  return { billingDay, seatPrice, creditPrice }
}
