import { mean, median } from '../../base/numbers.ts'
import { percent } from '../text/format.ts'
import type { CreditDayRow } from '../usage/credit-days.ts'
import { rowsOf } from '../usage/measure-figures.ts'
import type { Claims, Estimate, SavingsInput, SavingsItem } from './savings.ts'
import { sumOver } from './user-days.ts'

/** Smaller differences from the median would be rounded away. */
const MIN_DIFFERENCE = 0.001
/** Fewer days can't show how credits depend on the cache share. */
const MIN_DAYS = 7

/** The cache use of one day: raw tokens, the share of them that came from the cache, and credits per token. */
type CacheDay = { day: string; tokens: number; share: number; perToken: number; row: CreditDayRow }

/**
 * Models and clients whose cache share is below the median of the organisation's days. The API has cache tokens only by
 * day, so the share of a model or client is the mean of the days' shares, weighted by its input or its users.
 */
export const lowCacheShares = (input: SavingsInput, claims: Claims): SavingsItem[] => {
  const days = cacheDays(input)
  const usual = median(days.map(({ share }) => share))
  if (usual === undefined || days.length < MIN_DAYS) return []
  const saved = savedPerToken(days)
  // Credits of claimed days are already counted, so only the rest of the tokens counts here.
  const rest = unclaimedShare(input, claims)
  const models = weightedShares(days, ({ row }) => modelInput(row)).flatMap(
    ({ name, share, weight }): SavingsItem[] => {
      if (!(usual - share >= MIN_DIFFERENCE)) return []
      const moved = weight * (usual - share) * rest
      const credits = saved && { low: moved * saved.low, high: moved * saved.high }
      return [{ id: `model ${name}`, name, target: name, finding: shareText('of its input', share, usual), credits }]
    },
  )
  const byDay = new Map((input.clientDays ?? []).map((row) => [row.date, row.daily_active_users_by_client]))
  const clients = weightedShares(days, ({ day, tokens }) => {
    const users = Object.entries(byDay.get(day) ?? {})
    const all = users.reduce((sum, [, count = 0]) => sum + count, 0)
    return users.map(([name, count = 0]): [string, number] => [name, (tokens * count) / all])
  }).flatMap(({ name, share }): SavingsItem[] => {
    if (!(usual - share >= MIN_DIFFERENCE)) return []
    // The API has no tokens by client, and the models already count all of them.
    const finding = `${shareText('of input on its days', share, usual)}, counted with the models`
    return [{ id: `client ${name}`, name, target: name, finding, credits: undefined }]
  })
  return [...models, ...clients]
}

const shareText = (of: string, share: number, usual: number): string =>
  `about ${percent(share)} ${of} from the cache, median day ${percent(usual)}`

const cacheDays = ({ creditDays = [], range }: SavingsInput): CacheDay[] =>
  rowsOf(creditDays, range).flatMap((row): CacheDay[] => {
    const { date = '', input_tokens: sent = 0, cache_read_tokens: read = Number.NaN, billable_tokens: credits } = row
    const tokens = sent + read
    return tokens > 0
      ? [{ day: date, tokens, share: read / tokens, perToken: (credits ?? Number.NaN) / tokens, row }]
      : []
  })

/** The input of each model on a day, with its part of the day's tokens from the cache. */
const modelInput = ({ by_model: models, cache_read_tokens: read = 0 }: CreditDayRow): [string, number][] => {
  const known = (models ?? []).filter(({ model_id: id, input_tokens: sent }) => id && (sent ?? 0) > 0)
  const all = known.reduce((sum, { input_tokens: sent = 0 }) => sum + sent, 0)
  return known.map(({ model_id: id = '', input_tokens: sent = 0 }) => [id, sent + (read * sent) / all])
}

/** The mean share of each name over days, weighted by its tokens, and its tokens in all. */
const weightedShares = (days: readonly CacheDay[], weightsOf: (day: CacheDay) => readonly [string, number][]) => {
  const sums = new Map<string, { weight: number; cached: number }>()
  for (const day of days)
    for (const [name, tokens] of weightsOf(day)) {
      const { weight, cached } = sums.get(name) ?? { weight: 0, cached: 0 }
      sums.set(name, { weight: weight + tokens, cached: cached + tokens * day.share })
    }
  return [...sums].map(([name, { weight, cached }]) => ({ name, weight, share: cached / weight }))
}

/**
 * Credits saved by each token that comes from the cache: the slope of credits per token over the cache share of days
 * (least squares), plus and minus its standard error. Undefined if the days show no saving.
 */
const savedPerToken = (days: readonly CacheDay[]): Estimate | undefined => {
  const known = days.filter(({ perToken }) => Number.isFinite(perToken))
  const [x, y] = [mean(known.map(({ share }) => share)), mean(known.map(({ perToken }) => perToken))]
  if (x === undefined || y === undefined || known.length < MIN_DAYS) return undefined
  const square = known.reduce((sum, { share }) => sum + (share - x) ** 2, 0)
  if (!(square > 0)) return undefined
  const slope = known.reduce((sum, { share, perToken }) => sum + (share - x) * (perToken - y), 0) / square
  const residual = known.reduce((sum, { share, perToken }) => sum + (perToken - y - slope * (share - x)) ** 2, 0)
  const error = Math.sqrt(residual / (known.length - 2) / square)
  const high = error - slope
  return high > 0 ? { low: Math.max(0, -slope - error), high } : undefined
}

/** The share of the organisation's credits that no earlier rule has counted. */
const unclaimedShare = ({ creditDays = [], range, userDays }: SavingsInput, claims: Claims): number => {
  const all = rowsOf(creditDays, range).reduce((sum, { billable_tokens: credits = 0 }) => sum + credits, 0)
  const claimed = userDays ? sumOver(userDays.credits, [...claims]) : 0
  return all > 0 ? Math.max(0, 1 - claimed / all) : 1
}
