import * as z from 'zod'
import { ActivityDay, ClientDay, ProductivityDay, ToolDay, ToolNameDay } from '../../../contract/analytics.ts'
import { CreditDay, CreditModelDay } from '../../../contract/credits.ts'
import { Live } from '../../../contract/live.ts'
import { PersonDay } from '../../../contract/per-user-rows.ts'
import {
  day,
  dayOrNull,
  documentOf,
  number,
  numberOrNull,
  Range,
  responseOf,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './document-kit.ts'

/** Members of every attention item. The others depend on its kind. */
const AttentionItem = z.looseObject({
  id: text.describe('stable, for --mute'),
  severity: z.enum(['high', 'medium', 'low']),
  kind: text,
  screen: text.describe('the screen that shows it'),
  text,
  why: text.describe('why it needs attention, as a sentence'),
  mutedUntil: time.optional(),
})

/** A figure of the overview. `change` is a fraction of the previous value. */
const Figure = z
  .strictObject({
    value: numberOrNull,
    previous: numberOrNull,
    change: numberOrNull,
    missingDays: number,
    previousMissingDays: number,
    byDay: z.array(numberOrNull).describe('one value for each day of the range'),
  })
  .nullable()

const Period = Range.extend({ days: number })
const LevelChange = z.strictObject({ repoUrl: text, from: number, to: number })
const FIGURES = {
  credits: Figure,
  people: Figure,
  stickiness: Figure,
  sessions: Figure,
  turnsPerSession: Figure,
  toolCalls: Figure,
  callsPerTurn: Figure,
  commits: Figure,
  pullRequests: Figure,
}

const Month = z
  .strictObject({
    end: day,
    monthCredits: number,
    forecast: number,
    forecastLow: number,
    forecastHigh: number,
    lastMonth: numberOrNull,
  })
  .nullable()

const Overview = documentOf({
  range: Period,
  previous: Period.nullable(),
  attentionFrom: day.describe('first day that is searched for attention items'),
  attention: z.array(AttentionItem),
  muted: number.describe('items that are muted'),
  ...FIGURES,
  month: Month,
  revisions: z
    .array(
      z.strictObject({
        revision: numberOrNull,
        updatedAt: textOrNull,
        who: textOrNull,
        email: textOrNull,
        changed: z.array(text).nullable(),
      }),
    )
    .nullable(),
  readiness: z
    .strictObject({
      repositories: number,
      perLevel: z.record(text, number),
      organisationLevel: numberOrNull,
      medianLevel: numberOrNull,
      fell: z.array(LevelChange),
      rose: z.array(LevelChange),
    })
    .nullable(),
  seats: z
    .strictObject({ seats: number, active: number, inactive: number, never: number, usersWithoutSeat: number })
    .nullable(),
  today: z
    .strictObject({
      asOf: time,
      reportingUsers: number,
      knownUsers: number,
      activeNow: number,
      sessions: number,
      toolCalls: number,
      commits: numberOrNull,
      pullRequests: numberOrNull,
      tokens: numberOrNull,
    })
    .nullable(),
})

/** A figure of a digest. */
const DigestFigure = z
  .strictObject({ value: numberOrNull, previous: numberOrNull, change: numberOrNull, missingDays: number })
  .nullable()
const DIGEST_FIGURES = { credits: DigestFigure, people: DigestFigure, sessions: DigestFigure }

const Digest = documentOf({
  digest: z.enum(['daily', 'weekly']),
  day: day.describe('the day on which it was due, in its time zone'),
  previousDay: dayOrNull.describe('that of the digest before'),
  at: time,
  range: Period.describe('the days since the digest before'),
  ...DIGEST_FIGURES,
  week: z.strictObject({ range: Period, previous: Range.nullable(), ...DIGEST_FIGURES }),
  month: Month,
  budgets: z.record(text, number).describe('number of budgets by status'),
  rose: z.array(LevelChange),
  attention: z.array(AttentionItem.extend({ link: text })).describe('items that were not reported before'),
  reported: number.describe('items that were reported before and are still open'),
  muted: number,
})

/** With --mute and --unmute. */
const Mutes = documentOf({ attention: z.array(z.strictObject({ id: text, mutedUntil: timeOrNull })) })

const Estimate = z.strictObject({ low: number, high: number })

const Savings = documentOf({
  savings: z.array(
    z.strictObject({
      rule: text,
      name: text.optional().describe('with --items'),
      finding: text,
      creditsLow: numberOrNull,
      creditsHigh: numberOrNull,
      moneyLow: numberOrNull,
      moneyHigh: numberOrNull,
      currency: textOrNull,
      formula: text,
      action: text,
      link: textOrNull,
      count: number.optional().describe('findings of the rule, without --items'),
    }),
  ),
  total: z.strictObject({ credits: Estimate, money: z.array(Estimate.extend({ currency: text })) }),
  unknown: z.array(text).describe('rules whose data could not be loaded'),
})

const Budgets = documentOf({
  budgets: z.array(
    z.strictObject({
      scope: text.describe('organization, team:NAME or user:ADDRESS'),
      status: z.enum(['ok', 'near', 'over', 'forecast over', 'unknown']),
      monthStart: day,
      monthEnd: day,
      budget: number.describe('credits of the month'),
      monthCredits: numberOrNull,
      used: numberOrNull.describe('share of the budget, 0 to 1 or more'),
      missingDays: numberOrNull,
      forecast: numberOrNull,
      forecastLow: numberOrNull,
      forecastHigh: numberOrNull,
      money: numberOrNull,
      forecastMoney: numberOrNull,
      currency: textOrNull,
    }),
  ),
})

/**
 * Rows of days, or sums of them, in which a member is null if no row has it. Which members a row has depends on the
 * options; names are those of the API.
 */
const daysOf = (...rows: readonly z.ZodObject[]) => {
  const shape = Object.assign({}, ...rows.map((row) => row.shape)) as Record<string, z.ZodType>
  const members = Object.entries(shape).map(([name, member]) => [name, member.nullish()])
  return documentOf({ data: z.array(z.looseObject(Object.fromEntries(members))), meta: z.looseObject({}) })
}

const SeatComputed = z.strictObject({
  state: z.enum(['active', 'inactive', 'never', 'no seat']),
  createdAt: timeOrNull,
  lastSignInAt: timeOrNull,
  lastUse: dayOrNull,
  idleDays: numberOrNull,
  recentCredits: numberOrNull.describe('of the last 30 days with data'),
  monthCredits: numberOrNull,
  limit: numberOrNull,
  hasOwnLimit: z.boolean().nullable(),
  usedOfLimit: numberOrNull.describe('share of the limit, 0 to 1 or more'),
  forecast: numberOrNull.describe('credits expected in the billing month'),
  reachesLimitOn: dayOrNull,
  seatPrice: numberOrNull,
  currency: textOrNull,
})
const seats = {
  users: z.array(z.strictObject({ id: text, email: textOrNull, name: textOrNull, computed: SeatComputed })),
  lastDay: day.describe('the newest day with data'),
  month: Range,
}
const Users = documentOf({
  ...seats,
  counts: z.strictObject({
    seats: number,
    active: number,
    inactive: number,
    never: number,
    usersWithoutSeat: number,
  }),
})

const LimitChange = z.union([
  documentOf({
    users: z.array(
      z.strictObject({
        email: textOrNull,
        result: z.enum(['changed', 'failed', 'unknown', 'not sent']),
        limit: numberOrNull,
        error: textOrNull,
      }),
    ),
  }),
  documentOf({ globalLimit: numberOrNull }),
])

const Status = documentOf({
  text: text.describe('the line'),
  tooltip: text.describe('several lines'),
  class: z.enum(['ok', 'attention', 'stale']),
  monthStart: dayOrNull,
  monthCredits: numberOrNull,
  forecast: numberOrNull,
  budget: numberOrNull.describe('credits of the month'),
  used: numberOrNull.describe('share of the budget, 0 to 1 or more'),
  attentionItems: number.describe('items that are not muted'),
  isAttentionComplete: z.boolean().describe('whether all data in which items are found was loaded'),
  fetchedAt: time,
  isStale: z.boolean().describe('whether the figures are older than a day'),
})

export const usageOutputs = {
  overview: z.union([Overview, Mutes]),
  status: Status,
  watch: z.union([
    documentOf({ attention: z.array(AttentionItem.extend({ at: time })) }),
    Digest,
    documentOf({ digest: z.null().describe('no digest is due') }),
  ]),
  savings: Savings,
  live: responseOf(Live.shape),
  budget: Budgets,
  export: documentOf({
    files: z.array(z.strictObject({ table: text, path: text, rows: number, sizeBytes: number })),
  }),
  'analytics tokens': daysOf(CreditDay, CreditModelDay),
  'analytics tools': daysOf(ToolDay, ToolNameDay),
  'analytics activity': daysOf(ActivityDay, ClientDay),
  'analytics productivity': daysOf(ProductivityDay),
  'analytics users': daysOf(PersonDay),
  'users list': Users,
  'users inactive': Users,
  'limits list': documentOf({ globalLimit: numberOrNull, ...seats }),
  'limits set': LimitChange,
  'limits clear': LimitChange,
}
