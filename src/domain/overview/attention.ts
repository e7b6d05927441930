import type { ActivityDay } from '../../contract/activity.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ProductivityDay } from '../../contract/productivity.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { ToolDay } from '../../contract/tools.ts'
import { addDays, type Day, dayOf, EARLIEST_DAY, type Range, yesterdayOf } from '../calendar/calendar.ts'
import { WEEKS_BACK } from '../calendar/same-weekday.ts'
import { CRITERIA } from '../readiness/criteria.ts'
import { type Level, reportChange, reportsByRepository } from '../readiness/levels.ts'
import { type SettingsRisk, settingsRisks } from '../risk/revision-risk.ts'
import { type Anomaly, anomaliesOf } from '../usage/anomalies.ts'
import type { CreditDays } from '../usage/credit-days.ts'
import { type Contributor, explainDay } from '../usage/day-explanation.ts'
import type { Measure } from '../usage/measure.ts'
import { valuesByDay } from '../usage/measure-figures.ts'
import type { DayRow } from '../usage/rows-by-day.ts'
import { ACTIVE_DAYS, QUIET_DAYS, type StoppedPerson, stoppedPeople } from '../usage/stopped-people.ts'
import { activityMeasures, creditMeasures, productivityMeasures, toolMeasures } from '../usage/usage-measures.ts'

/** The views of Usage; each shows the days of the endpoint it is called after. */
type UsageView = 'credits' | 'tools' | 'activity' | 'productivity'

/** What is watched for unusual days, in the order in which it matters, and the view that shows it. */
export const WATCHED = {
  credits: { measure: creditMeasures.billable_tokens, view: 'credits' },
  toolCalls: { measure: toolMeasures.tool_calls, view: 'tools' },
  sessions: { measure: activityMeasures.sessions, view: 'activity' },
  people: { measure: activityMeasures.daily_active_users_mean, view: 'activity' },
  commits: { measure: productivityMeasures.git_commits, view: 'productivity' },
} as const satisfies Record<string, { measure: Measure; view: UsageView }>
export type Watched = keyof typeof WATCHED

/** A key that will not work much longer. */
export type ExpiringKey = {
  id: string
  /** Untrusted text. */
  name: string
  /** Unix milliseconds. */
  expiresAt: number
}

/** How many keys never expire, and how many are older than a year, one key may be both; and the id of the worst, if it has one. */
export type NeglectedKeys = { neverExpires: number; old: number; first?: string | undefined }

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
  keys?: readonly ExpiringKey[] | undefined
  /** Keys that work and that nobody seems to look after. */
  neglectedKeys?: NeglectedKeys | undefined
}

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

type Common<Kind extends string> = {
  kind: Kind
  /** The same whenever the same thing is found. */
  id: string
  severity: 'high' | 'medium'
  target: AttentionTarget
}

export type AttentionItem =
  | (Common<'anomaly'> & {
      measure: Watched
      anomaly: Anomaly
      /** Other measures that are unusual in the same direction that day. */
      also: Watched[]
      /** The model with the largest part in the difference, for credits. */
      because: Contributor | undefined
    })
  | (Common<'risk'> & {
      revision: number | undefined
      /** As the API gave it, RFC 3339. */
      updatedAt: string | undefined
      /** The worst first; at least one. */
      risks: SettingsRisk[]
    })
  | (Common<'fell'> & {
      /** Untrusted text. */
      repoUrl: string
      from: Level
      to: Level
      /** Criteria that passed before and fail now, those that decide the level first. Untrusted text. */
      lost: string[]
    })
  | (Common<'keys'> & { key: ExpiringKey; isExpired: boolean })
  | (Common<'neglected'> & Omit<NeglectedKeys, 'first'>)
  | (Common<'stopped'> & {
      /** Who was seen last comes first; at least one. */
      people: StoppedPerson[]
      quietDays: number
    })

/**
 * The days to ask for, so that each day of the range can be judged by the weeks before it, and people who stopped can be told
 * from those who were not there yet.
 */
export const attentionSpan = (range: Range): Range => {
  const weeks = addDays(range.from, -7 * WEEKS_BACK)
  const months = addDays(range.to, 1 - QUIET_DAYS - ACTIVE_DAYS)
  const from = weeks < months ? weeks : months
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: range.to }
}

/** What somebody should look at: the grave first, and of those what is newest and stands out most. */
export const attentionOf = (asked: AttentionInput): AttentionItem[] => {
  const input = { ...asked, range: recent(asked.range) }
  return [
    ...anomalyItems(input),
    ...riskItems(input),
    ...fallItems(input),
    ...keyItems(input),
    ...neglectedItems(input),
    ...stoppedItems(input),
  ].sort((a, b) => severities[b.severity] - severities[a.severity] || kinds[a.kind] - kinds[b.kind])
}

/** Of a longer range only so many days at its end are looked at: what is older is for the charts. */
const RECENT_DAYS = 30

const recent = ({ from, to }: Range): Range => {
  const start = addDays(to, 1 - RECENT_DAYS)
  return { from: from > start ? from : start, to }
}

const severities = { high: 1, medium: 0 }
const kinds: Record<AttentionItem['kind'], number> = { anomaly: 0, risk: 1, keys: 2, fell: 3, neglected: 4, stopped: 5 }

