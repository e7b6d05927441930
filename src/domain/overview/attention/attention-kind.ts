import type { ActivityDay, ProductivityDay, ToolDay } from '../../../contract/analytics.ts'
import type { CiJob } from '../../../contract/ci.ts'
import type { Computer } from '../../../contract/computers.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { ReadinessReport } from '../../../contract/readiness.ts'
import type { BudgetInput } from '../../budgets/budget-rows.ts'
import type { Day, Range } from '../../calendar/calendar.ts'
import type { ComputerUse } from '../../computers/computer-use.ts'
import type { keyAttentionData } from '../../keys/key-rows.ts'
import type { SeatRow } from '../../seats/seats.ts'
import type { CreditDays } from '../../usage/credit-days.ts'

type KeyAttention = ReturnType<typeof keyAttentionData>

/** A failed export that is the latest one of its wiki run. */
export type FailedExport = {
  run: string
  /** Name of the run, if known. Untrusted text. */
  name: string | undefined
  /** Unix ms. */
  at: number
  /** Untrusted text. */
  why: string
}

/** A channel whose latest messages couldn't be sent. */
export type FailingChannel = {
  /** Untrusted text. */
  name: string
  /** Times of the first and the last failed message since the last success, Unix ms. */
  since: number
  at: number
  failures: number
  /** Error of the last message. Untrusted text. */
  why: string
}

/** Budgets, and what their use is computed from. */
export type BudgetAttention = Pick<BudgetInput, 'budgets' | 'teams' | 'billingDay'>

/** Users with a seat. */
type SeatAttention = {
  rows: readonly SeatRow[]
  /** The newest published day. */
  lastDay: Day
  /** The billing month. */
  month: Range
}

/** Input of the attention items. An absent part has no items. See attentionSpan for the days to include. */
export type AttentionInput = {
  range: Range
  /** Unix ms. */
  now: number
  credits?: CreditDays | undefined
  tools?: readonly Lenient<ToolDay>[] | undefined
  activity?: readonly Lenient<ActivityDay>[] | undefined
  productivity?: readonly Lenient<ProductivityDay>[] | undefined
  /** In any order. Revisions before the range show what the first one in the range changed. */
  revisions?: readonly Lenient<ControlRevision>[] | undefined
  /** In any order, including older ones. */
  reports?: readonly Lenient<ReadinessReport>[] | undefined
  /** Active keys with an expiry. */
  keys?: KeyAttention['keys'] | undefined
  /** Active keys that never expire or are old. */
  neglectedKeys?: KeyAttention['neglectedKeys'] | undefined
  computers?: readonly Lenient<Computer>[] | undefined
  /** Of active computers. */
  computerUse?: readonly ComputerUse[] | undefined
  /** In the server's order. */
  ciJobs?: readonly Lenient<CiJob>[] | undefined
  failedExports?: readonly FailedExport[] | undefined
  budgets?: BudgetAttention | undefined
  seats?: SeatAttention | undefined
  failingChannels?: readonly FailingChannel[] | undefined
}

/** The views of Usage, named after their endpoints. */
export type UsageView = 'credits' | 'tools' | 'activity' | 'productivity'

/** The place that Enter on an item opens. */
export type AttentionTarget =
  | { screen: 'usage'; view: UsageView; day: Day }
  /** `day` is the last one with data of the user. */
  | { screen: 'people'; person?: string; day?: Day }
  /** A team or a user. */
  | { screen: 'people'; view: 'teams' | 'seats'; row?: string }
  /** Opens the comparison of the two newest reports; `criterion` is the first one that was lost, if any. */
  | { screen: 'readiness'; repoUrl: string; criterion: string | undefined }
  /** Opens the changes of the revision at the path of the most severe one. */
  | { screen: 'controls'; revision: number | undefined; path: string | undefined }
  | { screen: 'keys'; id?: string }
  | { screen: 'computers'; id: string | undefined }
  | { screen: 'ci'; job: string }
  | { screen: 'wiki'; run: string }
  | { screen: 'hooks'; channel: string }

/** Properties of items of every kind. */
export type AttentionBase<Kind extends string> = {
  kind: Kind
  /** Stable id: the same problem has the same id, and a new id once it becomes worse. */
  id: string
  /** Ids that are each reported once. The item is new while one of them hasn't been reported. @default its id */
  marks?: readonly string[]
  severity: 'high' | 'medium'
  target: AttentionTarget
}

/** Creates an item of a kind from the common and its own properties. */
export const createItem = <const Kind extends string, Own extends object>(
  kind: Kind,
  head: Omit<AttentionBase<string>, 'kind' | 'severity'> & { severity?: AttentionBase<string>['severity'] },
  own: Own,
): AttentionBase<Kind> & Own => ({ kind, severity: 'medium', ...head, ...own })

/** An item as safe text: its subject and the problem. */
export type AttentionText = { subject: string; text: string }

export type AttentionWords = {
  /** Display name of a user: e-mail, id or pseudonym. Untrusted text. */
  nameOf: (id: string, email: string | undefined) => string
  /** Display name of a repository. Untrusted text. @default its URL */
  repositoryOf?: (repoUrl: string) => string | undefined
}

/** A kind of attention item: how to find its items, and how to describe them to users and scripts. */
export type AttentionKind<Item> = {
  /** Newest or most important first. @param input - Its range has at most the last 30 days. */
  find: (input: AttentionInput) => Item[]
  text: (item: Item, words: Required<AttentionWords>) => AttentionText
  /** The rule and the figures behind the item, as one sentence. Safe to show; contains no user names. */
  why: (item: Item) => string
  /** Properties of this kind for scripts, with raw numbers and names. */
  output: (item: Item) => object
}

/** Infers the item type from `find`. */
export const attentionKind = <Item>(kind: AttentionKind<Item>): AttentionKind<Item> => kind
