import { DAY_MS } from '../../base/time.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { byUrgency, countKeys } from '../../domain/keys/key-rows.ts'
import { expiryText, keyNote } from '../../domain/keys/key-words.ts'
import { type CreditPrice, moneyOf } from '../../domain/money/price.ts'
import { attentionDays, attentionOf, attentionText } from '../../domain/overview/attention/attention.ts'
import { namedFirst } from '../../domain/overview/attention/named-first.ts'
import { type Figure, overviewOf } from '../../domain/overview/overview-figures.ts'
import { pseudonymizeItem, pseudonymizeRevision } from '../../domain/overview/pseudonymize.ts'
import { leaderboardOf } from '../../domain/people/leaderboard.ts'
import { sortBy, sortEntries } from '../../domain/people/people-sort.ts'
import { repositoryNames, repositoryRows } from '../../domain/readiness/repository-rows.ts'
import type { ReportSection, ReportTable } from '../../domain/report/report.ts'
import { openLoosenings } from '../../domain/revisions/open-loosenings.ts'
import { revisionBriefs } from '../../domain/revisions/revision-brief.ts'
import { riskSentence, riskText } from '../../domain/risk/finding-text.ts'
import { settingsRisks } from '../../domain/risk/revision-risk.ts'
import { counted, decimal, fullNumber, moment, NONE, percent, shortNumber, UNKNOWN } from '../../domain/text/format.ts'
import { anomaliesOf } from '../../domain/usage/anomalies.ts'
import { type BreakdownRow, breakdownByModel } from '../../domain/usage/breakdown.ts'
import { type Sum, valuesByDay } from '../../domain/usage/measure-figures.ts'
import { breakdownByTeam } from '../../domain/usage/team-breakdown.ts'
import { creditMeasures } from '../../domain/usage/usage-measures.ts'
import { partName } from '../overview/load-overview.ts'
import type { LoadedReport } from './load-report.ts'

export type ReportView = {
  range: Range
  /** Undefined: no comparison. */
  previous: Range | undefined
  /** Unix ms. */
  now: number
  /** Salt of pseudonyms; undefined: names are shown. */
  salt: string | undefined
}

/** A sum, or a ratio of sums; a `?` marks missing values. */
const sumText = ({ value, missing }: Sum, write: (value: number | undefined) => string): string =>
  value === undefined || missing === 0 ? write(value) : `${write(value)}${UNKNOWN}`

const MAX_TABLE_ROWS = 20

/** The sections of the page, in order. */
export const reportSections = (loaded: LoadedReport, view: ReportView): ReportSection[] => [
  briefSection(loaded, view),
  usageSection(loaded, view),
  peopleSection(loaded, view),
  readinessSection(loaded),
  controlsSection(loaded, view),
  keysSection(loaded, view),
]

type Column<Row> = readonly [title: string, cell: (row: Row) => string, align?: 'right']

const table = <Row>(
  title: string,
  rows: readonly Row[],
  empty: string,
  columns: readonly Column<Row>[],
): ReportTable => ({
  is: 'table',
  title: rows.length > MAX_TABLE_ROWS ? `${title}, the first ${MAX_TABLE_ROWS} of ${fullNumber(rows.length)}` : title,
  columns: columns.map(([title, , align]) => ({ title, ...(align && { align }) })),
  rows: rows.slice(0, MAX_TABLE_ROWS).map((row) => columns.map(([, cell]) => cell(row))),
  empty,
})

const textBlock = (text: string) => ({ is: 'text', text }) as const

const briefSection = ({ overview: { parts, missing, current } }: LoadedReport, view: ReportView): ReportSection => {
  const { range, previous, now, salt } = view
  const overview = overviewOf({ range, previous, now, ...parts, credits: parts.credits?.days })
  const found = attentionOf({ range, now, ...parts, ...current })
  const items = salt === undefined ? found : found.map((item) => pseudonymizeItem(item, salt))
  const whole = (value: number | undefined): string => shortNumber(value === undefined ? undefined : Math.round(value))
  const figureText = (name: string, figure: Figure | undefined, write = whole) => ({
    name,
    value: figure === undefined ? NONE : `${write(figure.value)}${figure.missingDays > 0 ? '?' : ''}`,
    change: figure?.change && `${figure.change.sign} ${figure.change.text}`,
  })
  const { month } = overview
  const days = attentionDays(range, now)
  const inDays = days === undefined ? '' : ` in the ${days}`
  const names = repositoryNames((parts.reports ?? []).flatMap(({ repoUrl }) => repoUrl ?? []))
  const figures = [
    figureText('Credits', overview.credits),
    figureText('Users per day', overview.people, (value) => decimal(value, 1)),
    figureText('Sessions', overview.sessions),
    figureText('Tool calls', overview.toolCalls),
    figureText('Commits', overview.commits),
    figureText('Pull requests', overview.pullRequests),
  ]
  const last = month?.lastMonth === undefined ? '' : ` Last month: ${shortNumber(month.lastMonth)}.`
  const expected =
    month &&
    `${shortNumber(month.sofar)} credits so far this month; about ${shortNumber(month.expected)} are expected by ${month.end}.${last}`
  return {
    title: 'In brief',
    missing: missing.map((one) => `Missing ${partName(one)}: ${one.error.message}`).join(' ') || undefined,
    blocks: [
      { is: 'figures', figures },
      ...(expected === undefined ? [] : [textBlock(expected)]),
      ...(days === undefined || items.length === 0 ? [] : [textBlock(`What needs attention${inDays}:`)]),
      {
        is: 'list',
        items: items.map((item) => ({
          isCritical: item.severity === 'high',
          ...attentionText(item, { nameOf: (id, email) => email || id, repositoryOf: (url) => names.get(url) }),
        })),
        empty: `Nothing needs attention${inDays}${missing.length === 0 ? '' : ' in the loaded data'}.`,
      },
    ],
  }
}

