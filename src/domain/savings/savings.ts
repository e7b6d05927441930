import type { Range } from '../calendar/calendar.ts'
import type { Idle } from '../computers/computer-use.ts'
import type { CreditDayRow } from '../usage/credit-days.ts'
import type { UserDays } from './user-days.ts'

/** An estimate with its bounds: credits, or an amount of money. Both bounds are at least 0. */
export type Estimate = { low: number; high: number }

export type Money = Estimate & { currency: string }

/** What credits and seats cost. @default no money is estimated */
export type Prices = {
  /** The price of `per` credits. */
  credit?: { amount: number; per: number; currency: string } | undefined
  /** The price of a seat per month. */
  seat?: { amount: number; currency: string } | undefined
}

export type SavingsItem = {
  /** Unique among the items of a rule. Untrusted text. */
  id: string
  /** The user, model, client or computer. Untrusted text. */
  name: string
  /** The id in the API, for a link. Untrusted text. */
  target: string
  /** One clause, without the name: `120,000 credits, 14x the median day`. It may contain untrusted text. */
  finding: string
  /** Undefined if the API has no figures for an estimate. */
  credits: Estimate | undefined
  /** Seats of this item. @default 0 */
  seats?: number
}

/** A seat without use: never used, or not used for `days` days. Texts are untrusted. */
type UnusedSeat = { id: string; email: string; isNever: boolean; days: number }

/** A computer that is active and was idle for a week. Texts are untrusted. */
type IdleComputer = { id: string; name: string } & Idle

/** Data of the rules. An undefined part could not be loaded, and its rules report nothing. */
export type SavingsInput = {
  range: Range
  userDays?: UserDays | undefined
  creditDays?: readonly CreditDayRow[] | undefined
  /** Users by client and all users, by day. */
  clientDays?:
    | readonly {
        date?: unknown
        daily_active_users?: number | undefined
        daily_active_users_by_client?: Readonly<Record<string, number | undefined>> | undefined
      }[]
    | undefined
  seats?: readonly UnusedSeat[] | undefined
  computers?: readonly IdleComputer[] | undefined
}

/**
 * The entries of {@link UserDays} whose credits an earlier rule already counts. Later rules leave them out, so that
 * nothing is counted twice.
 */
export type Claims = Set<number>
