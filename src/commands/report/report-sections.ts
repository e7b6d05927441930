import { DAY_MS } from '../../base/time.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { byCare, countKeys } from '../../domain/keys/key-rows.ts'
import { expiryText, keyNote } from '../../domain/keys/key-words.ts'
import { attentionDays, attentionOf, attentionText } from '../../domain/overview/attention/attention.ts'
import { namedFirst } from '../../domain/overview/attention/named-first.ts'
import { withHiddenPeople, withHiddenRevision } from '../../domain/overview/hidden-people.ts'
import { type Figure, overviewOf } from '../../domain/overview/overview-figures.ts'
import { leaderboardOf } from '../../domain/people/leaderboard.ts'
import { sortBy, sortEntries } from '../../domain/people/people-sort.ts'
import { repositoryNames, repositoryRows } from '../../domain/readiness/repository-rows.ts'
import type { ReportSection, ReportTable } from '../../domain/report/report.ts'
import { openWidenings } from '../../domain/revisions/open-widenings.ts'
import { revisionBriefs } from '../../domain/revisions/revision-brief.ts'
import { riskSentence, riskText } from '../../domain/risk/finding-text.ts'
import { settingsRisks } from '../../domain/risk/revision-risk.ts'
import { decimal, fullNumber, moment, NONE, percent, shortNumber, UNKNOWN } from '../../domain/text/format.ts'
import { anomaliesOf } from '../../domain/usage/anomalies.ts'
import { type BreakdownRow, breakdownByModel } from '../../domain/usage/breakdown.ts'
import { type Sum, valuesByDay } from '../../domain/usage/measure-figures.ts'
import { creditMeasures } from '../../domain/usage/usage-measures.ts'
import { partName } from '../overview/load-overview.ts'
import type { LoadedReport } from './load-report.ts'

export type ReportView = {
  range: Range
  /** Undefined: nothing to compare with. */
  previous: Range | undefined
  /** Unix ms. */
  now: number
  /** Where people are to be pseudonyms, what these are made with. */
  salt: string | undefined
}

/** A sum, or a ratio of one; `?` behind it says that members of some days are missing in it. */
const sumText = ({ value, missing }: Sum, write: (value: number | undefined) => string): string =>
  value === undefined || missing === 0 ? write(value) : `${write(value)}${UNKNOWN}`

/** Most rows of a table: a page is read, not searched. */
const SHOWN = 20

/** The sections of the page, in the order in which they are read. */
export const reportSections = (loaded: LoadedReport, view: ReportView): ReportSection[] => [
  briefSection(loaded, view),
  usageSection(loaded, view),
  peopleSection(loaded, view),
  readinessSection(loaded),
  controlsSection(loaded, view),
  keysSection(loaded, view),
]

const briefSection = ({ overview: { parts, missing }, standing }: LoadedReport, view: ReportView): ReportSection => {
  const { range, previous, now, salt } = view
  const overview = overviewOf({ range, previous, now, ...parts, credits: parts.credits?.days })
  const found = attentionOf({ range, now, ...parts, ...standing })
  const items = salt === undefined ? found : found.map((item) => withHiddenPeople(item, salt))
  const whole = (value: number | undefined): string => shortNumber(value === undefined ? undefined : Math.round(value))
  const tenths = (value: number | undefined): string => decimal(value, 1)
  const figure = (name: string, it: Figure | undefined, write: (value: number | undefined) => string) => ({
    name,
    value: it === undefined ? NONE : `${write(it.value)}${it.missingDays > 0 ? '?' : ''}`,
    change: it?.change && `${it.change.sign} ${it.change.text}`,
  })
  const { month } = overview
  const days = attentionDays(range, now)
  const names = repositoryNames((parts.reports ?? []).flatMap(({ repoUrl }) => repoUrl ?? []))
  return {
    title: 'In brief',
    missing:
      missing.length === 0
        ? undefined
        : missing.map((one) => `Without ${partName(one)}: ${one.error.message}`).join(' '),
    blocks: [
      {
        is: 'figures',
        figures: [
          figure('Credits', overview.credits, whole),
          figure('People a day', overview.people, tenths),
          figure('Sessions', overview.sessions, whole),
          figure('Tool calls', overview.toolCalls, whole),
          figure('Commits', overview.commits, whole),
          figure('Pull requests', overview.pullRequests, whole),
        ],
      },
      ...(month === undefined
        ? []
        : [
            {
              is: 'text' as const,
              text: `${shortNumber(month.sofar)} credits so far this month; about ${shortNumber(month.expected)} are expected by ${month.end}.`,
            },
          ]),
      ...(days === undefined || items.length === 0
        ? []
        : [{ is: 'text' as const, text: `What needs attention in the ${days}:` }]),
      {
        is: 'list',
        items: items.map((item) => ({
          isGrave: item.severity === 'high',
          ...attentionText(item, { nameOf: (id, email) => email || id, repositoryOf: (url) => names.get(url) }),
        })),
        empty: `Nothing needs attention${days === undefined ? '' : ` in the ${days}`}${missing.length === 0 ? '' : ' in what could be loaded'}.`,
      },
    ],
  }
}

