import { BUDGET_STATUSES, budgetRows } from '../budgets/budget-rows.ts'
import { addDays, type Day, lengthOf, type Range } from '../calendar/calendar.ts'
import { formatLink } from '../links/link.ts'
import { targetLink } from '../links/target-link.ts'
import { attentionOutput, attentionText } from '../overview/attention/attention.ts'
import type { AttentionInput } from '../overview/attention/attention-kind.ts'
import type { AttentionItem } from '../overview/attention/attention-kinds.ts'
import { comparisonFor, type Figure, overviewOf } from '../overview/overview-figures.ts'
import { monthJson } from '../overview/overview-output.ts'
import { repositoryNames } from '../readiness/repository-rows.ts'
import { counted, decimal, fullNumber, moment, rangeLabel } from '../text/format.ts'
import type { Digest, DigestBlock, DigestFigure, DigestItem } from './digest.ts'
import { type DigestPeriod, type DigestSchedule, nextDueDay } from './digest-schedule.ts'
import type { LevelRise } from './level-rises.ts'

/** Number of days that are compared with as many days before. */
const WEEK = 7

export type DigestInput = {
  /** Name of the organisation. Untrusted text. */
  organisation: string
  /** `quarterdeck 1.2.0` */
  program: string
  schedule: DigestSchedule
  /** The due day that it is for. */
  day: Day
  /** The due day of the digest before; undefined for the first one. */
  previous: Day | undefined
  /** The last day with data, and the last day that the digest before covered. */
  lastDay: Day
  covered: Day | undefined
  /** Unix ms. */
  now: number
  data: Omit<AttentionInput, 'range' | 'now'>
  /** Attention items that no digest or qd watch has reported. */
  items: readonly AttentionItem[]
  /** Number of items that were reported before, and of muted ones. */
  reported: number
  muted: number
  /** Repositories that reached a higher level and were not reported before. */
  rises: readonly LevelRise[]
  missing: readonly { what: string; why: string }[]
  /** Whether links name no users. */
  isPrivate: boolean
}

/** The days of a digest: those since the digest before, at most a week. */
const daysSince = ({ schedule, lastDay, covered }: DigestInput): Range => {
  const first = addDays(lastDay, 1 - WEEK)
  if (schedule.period === 'weekly') return { from: first, to: lastDay }
  const next = covered === undefined || covered >= lastDay ? lastDay : addDays(covered, 1)
  return { from: next > first ? next : first, to: lastDay }
}

const figuresOf = ({ data, now }: DigestInput, range: Range, previous: Range | undefined) =>
  overviewOf({ range, previous, now, credits: data.credits?.days, activity: data.activity })

/** Computes a digest, with the same figures as the overview of its days. */
export const organisationDigest = (input: DigestInput) => {
  const { data, lastDay } = input
  const days = daysSince(input)
  const week = { from: addDays(lastDay, 1 - WEEK), to: lastDay }
  const budgets = data.budgets && data.credits && budgetRows({ ...data.budgets, credits: data.credits, lastDay })
  return {
    input,
    days,
    ofDays: figuresOf(input, days, undefined),
    ofWeek: figuresOf(input, week, comparisonFor(week)),
    budgets: BUDGET_STATUSES.map((status) => ({
      status,
      count: (budgets ?? []).filter((row) => row.status === status).length,
    })).filter(({ count }) => count > 0),
  }
}

export type OrganisationDigest = ReturnType<typeof organisationDigest>

const PERIOD_TITLES: Record<DigestPeriod, string> = { daily: 'Daily digest', weekly: 'Weekly digest' }

/** The digest as a document. */
export const digestDocument = (computed: OrganisationDigest): Digest => {
  const { input, days } = computed
  const { organisation, program, schedule, day, items, now } = input
  const count = items.length === 0 ? 'nothing new' : counted(items.length, 'new item')
  return {
    title: `${PERIOD_TITLES[schedule.period]} ${day} · ${organisation}: ${count}`,
    period: `${rangeLabel(days)} (${counted(lengthOf(days), 'day')}, UTC)${missedText(input)}`,
    sections: [
      { title: 'What moved', blocks: movedBlocks(computed) },
      { title: 'Needs attention', blocks: attentionBlocks(input) },
      { title: 'Open', blocks: [{ is: 'list', items: PLACES.map(placeItem) }] },
    ],
    source: `Made by ${program} on ${moment(now)}.`,
  }
}

const missedText = ({ previous, day, schedule }: DigestInput): string =>
  previous !== undefined && nextDueDay(previous, schedule) < day ? `; the digest before was on ${previous}` : ''

const PLACES = ['overview', 'usage', 'people', 'readiness', 'controls'] as const

const placeItem = (screen: (typeof PLACES)[number]): DigestItem => ({
  isCritical: false,
  subject: `${screen.slice(0, 1).toUpperCase()}${screen.slice(1)}`,
  text: '',
  link: formatLink({ profile: undefined, screen, path: undefined, params: new Map() }),
})

const whole = (value: number | undefined): string => fullNumber(value === undefined ? undefined : Math.round(value))
const tenths = (value: number | undefined): string => decimal(value, 1)

const figure = (name: string, of: Figure | undefined, write = whole): DigestFigure[] => {
  if (of === undefined) return []
  const { value, missingDays, previous, previousMissingDays, change } = of
  const before = `from ${write(previous)}${previousMissingDays > 0 ? '?' : ''}`
  return [
    {
      name,
      value: `${write(value)}${missingDays > 0 ? '?' : ''}`,
      ...(change && { change: `${change.sign} ${change.text} ${before}` }),
    },
  ]
}

