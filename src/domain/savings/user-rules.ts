import { median, quantile } from '../../base/numbers.ts'
import { counted, decimal, fullNumber, percent } from '../text/format.ts'
import type { Claims, Estimate, SavingsInput, SavingsItem } from './savings.ts'
import { sumOver, type UserDays } from './user-days.ts'

/** A day is unusual from this multiple of the user's median day. */
const UNUSUAL_FACTOR = 10
/** Fewer days have no meaningful median. */
const MIN_DAYS = 5

/**
 * Days on which a user used ten times their median credits without a commit or a changed file. The API doesn't say
 * whether the work was useful, so the estimate starts at 0.
 */
export const unusualDays = ({ userDays }: SavingsInput, claims: Claims): SavingsItem[] => {
  if (!userDays) return []
  const { byUser, credits, commits, files, dayOf, idOf, nameOf } = userDays
  const items: SavingsItem[] = []
  for (const [user, entries] of byUser) {
    const usual = median(entries.map((entry) => credits[entry]))
    if (entries.length < MIN_DAYS || usual === undefined || !(usual > 0)) continue
    for (const entry of entries) {
      const used = credits[entry] ?? Number.NaN
      // An unknown count is not zero.
      if (!(used >= UNUSUAL_FACTOR * usual) || commits[entry] !== 0 || files[entry] !== 0) continue
      claims.add(entry)
      items.push({
        id: `${idOf(user)} ${dayOf(entry)}`,
        name: nameOf(user),
        target: idOf(user),
        finding: `${fullNumber(used)} credits on ${dayOf(entry)}, ${decimal(used / usual, 0)}x the median day`,
        credits: { low: 0, high: used - usual },
      })
    }
  }
  return items
}

const THINKING = 'thinking'
const STANDARD = 'standard'
/** Tool calls a turn count as few below this share of the organisation's median. */
const FEW_SHARE = 0.5

/**
 * Users who spend most of their credits on thinking models and make few tool calls a turn. The estimate compares their
 * thinking days with what a reply costs on the standard days of the organisation: the lower and upper quartile.
 */
export const thinkingUsers = ({ userDays }: SavingsInput, claims: Claims): SavingsItem[] => {
  if (!userDays) return []
  const users = [...userDays.byUser].map(([user, entries]) => ({ user, ...callsOf(userDays, entries) }))
  const usual = median(users.map(({ callsPerTurn }) => callsPerTurn))
  if (usual === undefined) return []
  const reply = standardReply(userDays)
  return users.flatMap(({ user, thinking, share, callsPerTurn }): SavingsItem[] => {
    const own = thinking.filter((entry) => !claims.has(entry))
    if (!(share > 0.5) || callsPerTurn === undefined || !(callsPerTurn < FEW_SHARE * usual) || own.length === 0)
      return []
    for (const entry of own) claims.add(entry)
    const [used, replies] = [sumOver(userDays.credits, own), sumOver(userDays.replies, own)]
    const beyond = (price: number): number => Math.max(0, used - replies * price)
    return [
      {
        id: userDays.idOf(user),
        name: userDays.nameOf(user),
        target: userDays.idOf(user),
        finding: `${percent(share, 0)} of credits on thinking models (${counted(own.length, 'day')}), ${decimal(callsPerTurn, 1)} tool calls a turn`,
        credits: reply && { low: beyond(reply.high), high: beyond(reply.low) },
      },
    ]
  })
}

/** A user's thinking days, their share of the user's credits, and the tool calls a turn on them. */
const callsOf = (days: UserDays, entries: readonly number[]) => {
  const thinking = entries.filter((entry) => days.tierOf(entry) === THINKING)
  const turns = sumOver(days.prompts, entries)
  return {
    thinking,
    share: sumOver(days.credits, thinking) / sumOver(days.credits, entries),
    callsPerTurn: turns > 0 ? sumOver(days.tools, entries) / turns : undefined,
  }
}

/** Credits of a reply on days with a standard main model: the lower and the upper quartile of these days. */
const standardReply = ({ byUser, credits, replies, tierOf }: UserDays): Estimate | undefined => {
  const prices = [...byUser.values()].flat().flatMap((entry) => {
    const count = replies[entry] ?? Number.NaN
    return tierOf(entry) === STANDARD && count > 0 ? [(credits[entry] ?? Number.NaN) / count] : []
  })
  const [low, high] = [quantile(prices, 0.25), quantile(prices, 0.75)]
  return prices.length < MIN_DAYS || low === undefined || high === undefined ? undefined : { low, high }
}
