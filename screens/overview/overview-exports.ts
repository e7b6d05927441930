import { type OutputRow, toCsv } from '../../src/domain/output/csv.ts'
import { toJson, toMarkdownTable } from '../../src/domain/output/output.ts'
import { attentionLine } from '../../src/domain/overview/attention/attention.ts'
import type { AttentionItem } from '../../src/domain/overview/attention/attention-kinds.ts'
import { withHiddenPeople } from '../../src/domain/overview/hidden-people.ts'
import type { Figure, Overview } from '../../src/domain/overview/overview-figures.ts'
import { overviewOutput } from '../../src/domain/overview/overview-output.ts'
import { REPOSITORY_COLUMNS, repositoryOutput } from '../../src/domain/readiness/readiness-output.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { escapedMarkdown } from '../../src/domain/text/code-span.ts'
import type { Exports } from '../kit/export/exports.ts'

export type ExportedOverview = {
  /** In privacy mode with hidden authors. */
  overview: Overview
  attention: readonly AttentionItem[]
  repositories: readonly RepositoryRow[]
  /** What people are called by pseudonyms with; undefined: by their names. */
  salt: string | undefined
}

/** Figures that have a value for each day. */
const BY_DAY = {
  credits: 'credits',
  people: 'people',
  sessions: 'sessions',
  commits: 'commits',
  pull_requests: 'pullRequests',
  tool_calls: 'toolCalls',
} as const satisfies Record<string, keyof Overview>

/** All figures, by the names that the JSON has for them. */
const FIGURES = {
  ...BY_DAY,
  stickiness: 'stickiness',
  turns_per_session: 'turnsPerSession',
  calls_per_turn: 'callsPerTurn',
} as const satisfies Record<string, keyof Overview>

/** What the overview tells: the whole for people and as JSON, and its figures by day as CSV. */
export const overviewExports = (exported: ExportedOverview): Exports | undefined => {
  const { overview, repositories, salt } = exported
  const { range, revisions } = overview
  const isEmpty = Object.values(FIGURES).every((name) => overview[name] === undefined)
  if (isEmpty && revisions === undefined && repositories.length === 0) return undefined
  const attention =
    salt === undefined ? exported.attention : exported.attention.map((item) => withHiddenPeople(item, salt))
  return {
    name: `overview-${range.from}-${range.to}`,
    formats: [
      {
        id: 'md',
        title: 'Markdown',
        extension: 'md',
        text: () => overviewMarkdown(overview, attention, repositories),
      },
      {
        id: 'json',
        title: 'JSON',
        extension: 'json',
        text: () => `${toJson(overviewOutput(overview, attention), { indent: 2 })}\n`,
      },
      {
        id: 'csv',
        title: 'CSV, figures by day',
        extension: 'csv',
        text: () => toCsv(dayRows(overview), ['date', ...Object.keys(BY_DAY)]),
      },
    ],
  }
}

const dayRows = (overview: Overview): OutputRow[] =>
  overview.days.map((date, at) => ({
    date,
    ...Object.fromEntries(Object.entries(BY_DAY).map(([name, member]) => [name, overview[member]?.series[at] ?? null])),
  }))

const overviewMarkdown = (
  overview: Overview,
  attention: readonly AttentionItem[],
  repositories: readonly RepositoryRow[],
): string => {
  const { range, previous, readiness, revisions, month } = overview
  const figures = Object.entries(FIGURES).map(([name, member]) => figureRow(name, overview[member]))
  const against = previous ? [`Compared with ${previous.from} to ${previous.to}.`, ''] : []
  const forecast = month
    ? [`Credits at the end of the month: ${month.expected}, between ${month.low} and ${month.high}.`, '']
    : []
  const items = attention.map((item) => `- ${item.severity}: ${escapedMarkdown(attentionLine(item))}`)
  const standing = readiness
    ? `## Readiness: ${readiness.repositories} repositories, L${readiness.organisationLevel ?? '?'} overall`
    : '## Readiness: not known'
  const lines = [
    `# Overview ${range.from} to ${range.to}`,
    '',
    ...against,
    toMarkdownTable(figures, ['figure', 'value', 'before', 'change', 'days_missing']),
    ...forecast,
    `## Needs attention: ${items.length}`,
    '',
    ...items,
    ...(items.length > 0 ? [''] : []),
    standing,
    '',
    ...(repositories.length > 0 ? [toMarkdownTable(repositories.map(repositoryOutput), REPOSITORY_COLUMNS)] : []),
    `## Controls: ${revisions ? `the newest ${revisions.length} revisions` : 'not known'}`,
    '',
    ...(revisions && revisions.length > 0 ? [revisionsTable(revisions)] : []),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

const figureRow = (figure: string, told: Figure | undefined): OutputRow => ({
  figure,
  value: told?.value ?? null,
  before: told?.previous ?? null,
  change: told?.change?.fraction ?? null,
  days_missing: told?.missingDays ?? null,
})

const revisionsTable = (revisions: NonNullable<Overview['revisions']>): string =>
  toMarkdownTable(
    revisions.map(({ revision, updatedAt, who, changed }) => ({
      revision: revision ?? null,
      updated_at: updatedAt ?? null,
      who: who ?? null,
      changed: changed?.join(', ') ?? null,
    })),
    ['revision', 'updated_at', 'who', 'changed'],
  )