const anomalyItems = ({ range, credits, tools, activity, productivity }: AttentionInput): AttentionItem[] => {
  const rows: Record<UsageView, readonly DayRow[] | undefined> = {
    credits: credits?.days,
    tools,
    activity,
    productivity,
  }
  // A holiday is one matter, not five: what is unusual on a day in the same direction is told in one line.
  const matters = new Map<string, { measure: Watched; anomaly: Anomaly; also: Watched[] }>()
  for (const name of Object.keys(WATCHED) as Watched[]) {
    const { measure, view } = WATCHED[name]
    for (const anomaly of anomaliesOf(valuesByDay(measure, rows[view] ?? []), range)) {
      const id = `${anomaly.direction}:${anomaly.day}`
      const first = matters.get(id)
      if (first) first.also.push(name)
      else matters.set(id, { measure: name, anomaly, also: [] })
    }
  }
  return [...matters]
    .sort(([, a], [, b]) => (a.anomaly.day < b.anomaly.day ? 1 : a.anomaly.day > b.anomaly.day ? -1 : 0))
    .map(([id, { measure, anomaly, also }]): AttentionItem => {
      const explained = measure === 'credits' && credits ? explainDay(anomaly.day, credits, { top: 1 }) : undefined
      return {
        kind: 'anomaly',
        id: `anomaly:${id}`,
        severity: measure === 'credits' && anomaly.direction === 'over' ? 'high' : 'medium',
        target: { screen: 'usage', view: WATCHED[measure].view, day: anomaly.day },
        measure,
        anomaly,
        also,
        because: explained?.status === 'explained' ? explained.models[0] : undefined,
      }
    })
}

const riskItems = ({ range, now, revisions = [] }: AttentionInput): AttentionItem[] => {
  const byNumber = new Map(revisions.map((each) => [each.revision ?? each, each]))
  const oldestFirst = [...byNumber.values()].sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
  const newest = oldestFirst.at(-1)
  const items = oldestFirst.flatMap((revision, index): AttentionItem[] => {
    const before = oldestFirst[index - 1]
    if (!before || !isWithin(revision.updatedAt, range, now)) return []
    // What a later revision took back needs no attention any more.
    const risks = settingsRisks(before.settings, revision.settings, newest?.settings)
    if (risks.length === 0) return []
    return [
      {
        kind: 'risk',
        id: `risk:${revision.revision ?? index}`,
        severity: risks.some(({ isGrave }) => isGrave) ? 'high' : 'medium',
        target: { screen: 'controls', revision: revision.revision, path: risks[0]?.path },
        revision: revision.revision,
        updatedAt: revision.updatedAt,
        risks,
      },
    ]
  })
  return items.reverse()
}

// Analytics end yesterday, but revisions are there at once: those of today belong to a range that ends yesterday.
const isWithin = (updatedAt: string | undefined, range: Range, now: number): boolean => {
  const at = Date.parse(updatedAt ?? '')
  if (Number.isNaN(at)) return false
  const day = dayOf(at)
  return day >= range.from && (day <= range.to || range.to >= yesterdayOf(now))
}

const fallItems = ({ reports = [] }: AttentionInput): AttentionItem[] =>
  [...reportsByRepository(reports)].flatMap(([repoUrl, [newer, older]]): AttentionItem[] => {
    if (!newer || !older) return []
    const { from, to, lost } = reportChange(older, newer)
    if (to >= from) return []
    const decides = (criterion: string): number => (CRITERIA.get(criterion)?.level === to ? 0 : 1)
    const decisiveFirst = lost.toSorted((a, b) => decides(a) - decides(b))
    return [
      {
        kind: 'fell',
        id: `fell:${repoUrl}`,
        severity: 'medium',
        target: { screen: 'readiness', repoUrl, criterion: decisiveFirst[0] },
        repoUrl,
        from,
        to,
        lost: decisiveFirst,
      },
    ]
  })

const DAY_MS = 86_400_000
/** How many days before it expires a key is told of, and told of as grave. */
const KEY_DAYS = { soon: 30, very: 7 }

const keyItems = ({ keys = [], now }: AttentionInput): AttentionItem[] =>
  keys
    .filter(({ expiresAt }) => expiresAt <= now + KEY_DAYS.soon * DAY_MS)
    .toSorted((a, b) => a.expiresAt - b.expiresAt)
    .map((key) => ({
      kind: 'keys',
      id: `keys:${key.id}`,
      severity: key.expiresAt <= now + KEY_DAYS.very * DAY_MS ? 'high' : 'medium',
      target: { screen: 'keys', id: key.id },
      key,
      isExpired: key.expiresAt <= now,
    }))

const neglectedItems = ({ neglectedKeys: counts }: AttentionInput): AttentionItem[] => {
  if (counts === undefined || counts.neverExpires + counts.old === 0) return []
  const { first, ...own } = counts
  const target = { screen: 'keys', ...(first !== undefined && { id: first }) } as const
  return [{ kind: 'neglected', id: 'neglected', severity: 'medium', target, ...own }]
}

const stoppedItems = ({ range, credits }: AttentionInput): AttentionItem[] => {
  const stopped = credits && stoppedPeople(credits, range.to)
  const [first, ...others] = stopped?.people ?? []
  if (!first) return []
  return [
    {
      kind: 'stopped',
      id: 'stopped',
      severity: 'medium',
      target: { screen: 'people', ...(others.length === 0 && { person: first.id, day: first.lastDay }) },
      people: [first, ...others],
      quietDays: QUIET_DAYS,
    },
  ]
}
