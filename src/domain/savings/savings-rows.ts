import type { RowTable } from '../filter/row-columns.ts'
import { formatLink } from '../links/link.ts'
import { pseudonymOf } from '../people/pseudonym.ts'
import { decimal, fullNumber, NONE } from '../text/format.ts'
import type { Estimate, Money } from './savings.ts'
import type { PricedItem, Saving, SavingsRuleName } from './savings-rules.ts'

/** A rule with findings, or one of its items. Texts are untrusted. */
export type SavingRow = {
  rule: SavingsRuleName
  finding: string
  /** The user, model, client or computer of an item; undefined for a rule. */
  name: string | undefined
  credits: Estimate | undefined
  money: Money | undefined
  formula: string
  action: string
  /** The place in the explorer; undefined if it would reveal a hidden name. */
  link: string | undefined
  items: readonly SavingRow[]
}

/** @param salt - Replaces users by pseudonyms made with this salt. */
export const savingRow = (saving: Saving, salt?: string): SavingRow => {
  const { rule, finding, credits, money, formula, action, screen } = saving
  const linkTo = (path?: string): string => formatLink({ profile: undefined, screen, path, params: new Map() })
  const isHidden = salt !== undefined && screen === 'people'
  const itemRow = (item: PricedItem): SavingRow => ({
    rule,
    finding: item.finding,
    name: isHidden ? pseudonymOf(item.target, salt) : item.name,
    credits: item.credits,
    money: item.money,
    formula,
    action,
    link: isHidden ? undefined : linkTo(screen === 'usage' ? undefined : item.target),
    items: [],
  })
  const items = saving.items.map(itemRow)
  return { rule, finding, name: undefined, credits, money, formula, action, link: linkTo(), items }
}

export const SAVING_MEMBERS = [
  'rule',
  'finding',
  'creditsLow',
  'creditsHigh',
  'moneyLow',
  'moneyHigh',
  'currency',
  'formula',
  'action',
  'link',
]

/** Members of a row, as in json and csv. Amounts are in credits and in `currency`, for the range. */
export const savingOutput = ({ rule, finding, name, credits, money, formula, action, link, items }: SavingRow) => ({
  rule,
  ...(name !== undefined && { name }),
  finding,
  creditsLow: rounded(credits?.low, 1),
  creditsHigh: rounded(credits?.high, 1),
  moneyLow: rounded(money?.low, 100),
  moneyHigh: rounded(money?.high, 100),
  currency: money?.currency ?? null,
  formula,
  action,
  link: link ?? null,
  ...(name === undefined && { count: items.length }),
})

/** Credits are estimated to whole credits, money to hundredths. */
const rounded = (value: number | undefined, steps: number): number | null =>
  value === undefined ? null : Math.round(value * steps) / steps

export const savingTable: RowTable<SavingRow> = {
  fields: [
    { name: 'rule', kind: 'word', read: ({ rule }) => rule },
    { name: 'credits', kind: 'number', read: ({ credits }) => credits?.high },
    { name: 'money', kind: 'number', read: ({ money }) => money?.high },
    { name: 'count', kind: 'number', read: ({ items }) => items.length },
    { name: 'name', kind: 'text', read: ({ name }) => name },
  ],
  nameOf: ({ name, finding }) => name ?? finding,
  textsOf: ({ rule, finding, action }) => [rule, finding, action],
}

/** An estimate of credits: `up to 1,200`, `300 to 1,200`, `1,200`, or – without one. */
export const creditsText = (credits: Estimate | undefined): string =>
  estimateText(credits, (value) => fullNumber(Math.round(value)))

/** An estimate of money with its currency: `12.50 to 30.00 EUR`. */
export const moneyText = (money: Money | undefined): string =>
  money === undefined ? NONE : `${estimateText(money, (value) => decimal(value, 2))} ${money.currency}`

const estimateText = (estimate: Estimate | undefined, textOf: (value: number) => string): string => {
  if (estimate === undefined) return NONE
  const [low, high] = [textOf(estimate.low), textOf(estimate.high)]
  if (low === high) return high
  return low === textOf(0) ? `up to ${high}` : `${low} to ${high}`
}