const movedBlocks = ({ input, days, ofDays, ofWeek, budgets }: OrganisationDigest): DigestBlock[] => {
  const { month } = ofWeek
  const isWeek = input.schedule.period === 'weekly'
  const figures = [
    ...(isWeek
      ? []
      : [
          ...figure(`Credits, ${rangeLabel(days)}`, ofDays.credits),
          ...(lengthOf(days) === 1
            ? figure(`Users, ${rangeLabel(days)}`, ofDays.people)
            : figure(`Users per day, ${rangeLabel(days)}`, ofDays.people, tenths)),
          ...figure(`Sessions, ${rangeLabel(days)}`, ofDays.sessions),
        ]),
    ...figure('Credits, 7 days', ofWeek.credits),
    ...figure('Users per day, 7 days', ofWeek.people, tenths),
    ...figure('Sessions, 7 days', ofWeek.sessions),
    ...(month === undefined
      ? []
      : [
          { name: 'Credits, month so far', value: whole(month.sofar) },
          {
            name: `Credits, expected by ${month.end}`,
            value: `${whole(month.expected)} (${whole(month.low)} to ${whole(month.high)})`,
          },
        ]),
  ]
  const text = (sentence: string): DigestBlock => ({ is: 'text', text: sentence })
  const fell = input.items.filter(({ kind }) => kind === 'fell').length
  const loosened = input.items.filter(({ kind }) => kind === 'risk').length
  const names = repositoryNames((input.data.reports ?? []).flatMap(({ repoUrl }) => repoUrl ?? []))
  return [
    { is: 'figures', figures },
    ...(budgets.length === 0
      ? []
      : [text(`Budgets: ${budgets.map(({ status, count }) => `${fullNumber(count)} ${status}`).join(', ')}.`)]),
    ...(fell + input.rises.length === 0
      ? []
      : [text(`Levels of repositories: ${fullNumber(input.rises.length)} rose, ${fullNumber(fell)} fell.`)]),
    {
      is: 'list',
      items: input.rises.map(({ repoUrl, from, to }) => ({
        isCritical: false,
        subject: names.get(repoUrl) ?? repoUrl,
        text: `rose from L${from} to L${to}`,
        link: targetLink({ screen: 'readiness', repoUrl, criterion: undefined }, input.isPrivate),
      })),
    },
    ...(loosened === 0 ? [] : [text(`Revisions that loosened settings: ${fullNumber(loosened)}.`)]),
    ...input.missing.map(({ what, why }) => text(`Missing ${what}: ${why}`)),
  ]
}

const attentionBlocks = ({ items, reported, muted, isPrivate, data, missing }: DigestInput): DigestBlock[] => {
  const names = repositoryNames((data.reports ?? []).flatMap(({ repoUrl }) => repoUrl ?? []))
  const words = { nameOf: (id: string, email?: string) => email || id, repositoryOf: (url: string) => names.get(url) }
  const loaded = missing.length === 0 ? '' : ' in the loaded data'
  const others = [
    ...(reported > 0 ? [`${counted(reported, 'item')} reported before and still open`] : []),
    ...(muted > 0 ? [`${fullNumber(muted)} muted`] : []),
  ].join(', ')
  return [
    ...(items.length === 0 ? [{ is: 'text', text: `Nothing new needs attention${loaded}.` } as const] : []),
    {
      is: 'list',
      items: items.map((item) => ({
        isCritical: item.severity === 'high',
        ...attentionText(item, words),
        link: targetLink(item.target, isPrivate),
      })),
    },
    ...(others === '' ? [] : [{ is: 'text', text: `Also ${others}: see qd overview.` } as const]),
  ]
}

/** The digest for scripts, with raw numbers. A figure that could not be loaded is null. */
export const digestOutput = ({ input, days, ofDays, ofWeek, budgets }: OrganisationDigest) => {
  const { schedule, day, previous, items, reported, muted, rises, missing, isPrivate, now } = input
  return {
    digest: schedule.period,
    day,
    previousDay: previous ?? null,
    at: new Date(now).toISOString(),
    range: { ...days, days: lengthOf(days) },
    ...valuesOf(ofDays),
    week: { range: { ...ofWeek.range, days: WEEK }, previous: ofWeek.previous ?? null, ...valuesOf(ofWeek) },
    month: ofWeek.month === undefined ? null : monthJson(ofWeek.month),
    budgets: Object.fromEntries(budgets.map(({ status, count }) => [status, count])),
    rose: rises.map(({ repoUrl, from, to }) => ({ repoUrl, from, to })),
    attention: items.map((item) => ({ ...attentionOutput(item), link: targetLink(item.target, isPrivate) })),
    reported,
    muted,
    ...(missing.length > 0 && { incomplete: true, missing }),
  }
}

const valuesOf = ({ credits, people, sessions }: OrganisationDigest['ofDays']) => ({
  credits: figureJson(credits),
  people: figureJson(people),
  sessions: figureJson(sessions),
})

const figureJson = (of: Figure | undefined) =>
  of === undefined
    ? null
    : {
        value: of.value ?? null,
        previous: of.previous ?? null,
        change: of.change?.fraction ?? null,
        missingDays: of.missingDays,
      }