const usageSection = ({ overview: { parts } }: LoadedReport, { range, previous }: ReportView): ReportSection => {
  const { credits } = parts
  if (credits === undefined) return { title: 'Usage', missing: 'The days of usage could not be loaded.', blocks: [] }
  const values = valuesByDay(creditMeasures.billable_tokens, credits.days)
  const remarks = new Map<Day, string>(
    anomaliesOf(values, range).map(({ day, ratio, median }) => [
      day,
      ratio === undefined ? 'none is usual' : `${decimal(ratio, 1)}x the usual ${shortNumber(median)}`,
    ]),
  )
  const days = daysOf(range)
  return {
    title: 'Usage',
    blocks: [
      {
        is: 'chart',
        title: 'Credits',
        days,
        values: days.map((day) => values.get(day)),
        before: previous && daysOf(previous).map((day) => values.get(day)),
        remarks,
      },
      modelsTable(breakdownByModel(credits.days, range)),
    ],
  }
}

const modelsTable = (rows: readonly BreakdownRow[]): ReportTable => ({
  is: 'table',
  title: titled('Credits by model', rows.length),
  columns: [
    { title: 'Model' },
    right('Credits'),
    right('Of all credits'),
    right('Input tokens'),
    right('Output tokens'),
  ],
  rows: rows
    .slice(0, SHOWN)
    .map(({ name, credits, share, input, output }) => [
      name || '(no id)',
      sumText(credits, fullNumber),
      sumText({ ...credits, value: share }, percent),
      sumText(input, shortNumber),
      sumText(output, shortNumber),
    ]),
  empty: 'No model was used.',
})

const peopleSection = ({ people, overview }: LoadedReport, view: ReportView): ReportSection => {
  const missing = people.missing && `Not everybody is counted here: ${people.missing.message}`
  if (people.data === undefined) return { title: 'People', missing, blocks: [] }
  const { range, previous, now, salt } = view
  const total = overviewOf({ range, now, credits: overview.parts.credits?.days }).credits?.value
  const board = leaderboardOf(people.data, { range, previous, total, salt })
  const entries = [...sortEntries(board, sortBy('credits'))].filter((entry) => board.numberAt('days', entry) > 0)
  return {
    title: 'People',
    missing,
    blocks: [
      {
        is: 'table',
        title: titled('People by credits', board.active),
        columns: [
          { title: 'Person' },
          right('Credits'),
          right('Of all credits'),
          ...(previous ? [right('Change')] : []),
          right('Tool calls'),
          right('Sessions'),
          right('Commits'),
          right('Pull requests'),
          { title: 'Model' },
        ],
        rows: entries.slice(0, SHOWN).map((entry) => {
          const sum = (field: Parameters<typeof board.sumAt>[0]): string =>
            sumText(board.sumAt(field, entry), fullNumber)
          const change = board.deltaAt('credits', entry)
          const credits = board.sumAt('credits', entry)
          const missingIn = (own: Sum | undefined): number => own?.missing ?? 0
          const changeMark = missingIn(credits) + missingIn(board.beforeAt('credits', entry)) > 0 ? UNKNOWN : ''
          const share = board.numberAt('share', entry)
          return [
            board.nameAt(entry),
            sum('credits'),
            sumText({ ...credits, value: Number.isNaN(share) ? undefined : share }, percent),
            ...(previous ? [change === undefined ? NONE : `${change.sign} ${change.text}${changeMark}`] : []),
            sum('tools'),
            sum('sessions'),
            sum('commits'),
            sum('prs'),
            board.wordAt('model', entry) ?? NONE,
          ]
        }),
        empty: 'Nobody was active.',
      },
    ],
  }
}

