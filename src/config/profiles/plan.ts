import { dirname, resolve } from 'node:path'
import type { Plan } from '../../domain/seats/plan.ts'
import { type Credentials, isDemo } from '../credentials.ts'
import type { Config } from './config-schema.ts'

/** The demo organisation has prices, so that everything that depends on them can be explored. */
const DEMO_PLAN: Plan = {
  seatPrice: { amount: 40, currency: 'EUR' },
  creditPrice: { amount: 0.4, per: 1_000, currency: 'EUR' },
}

/**
 * The plan of an organisation, from a configuration that is already read. Empty without a profile.
 *
 * @param path - The path of config.json, to which the path of teams is relative.
 */
export const planOf = (
  credentials: Credentials | undefined,
  { profiles }: Pick<Config, 'profiles'>,
  path: string,
): Plan => {
  if (credentials === undefined || isDemo(credentials)) return DEMO_PLAN
  const own = credentials.profile === undefined ? undefined : profiles?.[credentials.profile]
  const { billingDay, seatPrice, creditPrice, teams, budgets } = own ?? {}
  return { billingDay, seatPrice, creditPrice, teams: teams && resolve(dirname(path), teams), budgets }
}