/** What the credits of a row cost, where credits have a price. */
const moneyColumns = <Row>(price: CreditPrice | undefined, creditsOf: (row: Row) => Sum): Column<Row>[] =>
  price === undefined
    ? []
    : [[price.currency, (row) => sumText(creditsOf(row), (value) => decimal(moneyOf(value, price), 2)), 'right']]

const usageSection = (loaded: LoadedReport, { range, previous }: ReportView): ReportSection => {
  const { overview, teams, creditPrice } = loaded
  const { credits } = overview.parts
  if (credits === undefined) return { title: 'Usage', missing: 'Usage could not be loaded.', blocks: [] }
  const perDay = valuesByDay(creditMeasures.billable_tokens, credits.days)
  const remarks = new Map<Day, string>(
    anomaliesOf(perDay, range).map(({ day, ratio, median }) => [
      day,
      ratio === undefined ? 'usually none' : `${decimal(ratio, 1)}x the usual ${shortNumber(median)}`,
    ]),
  )
  const valuesIn = (period: Range) => daysOf(period).map((day) => perDay.get(day))
  const [days, values, before] = [daysOf(range), valuesIn(range), previous && valuesIn(previous)]
  const models = breakdownByModel(credits.days, range)
  const ofTeams = teams ? breakdownByTeam(credits, range, teams) : []
  return {
    title: 'Usage',
    blocks: [
      { is: 'chart', title: 'Credits', days, values, before, remarks },
      table('Credits by model', models, 'No model was used.', [
        ['Model', ({ name }) => name || '(no id)'],
        ['Credits', (row) => sumText(row.credits, fullNumber), 'right'],
        ...moneyColumns<BreakdownRow>(creditPrice, (row) => row.credits),
        ['Of all credits', (row) => sumText({ ...row.credits, value: row.share }, percent), 'right'],
        ['Input tokens', ({ input }) => sumText(input, shortNumber), 'right'],
        ['Output tokens', ({ output }) => sumText(output, shortNumber), 'right'],
      ]),
      ...(ofTeams.length === 0
        ? []
        : [
            table('Credits by team', ofTeams, '', [
              ['Team', ({ name }) => name],
              ['Users', ({ users }) => fullNumber(users), 'right'],
              ['Credits', (row) => sumText(row.credits, fullNumber), 'right'],
              ...moneyColumns<BreakdownRow>(creditPrice, (row) => row.credits),
              ['Of all credits', (row) => sumText({ ...row.credits, value: row.share }, percent), 'right'],
            ]),
          ]),
    ],
  }
}

const peopleSection = ({ people, overview, creditPrice }: LoadedReport, view: ReportView): ReportSection => {
  const missing = people.error && `Some users are missing: ${people.error.message}`
  if (people.data === undefined) return { title: 'People', missing, blocks: [] }
  const { range, previous, now, salt } = view
  const total = overviewOf({ range, now, credits: overview.parts.credits?.days }).credits?.value
  const board = leaderboardOf(people.data, { range, previous, total, salt })
  const entries = [...sortEntries(board, sortBy('credits'))].filter((entry) => board.numberAt('days', entry) > 0)
  const sum = (title: string, field: Parameters<typeof board.sumAt>[0]): Column<number> => [
    title,
    (entry) => sumText(board.sumAt(field, entry), fullNumber),
    'right',
  ]
  const shareOf = (entry: number): string => {
    const share = board.numberAt('share', entry)
    return sumText({ ...board.sumAt('credits', entry), value: Number.isNaN(share) ? undefined : share }, percent)
  }
  const changeOf = (entry: number): string => {
    const change = board.deltaAt('credits', entry)
    const missing = board.sumAt('credits', entry).missing + (board.beforeAt('credits', entry)?.missing ?? 0)
    return change === undefined ? NONE : `${change.sign} ${change.text}${missing > 0 ? UNKNOWN : ''}`
  }
  const changes: Column<number>[] = previous ? [['Change', changeOf, 'right']] : []
  const columns: Column<number>[] = [
    ['Person', board.nameAt],
    sum('Credits', 'credits'),
    ...moneyColumns<number>(creditPrice, (entry) => board.sumAt('credits', entry)),
    ['Of all credits', shareOf, 'right'],
    ...changes,
    sum('Tool calls', 'tools'),
    sum('Sessions', 'sessions'),
    sum('Commits', 'commits'),
    sum('Pull requests', 'prs'),
    ['Model', (entry) => board.wordAt('model', entry) ?? NONE],
  ]
  return { title: 'People', missing, blocks: [table('People by credits', entries, 'No user was active.', columns)] }
}