const readinessSection = ({ overview: { parts } }: LoadedReport): ReportSection => {
  const { reports } = parts
  if (reports === undefined) return { title: 'Readiness', missing: 'The reports could not be loaded.', blocks: [] }
  const rows = repositoryRows(reports)
  return {
    title: 'Readiness',
    blocks: [
      {
        is: 'table',
        title: titled('Repositories, the lowest level first', rows.length),
        columns: [
          { title: 'Repository' },
          { title: 'Level' },
          right('Passed'),
          right('Judged'),
          { title: 'Lost since the report before' },
        ],
        rows: rows.map(({ name, level, before, passRate, report, change }) => [
          name,
          before === undefined || before === level ? `L${level}` : `L${before} → L${level}`,
          percent(passRate),
          moment(report.createdAt).slice(0, 10),
          change && change.lost.length > 0 ? namedFirst(change.lost) : '',
        ]),
        empty: 'There are no readiness reports.',
      },
    ],
  }
}

const controlsSection = ({ history }: LoadedReport, { range, salt, now }: ReportView): ReportSection => {
  const missing = history.missing && `The history is not whole: ${history.missing.message}`
  if (history.data === undefined) return { title: 'Controls', missing, blocks: [] }
  const revisions = salt === undefined ? history.data : history.data.map((one) => withHiddenRevision(one, salt))
  const open = openWidenings(revisions)
  const older = new Map(revisions.map((one, at) => [one.revision, revisions[at + 1]]))
  const settings = new Map(revisions.map((one) => [one.revision, one.settings]))
  const within = revisionBriefs(revisions).filter(({ updatedAt = '' }) => {
    const day = updatedAt.slice(0, 10)
    return day >= range.from && day <= range.to
  })
  return {
    title: 'Controls',
    missing,
    blocks: [
      {
        is: 'table',
        title: titled('Revisions in these days', within.length),
        columns: [right('Revision'), { title: 'When' }, { title: 'Who' }, { title: 'Changed' }, { title: 'Widened' }],
        rows: within
          .slice(0, SHOWN)
          .map(({ revision, updatedAt, who, changed }) => [
            revision === undefined ? '?' : String(revision),
            moment(updatedAt === undefined ? undefined : Date.parse(updatedAt)),
            who ?? '?',
            changed === undefined ? NONE : changed.join(', ') || 'nothing',
            riskText(settingsRisks(older.get(revision)?.settings, settings.get(revision))),
          ]),
        empty: 'No control changed in these days.',
      },
      {
        is: 'table',
        title: titled('Widened and never taken back', open.length),
        columns: [{ title: 'What' }, right('Revision'), right('Days ago'), { title: 'Who' }],
        rows: open
          .slice(0, SHOWN)
          .map(({ finding, revision, updatedAt, who }) => [
            `${finding.isGrave ? '!! ' : '! '}${riskSentence(finding)}`,
            revision === undefined ? '?' : String(revision),
            updatedAt === undefined ? '?' : fullNumber(Math.floor((now - Date.parse(updatedAt)) / DAY_MS)),
            who ?? '?',
          ]),
        empty: 'Nothing that was widened is still open.',
      },
    ],
  }
}

const KEYS_NOT_KNOWN = {
  is: 'text',
  text: 'Not known: no service account is known on this machine, and no server lists them. qd keys add ID adds one.',
} as const

const keysSection = ({ keys }: LoadedReport, { now }: ReportView): ReportSection => {
  const missing = keys.missing?.message
  if (keys.data === undefined) return { title: 'Keys', missing, blocks: missing === undefined ? [KEYS_NOT_KNOWN] : [] }
  const rows = keys.data.toSorted(byCare)
  const { all, active, expiring, neverExpires, old } = countKeys(rows)
  const inCare = rows.filter(({ cares, state }) => state === 'active' && cares.length > 0)
  return {
    title: 'Keys',
    missing,
    blocks: [
      {
        is: 'text',
        text: `${fullNumber(all)} keys of service accounts, ${fullNumber(active)} of them active: ${fullNumber(expiring)} expire within 30 days, ${fullNumber(neverExpires)} never expire, ${fullNumber(old)} are older than a year.`,
      },
      {
        is: 'table',
        title: titled('Keys that need care', inCare.length),
        columns: [{ title: 'Account' }, { title: 'Name' }, { title: 'Expires' }, { title: 'Note' }],
        rows: inCare
          .slice(0, SHOWN)
          .map((row) => [row.account, row.key.name ?? '?', expiryText(row, now), keyNote(row, now)]),
        empty: 'No key needs care.',
      },
    ],
  }
}

const right = (title: string) => ({ title, align: 'right' as const })

const titled = (title: string, count: number): string =>
  count > SHOWN ? `${title}, the first ${SHOWN} of ${fullNumber(count)}` : title
