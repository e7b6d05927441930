import { toCsv } from '../../src/domain/output/csv.ts'
import { toMarkdownTable } from '../../src/domain/output/output.ts'
import { attentionLine } from '../../src/domain/overview/attention/attention.ts'
import type { AttentionItem } from '../../src/domain/overview/attention/attention-kinds.ts'
import { DAY_COLUMNS, overviewDays } from '../../src/domain/overview/overview-days.ts'
import type { Overview } from '../../src/domain/overview/overview-figures.ts'
import { overviewOutput } from '../../src/domain/overview/overview-output.ts'
import { pseudonymizeItem } from '../../src/domain/overview/pseudonymize.ts'
import { REPOSITORY_COLUMNS, repositoryOutput } from '../../src/domain/readiness/readiness-output.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { escapedMarkdown } from '../../src/domain/text/code-span.ts'
import { counted } from '../../src/domain/text/format.ts'
import { type Exports, formatOf, jsonFormat } from '../kit/export/exports.ts'

type ExportedOverview = {
  /** Authors are hidden while the session is private. */
  overview: Overview
  attention: readonly AttentionItem[]
  repositories: readonly RepositoryRow[]
  /** The salt of pseudonyms; undefined: people have their names. */
  salt: string | undefined
}

const FIGURES = [
  'credits',
  'people',
  'sessions',
  'commits',
  'pullRequests',
  'toolCalls',
  'stickiness',
  'turnsPerSession',
  'callsPerTurn',
] as const

/** The exports of the overview: everything as Markdown and JSON, and its figures by day as CSV. */
export const overviewExports = ({ overview, repositories, salt, ...shown }: ExportedOverview): Exports | undefined => {
  const { range } = overview
  const attention = salt === undefined ? shown.attention : shown.attention.map((item) => pseudonymizeItem(item, salt))
  const output = overviewOutput(overview, attention)
  const isEmpty = FIGURES.every((name) => output[name] === null)
  if (isEmpty && output.revisions === null && repositories.length === 0) return undefined
  return {
    name: `overview-${range.from}-${range.to}`,
    formats: [
      // qd overview prints no Markdown.
      { ...formatOf('md', 'Markdown', () => overviewMarkdown(output, attention, repositories)), option: undefined },
      jsonFormat(() => output),
      formatOf('csv', 'CSV, figures by day', () => toCsv(overviewDays(overview), DAY_COLUMNS)),
    ],
  }
}

const overviewMarkdown = (
  output: ReturnType<typeof overviewOutput>,
  attention: readonly AttentionItem[],
  repositories: readonly RepositoryRow[],
): string => {
  const { range, previous, readiness, revisions, month } = output
  const figures = FIGURES.map((name) => {
    const { value = null, previous: before = null, change = null, missingDays = null } = output[name] ?? {}
    return { figure: name, value, before, change, missingDays }
  })
  const changes = revisions?.map((row) => ({ ...row, changed: row.changed?.join(', ') ?? null })) ?? []
  const items = attention.map((item) => `- ${item.severity}: ${escapedMarkdown(attentionLine(item))}`)
  const readinessText = readiness
    ? `${counted(readiness.repositories, 'repository', 'repositories')}, L${readiness.organisationLevel ?? '?'} overall`
    : 'not known'
  const lines = [
    `# Overview ${range.from} to ${range.to}`,
    '',
    ...(previous ? [`Compared with ${previous.from} to ${previous.to}.`, ''] : []),
    toMarkdownTable(figures, ['figure', 'value', 'before', 'change', 'missingDays']),
    ...(month
      ? [
          `Credits at the end of the month: ${month.forecast}, between ${month.forecastLow} and ${month.forecastHigh}.`,
          '',
        ]
      : []),
    `## Needs attention: ${items.length}`,
    '',
    ...items,
    ...(items.length > 0 ? [''] : []),
    `## Readiness: ${readinessText}`,
    '',
    ...(repositories.length > 0 ? [toMarkdownTable(repositories.map(repositoryOutput), REPOSITORY_COLUMNS)] : []),
    `## Controls: ${revisions ? `the newest ${counted(revisions.length, 'revision')}` : 'not known'}`,
    '',
    ...(changes.length > 0 ? [toMarkdownTable(changes, ['revision', 'updatedAt', 'who', 'changed'])] : []),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}
