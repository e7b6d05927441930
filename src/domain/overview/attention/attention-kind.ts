import type { ActivityDay, ProductivityDay, ToolDay } from '../../../contract/analytics.ts'
import type { CiJob } from '../../../contract/ci.ts'
import type { Computer } from '../../../contract/computers.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { ReadinessReport } from '../../../contract/readiness.ts'
import type { Day, Range } from '../../calendar/calendar.ts'
import type { keysInCare } from '../../keys/key-rows.ts'
import type { CreditDays } from '../../usage/credit-days.ts'

type KeysInCare = ReturnType<typeof keysInCare>

/** The export of a wiki that came to nothing, and none of the same run after it. */
export type FailedExport = {
  run: string
  /** What the run is called, if that is known. Untrusted text. */
  name: string | undefined
  /** Unix milliseconds. */
  at: number
  /** Untrusted text. */
  why: string
}

/** A channel through which the last messages could not be sent. */
export type FailingChannel = {
  /** Untrusted text. */
  name: string
  /** The first message since one was sent, and the last, Unix milliseconds. */
  since: number
  at: number
  failures: number
  /** What became of the last one. Untrusted text. */
  why: string
}

/**
 * What needs attention is looked for in whatever is there: a part that is left out has no items. Rows may reach back further
 * than the range, and should: see {@link attentionSpan}.
 */
export type AttentionInput = {
  range: Range
  /** Unix milliseconds. */
  now: number
  credits?: CreditDays | undefined
  tools?: readonly Lenient<ToolDay>[] | undefined
  activity?: readonly Lenient<ActivityDay>[] | undefined
  productivity?: readonly Lenient<ProductivityDay>[] | undefined
  /** In any order; those before the range tell what the first in it changed. */
  revisions?: readonly Lenient<ControlRevision>[] | undefined
  /** In any order, older ones included. */
  reports?: readonly Lenient<ReadinessReport>[] | undefined
  /** Keys that will not work much longer. */
  keys?: KeysInCare['keys'] | undefined
  /** Keys that work and that nobody seems to look after. */
  neglectedKeys?: KeysInCare['neglectedKeys'] | undefined
  computers?: readonly Lenient<Computer>[] | undefined
  /** In the server's order. */
  ciJobs?: readonly Lenient<CiJob>[] | undefined
  failedExports?: readonly FailedExport[] | undefined
  failingChannels?: readonly FailingChannel[] | undefined
}

/** The views of Usage; each shows the days of the endpoint it is called after. */
export type UsageView = 'credits' | 'tools' | 'activity' | 'productivity'

/** What Enter on an item opens. */
export type AttentionTarget =
  | { screen: 'usage'; view: UsageView; day: Day }
  /** `day`: the last one that has data of the person. */
  | { screen: 'people'; person?: string; day?: Day }
  /** What the newest report lost against the one before; `criterion` is the first that was lost, if any. */
  | { screen: 'readiness'; repoUrl: string; criterion: string | undefined }
  /** What the revision changed, at the path of what is gravest. */
  | { screen: 'controls'; revision: number | undefined; path: string | undefined }
  | { screen: 'keys'; id?: string }
  | { screen: 'computers'; id: string | undefined }
  | { screen: 'ci'; job: string }
  | { screen: 'wiki'; run: string }
  | { screen: 'hooks'; channel: string }

/** What every item has, whatever it is about. */
export type Matter<Kind extends string> = {
  kind: Kind
  /** The same whenever the same thing is found; another one where it has become worse. */
  id: string
  /** What of it is told once: it is news while one of these was not told. @default its id */
  marks?: readonly string[]
  severity: 'high' | 'medium'
  target: AttentionTarget
}

/** An item of a kind, with its own members. */
export const matter = <const Kind extends string, Own extends object>(
  kind: Kind,
  head: Omit<Matter<string>, 'kind' | 'severity'> & { severity?: Matter<string>['severity'] },
  own: Own,
): Matter<Kind> & Own => ({ kind, severity: 'medium', ...head, ...own })

/** An item in words, safe to show: what it is about, and what is the matter with it. */
export type AttentionText = { subject: string; text: string }

export type AttentionWords = {
  /** What a person is called: by e-mail, by id, or by a pseudonym. Untrusted text. */
  nameOf: (id: string, email: string | undefined) => string
  /** What a repository is called. Untrusted text. @default its URL */
  repositoryOf?: (repoUrl: string) => string | undefined
}

/** One kind of what needs attention: how it is found, and how it is told to people and to programs. */
export type AttentionKind<Item> = {
  /** The newest first, or what matters most. @param input - Its range is of the last days only. */
  find: (input: AttentionInput) => Item[]
  text: (item: Item, words: Required<AttentionWords>) => AttentionText
  /** By which rule and which figures it stands there, as one sentence. Safe to show, and names no people. */
  why: (item: Item) => string
  /** Its own members for programs, with raw numbers and names. */
  output: (item: Item) => object
}

/** A kind whose items are what `find` returns. */
export const attentionKind = <Item>(kind: AttentionKind<Item>): AttentionKind<Item> => kind