const readinessSection = ({ overview: { parts } }: LoadedReport): ReportSection => {
  const { reports } = parts
  if (reports === undefined) return { title: 'Readiness', missing: 'The reports could not be loaded.', blocks: [] }
  const rows = repositoryRows(reports)
  return {
    title: 'Readiness',
    blocks: [
      table('Repositories, lowest level first', rows, 'There are no readiness reports.', [
        ['Repository', ({ name }) => name],
        ['Level', ({ level, before = level }) => (before === level ? `L${level}` : `L${before} → L${level}`)],
        ['Passed', ({ passRate }) => percent(passRate), 'right'],
        ['Evaluated', ({ report }) => moment(report.createdAt).slice(0, 10), 'right'],
        ['Lost since the previous report', ({ change }) => (change?.lost.length ? namedFirst(change.lost) : '')],
      ]),
    ],
  }
}

const controlsSection = ({ history }: LoadedReport, { range, salt, now }: ReportView): ReportSection => {
  const missing = history.error && `The history is incomplete: ${history.error.message}`
  if (history.data === undefined) return { title: 'Controls', missing, blocks: [] }
  const revisions = salt === undefined ? history.data : history.data.map((one) => pseudonymizeRevision(one, salt))
  const open = openLoosenings(revisions)
  const older = new Map(revisions.map((one, at) => [one.revision, revisions[at + 1]]))
  const settings = new Map(revisions.map((one) => [one.revision, one.settings]))
  const within = revisionBriefs(revisions).filter(({ updatedAt = '' }) => {
    const day = updatedAt.slice(0, 10)
    return day >= range.from && day <= range.to
  })
  const timeOf = (updatedAt: string | undefined) => (updatedAt === undefined ? undefined : Date.parse(updatedAt))
  const number: Column<{ revision?: number | undefined }> = ['Revision', (row) => String(row.revision ?? '?'), 'right']
  const author: Column<{ who?: string | undefined }> = ['Who', ({ who }) => who ?? '?']
  return {
    title: 'Controls',
    missing,
    blocks: [
      table('Revisions in this period', within, 'No control changed in this period.', [
        number,
        ['When', ({ updatedAt }) => moment(timeOf(updatedAt))],
        author,
        ['Changed', ({ changed }) => (changed === undefined ? NONE : changed.join(', ') || 'nothing')],
        ['Loosened', (row) => riskText(settingsRisks(older.get(row.revision)?.settings, settings.get(row.revision)))],
      ]),
      table('Loosened and still in effect', open, 'No loosened setting is still in effect.', [
        ['What', ({ finding }) => `${finding.isCritical ? '!! ' : '! '}${riskSentence(finding)}`],
        number,
        [
          'Days ago',
          (row) =>
            row.updatedAt === undefined ? '?' : fullNumber(Math.floor((now - Date.parse(row.updatedAt)) / DAY_MS)),
          'right',
        ],
        author,
      ]),
    ],
  }
}

const NO_KNOWN_ACCOUNTS = textBlock(
  'Unknown: no service accounts have been added on this machine. Add one with qd keys add ID.',
)

const keysSection = ({ keys }: LoadedReport, { now }: ReportView): ReportSection => {
  const missing = keys.error?.message
  if (keys.data === undefined)
    return { title: 'Keys', missing, blocks: missing === undefined ? [NO_KNOWN_ACCOUNTS] : [] }
  const rows = keys.data.toSorted(byUrgency)
  const { all, active, expiring, neverExpires, old } = countKeys(rows)
  const concerning = rows.filter(({ concerns, state }) => state === 'active' && concerns.length > 0)
  return {
    title: 'Keys',
    missing,
    blocks: [
      textBlock(
        `${counted(all, 'key')} of service accounts, ${fullNumber(active)} of them active: ${counted(expiring, 'expires', 'expire')} within 30 days, ${counted(neverExpires, 'never expires', 'never expire')}, ${counted(old, 'is', 'are')} older than a year.`,
      ),
      table('Keys that need attention', concerning, 'No key needs attention.', [
        ['Account', ({ account }) => account],
        ['Name', ({ key }) => key.name ?? '?'],
        ['Expires', (row) => expiryText(row, now)],
        ['Note', (row) => keyNote(row, now)],
      ]),
    ],
  }
}
