import type { Range } from '../calendar/calendar.ts'
import type { CreditDayRow } from './credit-days.ts'
import { rowsOf } from './rows-by-day.ts'

/**
 * The credits of each model by tier over a range. Models and tiers are ids as they came, `''` where there was none;
 * untrusted text.
 */
export const modelTiers = (days: readonly CreditDayRow[], range: Range): Map<string, Map<string, number>> => {
  const tiers = new Map<string, Map<string, number>>()
  for (const row of rowsOf(days, range)) {
    for (const { model_id: model = '', model_tier: tier = '', billable_tokens: credits } of row.by_model ?? []) {
      const own = tiers.get(model) ?? new Map<string, number>()
      own.set(tier, (own.get(tier) ?? 0) + (credits ?? 0))
      tiers.set(model, own)
    }
  }
  return tiers
}

/** The tiers of a model in words: the tier, or where it has several the share of each, the largest first. */
export const tierText = (tiers: ReadonlyMap<string, number> | undefined): string => {
  const known = [...(tiers ?? [])].filter(([tier]) => tier !== '').sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const whole = known.reduce((sum, [, credits]) => sum + credits, 0)
  if (known.length < 2 || !(whole > 0)) return known.map(([tier]) => tier).join(', ')
  return known.map(([tier, credits]) => `${tier} ${Math.round((credits / whole) * 100)} %`).join(', ')
}
