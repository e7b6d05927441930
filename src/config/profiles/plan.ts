import type { Plan } from '../../domain/seats/plan.ts'
import { type Credentials, isDemo } from '../credentials.ts'
import type { Config } from './config-schema.ts'

/** The demo organisation has prices, so that everything that depends on them can be explored. */
export const DEMO_PLAN: Plan = {
  seatPrice: { amount: 40, currency: 'EUR' },
  creditPrice: { amount: 0.4, per: 1_000, currency: 'EUR' },
}

/** The plan of an organisation, from a configuration that is already read. Empty without a profile. */
export const planOf = (credentials: Credentials | undefined, { profiles }: Pick<Config, 'profiles'>): Plan => {
  if (credentials === undefined || isDemo(credentials)) return DEMO_PLAN
  const own = credentials.profile === undefined ? undefined : profiles?.[credentials.profile]
  return { billingDay: own?.billingDay, seatPrice: own?.seatPrice, creditPrice: own?.creditPrice }
}
