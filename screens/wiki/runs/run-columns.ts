import { basename } from 'node:path'
import type { WikiRunRow } from '../../../src/cache/load/management/load-wiki-runs.ts'
import { age, fullNumber, moment } from '../../../src/domain/text/format.ts'
import { percentOf, progressText } from '../../../src/domain/text/progress-text.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'
import { shortHash } from '../../../src/domain/text/short-hash.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { archiveText, newestRuns, pageTitles, runFacts, runName } from '../../../src/domain/wiki/run-name.ts'
import { type CellRole, type Column, leftColumn, rightColumn } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { factLines } from '../../kit/detail/fact-lines.ts'
import { copiedCells } from '../../kit/export/command-options.ts'
import type { Action } from '../../kit/session/actions.ts'

/** A row of the list: a run and its latest export in this session. */
export type RunEntry = { run: WikiRunRow; name: string; job: Action | undefined }

/** Each run with its latest export in this session, newest run first. */
export const runEntries = (runs: readonly WikiRunRow[], jobs: readonly Action[]): RunEntry[] =>
  newestRuns(runs).map((run) => ({ run, name: runName(run), job: jobs.find(({ subject }) => subject === run.id) }))

/** Path of the archive from the latest export; undefined without one. */
export const archiveOf = ({ run, job }: RunEntry): string | undefined =>
  job?.state.is === 'done' ? job.state.path : run.lastExport?.path

/** The latest export in a column. Parts that do not fit are dropped, starting with the last, least important one. */
const lastExportCell = (entry: RunEntry, theme: Theme, width: number): string => {
  const text = lastExportText(entry, theme)
  // An error is one part, which is cut like any text.
  const fitting = text.split(GAP).filter((_, at, parts) => textWidth(parts.slice(0, at + 1).join(GAP)) <= width)
  return fitting.length > 0 ? fitting.join(GAP) : text
}

/** Separates the parts of an export. */
const GAP = '  '

/** State of the latest export of a run, in one line; empty without one. */
const lastExportText = ({ run: { lastExport }, job }: RunEntry, theme: Theme): SafeText | string => {
  if (job) return exportText(job, theme)
  if (!lastExport) return ''
  const { path, sizeBytes, files } = lastExport
  return `${theme.signs.good} ${safeText(basename(path))}  ${archiveText(sizeBytes, files)}`
}

const exportText = ({ state, file }: Action, { signs }: Theme): SafeText | string => {
  switch (state.is) {
    case 'running': {
      if (!state.progress) return `${signs.running} requesting`
      const done = percentOf(state.progress)
      return [signs.running, ...(done ? [done] : []), progressText(state.progress)].join('  ')
    }
    case 'done':
      return `${signs.good} ${safeText(basename(state.path ?? file ?? ''))}  ${safeText(state.text ?? '')}`
    case 'cancelled':
      return 'cancelled'
    case 'failed':
    case 'refused':
    case 'unknown':
      return `${signs.bad} ${safeText(state.error.message)}`
  }
}

const exportRole = ({ run, job }: RunEntry): CellRole | undefined => {
  if (!job) return run.lastExport && 'good'
  if (job.state.is === 'done') return 'good'
  if (job.state.is === 'running') return 'accent'
  return job.state.is === 'cancelled' ? 'muted' : 'bad'
}

export const runColumns = (entries: readonly RunEntry[], theme: Theme): Column<RunEntry>[] => {
  // While all cells are empty, this column is the first to be dropped.
  const priority = entries.some(({ run, job }) => job ?? run.lastExport) ? 1 : 7
  const exportOf = (entry: RunEntry, width: number) => lastExportCell(entry, theme, width)
  return [
    leftColumn('run', 'RUN', { min: 8, max: 20 }, 2, ({ run }) => safeText(run.id)),
    leftColumn('repository', 'REPOSITORY', { min: 10, max: 24 }, 0, ({ name }) => name, 'strong'),
    rightColumn('pages', 'PAGES', 6, 3, ({ run }) => (run.item ? fullNumber(run.item.pageCount) : '')),
    leftColumn('commit', 'COMMIT', 7, 5, ({ run }) => shortHash(run.item?.commitHash), 'muted'),
    leftColumn('branch', 'BRANCH', { min: 6, max: 14 }, 6, ({ run }) => safeText(run.item?.branch ?? ''), 'muted'),
    leftColumn('created', 'CREATED', 16, 4, ({ run }) => createdText(run.item?.createdAt), 'muted'),
    leftColumn('export', 'LAST EXPORT', { grow: true, min: 18 }, priority, exportOf, exportRole),
  ]
}

/** To the minute; empty if unknown. */
const createdText = (at: number | null | undefined): string =>
  at === undefined || at === null ? '' : moment(at).replace(' UTC', '')

/** Cells of a run for the clipboard. */
export const runText = ({ run: { id, item }, name }: RunEntry): string => {
  const { pageCount, commitHash, branch } = item ?? {}
  return copiedCells([
    ...[id, name, pageCount ?? undefined, commitHash ?? undefined, branch ?? undefined],
    createdText(item?.createdAt),
  ])
}

type DetailOptions = {
  /** Server time in Unix ms. */
  now: number
  width: number
  /** Why the archive of the latest export cannot be shown. @default no problem */
  problem?: string | undefined
}

/** All known facts about a run, and its page titles if the server returns them. Titles may be wider than `width`. */
export const runDetail = (entry: RunEntry, { now, width, problem }: DetailOptions, theme: Theme): string[] => {
  const { run, job } = entry
  const { item, lastExport } = run
  const exported = lastExportText(entry, theme)
  const file = archiveOf(entry)
  const facts = runFacts(run)
  const lines = factLines(
    [
      ...facts.slice(0, 2),
      ['export', !job && lastExport ? `${exported}  ${age(now - lastExport.at)} ago` : exported || undefined],
      ['file', file === undefined ? undefined : safeText(file)],
      ['', problem === undefined ? undefined : safeText(problem)],
      ...facts.slice(2),
      ['source', `${sources[run.source]}, ${age(now - run.at)} ago`],
      ['problem', run.failure && safeText(run.failure.message)],
    ],
    width,
    theme,
  )
  const titles = pageTitles(item?.pageTree)
  return titles.length === 0 ? lines : [...lines, '', theme.muted('PAGES'), ...titles]
}

const sources = {
  listed: 'listed by the server',
  seen: 'seen in a response',
  added: 'added by you',
  imported: 'imported',
} as const
