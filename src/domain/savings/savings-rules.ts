import { lengthOf, type Range } from '../calendar/calendar.ts'
import { IDLE_RULE } from '../computers/computer-use.ts'
import { counted, decimal } from '../text/format.ts'
import { lowCacheShares } from './cache-rule.ts'
import type { Claims, Estimate, Money, Prices, SavingsInput, SavingsItem } from './savings.ts'
import { thinkingUsers, unusualDays } from './user-rules.ts'

type SavingsRule = {
  name: string
  /** The finding for a number of items: `3 unused seats`. */
  title: (count: number) => string
  /** How the estimate is computed, as one sentence. */
  formula: string
  /** What to do about it, as one sentence. */
  action: string
  /** The data that it needs. Without it, the rule is listed as unknown. */
  needs: readonly (keyof SavingsInput)[]
  /** Screen of the explorer with the rows. */
  screen: 'people' | 'usage' | 'computers'
  find: (input: SavingsInput, claims: Claims) => SavingsItem[]
}

const rule = <const Name extends string>(row: SavingsRule & { name: Name }) => row

/** In the order in which they claim credits: a rule leaves out what a rule before it counts. */
export const SAVINGS_RULES = [
  rule({
    name: 'unusual-days',
    title: (count) => `${counted(count, 'unusual day')} without a commit or changed file`,
    formula:
      'Credits above the median day of the user, on days of at least ten times this median. From 0, because the work may have been useful.',
    action: 'Ask what ran on this day, and set a limit.',
    needs: ['userDays'],
    screen: 'people',
    find: unusualDays,
  }),
  rule({
    name: 'thinking-models',
    title: (count) => `${counted(count, 'user')} with thinking models and few tool calls a turn`,
    formula:
      "Credits of days with a thinking main model, minus the same replies at their price on the organisation's standard days (upper and lower quartile). Few is below half of the median user.",
    action: 'Suggest a standard model as the default for these users.',
    needs: ['userDays'],
    screen: 'people',
    find: thinkingUsers,
  }),
  rule({
    name: 'cache-share',
    title: (count) => `${counted(count, 'model or client', 'models or clients')} with a low cache share`,
    formula:
      'Tokens that the cache would serve at the share of the median day, times the credits that such a token saves on the days of the range (least squares, plus and minus its standard error).',
    action: 'Keep sessions short of long pauses and model changes, which empty the cache.',
    needs: ['creditDays', 'clientDays'],
    screen: 'usage',
    find: lowCacheShares,
  }),
  rule({
    name: 'unused-seats',
    title: (count) => counted(count, 'unused seat'),
    formula: 'The price of a seat for the length of the range, for seats without use for 30 days.',
    action: 'Ask the users, or remove their seats.',
    needs: ['seats'],
    screen: 'people',
    find: ({ seats = [] }) =>
      seats.map(({ id, email, isNever, days }) => ({
        id,
        name: email,
        target: id,
        finding: isNever ? `never used in ${counted(days, 'day')}` : `not used for ${counted(days, 'day')}`,
        credits: undefined,
        seats: 1,
      })),
  }),
  rule({
    name: 'idle-computers',
    title: (count) => `${counted(count, 'active computer')} idle for a week`,
    formula: `${IDLE_RULE} No estimate: the API has no prices of computers.`,
    action: 'Pause or delete them.',
    needs: ['computers'],
    screen: 'computers',
    find: ({ computers = [] }) =>
      computers.map(({ id, name, maxCpuPct, hours }) => ({
        id,
        name,
        target: id,
        finding: `${counted(hours, 'hour')} with at most ${decimal(maxCpuPct, 1)} % of its CPUs in use`,
        credits: undefined,
      })),
  }),
] as const satisfies readonly SavingsRule[]

export type SavingsRuleName = (typeof SAVINGS_RULES)[number]['name']

/** An item, and what its credits or seats cost. Undefined without prices. */
export type PricedItem = SavingsItem & { money: Money | undefined }

