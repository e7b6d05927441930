import { loadQuery } from '../../cache/load/queries.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import { DEFAULT_BILLING_DAY } from '../../domain/calendar/billing-month.ts'
import type { Deps } from './command.ts'
import { loadOptions } from './load-options.ts'

/** The parameters of the query of seats, from the profile. */
export const seatsParams = async ({ env, credentials }: Pick<Deps, 'env' | 'credentials'>) => ({
  billingDay: planSettings(env, await credentials()).billingDay ?? DEFAULT_BILLING_DAY,
})

/** Loads seats with the settings of the profile. */
export const loadSeats = async (deps: Deps, isPseudonymous = false) => {
  const source = await deps.source()
  const plan = planSettings(deps.env, await deps.credentials())
  const params = await seatsParams(deps)
  const { data, at, problems, incomplete } = await loadQuery(source, 'seats', params, loadOptions(deps))
  return {
    data,
    at,
    problems,
    incomplete,
    seatPrice: plan.seatPrice,
    /** Undefined if the first day of the billing month is not assumed. */
    assumed:
      plan.billingDay === undefined
        ? `The billing month is assumed to begin on day ${DEFAULT_BILLING_DAY}: set billingDay in the profile.`
        : undefined,
    salt: isPseudonymous ? await deps.salt() : undefined,
  }
}
