import type { Seats } from '../../cache/load/load-seats.ts'
import { loadQuery } from '../../cache/load/queries.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import { DEFAULT_BILLING_DAY } from '../../domain/calendar/billing-month.ts'
import { forecastText, limitShare, withPseudonym } from '../../domain/seats/seat-rows.ts'
import type { SeatRow } from '../../domain/seats/seats.ts'
import { percent } from '../../domain/text/format.ts'
import type { Deps } from './command.ts'
import { loadOptions } from './load-options.ts'

/** The parameters of the query of seats, from the profile. */
export const seatsParams = async ({ env, credentials }: Pick<Deps, 'env' | 'credentials'>) => ({
  billingDay: planSettings(env, await credentials()).billingDay ?? DEFAULT_BILLING_DAY,
})

/** The parts of the definition that the lists of seats share. */
export const seatList = {
  what: 'users',
  cacheOptions: ['refresh'],
  fieldValues: { email: 'person' },
} as const

/** Cells of a table for the use of a limit. */
export const limitCells = (row: SeatRow, { lastDay }: Seats) => ({
  usedOfLimit: percent(limitShare(row), 0),
  forecast: forecastText(row, lastDay),
})

/** Loads seats with the settings of the profile. The names of users are pseudonyms if wanted. */
export const loadSeats = async (deps: Deps, isPseudonymous: boolean) => {
  const source = await deps.source()
  const plan = planSettings(deps.env, await deps.credentials())
  const params = await seatsParams(deps)
  const { data, at, problems, incomplete } = await loadQuery(source, 'seats', params, loadOptions(deps))
  const salt = isPseudonymous ? await deps.salt() : undefined
  const rows = salt === undefined ? data.rows : data.rows.map((row) => withPseudonym(row, salt))
  return {
    data: { ...data, rows },
    at,
    problems,
    incomplete,
    seatPrice: plan.seatPrice,
    /** Undefined if the first day of the billing month is not assumed. */
    assumed:
      plan.billingDay === undefined
        ? `The billing month is assumed to begin on day ${DEFAULT_BILLING_DAY}: set billingDay in the profile.`
        : undefined,
  }
}