/** The result of one rule. */
export type Saving = Pick<SavingsRule, 'formula' | 'action' | 'screen'> & {
  rule: SavingsRuleName
  finding: string
  /** Most credits first. */
  items: readonly PricedItem[]
  /** Undefined if no item has an estimate. */
  credits: Estimate | undefined
  /** Undefined without prices. */
  money: Money | undefined
}

export type Savings = {
  /** Rules with findings, most credits first, then most money. */
  found: readonly Saving[]
  /** Rules whose data is missing. */
  unknown: readonly SavingsRuleName[]
  credits: Estimate
  /** One sum for each currency. */
  money: readonly Money[]
}

/** The findings of each rule, before anything is priced. Contains only data, so it can be sent between processes. */
export type FoundSavings = {
  /** Rules with at least one item, in the order of the table. */
  found: readonly { rule: SavingsRuleName; items: readonly SavingsItem[] }[]
  /** Rules whose data is missing. */
  unknown: readonly SavingsRuleName[]
}

/** Evaluates all rules over the range. */
export const findSavings = (input: SavingsInput): FoundSavings => {
  const claims: Claims = new Set()
  const isKnown = ({ needs }: SavingsRule) => needs.every((part) => input[part] !== undefined)
  // An estimate of nothing is no finding.
  const hasEstimate = ({ credits }: SavingsItem) => credits === undefined || Math.round(credits.high) > 0
  return {
    found: SAVINGS_RULES.filter(isKnown).flatMap(({ name, find }) => {
      const items = find(input, claims).filter(hasEstimate)
      return items.length === 0 ? [] : [{ rule: name, items }]
    }),
    unknown: SAVINGS_RULES.filter((each) => !isKnown(each)).map(({ name }) => name),
  }
}

/** Adds sums and money to findings. Credits and money are for the range, not for a month. */
export const savingsOf = ({ found, unknown }: FoundSavings, range: Range, prices: Prices = {}): Savings => {
  const months = (lengthOf(range) * 12) / 365
  const priced = found.map(({ rule: name, items: unpriced }): Saving => {
    const { title, formula, action, screen } = SAVINGS_RULES.find((each) => each.name === name) ?? SAVINGS_RULES[0]
    const items = unpriced
      .map((item): PricedItem => ({ ...item, money: moneyOf(item.credits, (item.seats ?? 0) * months, prices) }))
      .sort(mostFirst)
    const credits = sumOf(items.flatMap((item) => item.credits ?? []))
    const [money] = moneySums(items)
    return { rule: name, finding: title(items.length), formula, action, screen, items, credits, money }
  })
  return {
    found: priced.sort(mostFirst),
    unknown,
    credits: sumOf(priced.flatMap(({ credits }) => credits ?? [])) ?? { low: 0, high: 0 },
    money: moneySums(priced),
  }
}

type Amounts = { credits: Estimate | undefined; money: Money | undefined }
const mostFirst = (a: Amounts, b: Amounts): number =>
  (b.credits?.high ?? -1) - (a.credits?.high ?? -1) || (b.money?.high ?? -1) - (a.money?.high ?? -1)

/** One sum for each currency. */
const moneySums = (parts: readonly { money: Money | undefined }[]): Money[] => {
  const byCurrency = Map.groupBy(
    parts.flatMap(({ money }) => money ?? []),
    ({ currency }) => currency,
  )
  return [...byCurrency].flatMap(([currency, amounts]) => {
    const sum = sumOf(amounts)
    return sum ? [{ ...sum, currency }] : []
  })
}

/** The sum of estimates; undefined without any. */
const sumOf = (estimates: readonly Estimate[]): Estimate | undefined =>
  estimates.length === 0
    ? undefined
    : {
        low: estimates.reduce((sum, { low }) => sum + low, 0),
        high: estimates.reduce((sum, { high }) => sum + high, 0),
      }

const moneyOf = (credits: Estimate | undefined, seatMonths: number, { credit, seat }: Prices): Money | undefined => {
  if (seatMonths > 0) {
    const amount = seat && seat.amount * seatMonths
    return seat && amount !== undefined ? { low: amount, high: amount, currency: seat.currency } : undefined
  }
  if (!credits || !credit) return undefined
  const price = credit.amount / credit.per
  return { low: credits.low * price, high: credits.high * price, currency: credit.currency }
}
