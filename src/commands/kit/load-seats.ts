import { loadQuery } from '../../cache/load/queries.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import { DEFAULT_BILLING_DAY } from '../../domain/calendar/billing-month.ts'
import type { Deps } from './command.ts'
import { loadOptions } from './load-options.ts'

/** Loads seats with the settings of the profile. */
export const loadSeats = async (deps: Deps, isPseudonymous = false) => {
  const source = await deps.source()
  const plan = planSettings(deps.env, await deps.credentials())
  const params = { billingDay: plan.billingDay ?? DEFAULT_BILLING_DAY }
  const { data, at, problems, incomplete } = await loadQuery(source, 'seats', params, loadOptions(deps))
  return {
    data,
    at,
    problems,
    incomplete,
    seatPrice: plan.seatPrice,
    salt: isPseudonymous ? await deps.salt() : undefined,
  }
}
