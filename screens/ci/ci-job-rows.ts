import { type CiJobRow, changedAt, inWords, type Phase, unknownFields } from '../../src/domain/ci/ci-jobs.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { ageOf, moment, UNKNOWN } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Signs } from '../../src/domain/text/signs.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { type CellRole, type Column, leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { namesWidth, valueRowTexts } from '../kit/tree/value-rows.ts'
import { shownNodes, valueRoot } from '../kit/tree/value-tree.ts'

/** Style of each phase. The sign identifies it without colours. */
export const phaseStyles: Record<Phase, { sign: (signs: Signs) => string; role: CellRole | undefined; words: string }> =
  {
    failed: { sign: ({ bad }) => bad, role: 'bad', words: 'failed' },
    running: { sign: ({ running }) => running, role: 'accent', words: 'running' },
    waiting: { sign: ({ idle }) => idle, role: undefined, words: 'waiting' },
    other: { sign: ({ unknown }) => unknown, role: undefined, words: 'other' },
    stopped: { sign: ({ none }) => none, role: 'muted', words: 'stopped' },
    done: { sign: ({ good }) => good, role: 'good', words: 'done' },
  }

const roleOf = ({ phase }: CiJobRow): CellRole | undefined => phaseStyles[phase].role

/** The status of a job in words, with its sign. */
const statusText = ({ phase, job }: CiJobRow, signs: Signs): string =>
  `${phaseStyles[phase].sign(signs)} ${safeText(inWords(job.status ?? UNKNOWN))}`

/** Max columns of unknown members, because they take room from the known ones. */
const MAX_UNKNOWN_COLUMNS = 4
/** Width of the column of an unknown member. Its title is the name in the response, so that users find it there. */
const UNKNOWN_COLUMN_WIDTH = { min: 4, max: 16 }

/** The columns of the list of jobs: known members, then the unknown members of any job. @param now Unix ms. */
export const ciColumns = (rows: readonly CiJobRow[], now: number, theme: Theme): Column<CiJobRow>[] => [
  leftColumn('status', 'STATUS', { min: 9, max: 18 }, 0, (row) => statusText(row, theme.signs), roleOf),
  leftColumn('repo', 'REPOSITORY', { min: 12, max: 30 }, 1, ({ repo }) => safeText(repo ?? UNKNOWN)),
  leftColumn('file', 'FILE', { grow: true, min: 10 }, 0, ({ file }, width) =>
    pathOrFileName(safeText(file ?? UNKNOWN), width),
  ),
  leftColumn('action', 'ACTION', { min: 6, max: 12 }, 3, ({ job }) => safeText(inWords(job.action ?? UNKNOWN))),
  rightColumn('pullRequest', 'PULL REQ', { min: 8, max: 12 }, 4, ({ pullRequest }) => safeText(pullRequest ?? '')),
  rightColumn('time', 'CHANGED', 8, 2, (row) => ageOf(changedAt(row), now), 'muted'),
  rightColumn('created', 'CREATED', 8, 5, ({ job }) => ageOf(job.createdAt, now), 'muted'),
  ...unknownFields(rows.map(({ job }) => job))
    .slice(0, MAX_UNKNOWN_COLUMNS)
    .map((name, at) =>
      leftColumn<CiJobRow>(`further:${name}`, safeText(name), UNKNOWN_COLUMN_WIDTH, 6 + at, ({ job }) =>
        safeText((job as Record<string, unknown>)[name] ?? ''),
      ),
    ),
]

/** A path, or only its file name if the path is too long: the name is more useful than the folders. */
const pathOrFileName = (path: string, width: number): string => {
  if (textWidth(path) <= width) return path
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Max lines of an error above the object. */
const MAX_ERROR_LINES = 6

/** A job as text: its place, its status, and its error. @param now Unix ms. */
export const jobSummaryLines = (row: CiJobRow, now: number, width: number, theme: Theme): string[] => {
  const { job, phase, repo, file } = row
  const { role } = phaseStyles[phase]
  const status = statusText(row, theme.signs)
  const changed = changedAt(row)
  const times = [
    changed === undefined ? '' : `changed ${ageOf(changed, now)} ago, ${moment(changed)}`,
    job.createdAt === undefined || job.createdAt === changed ? '' : `created ${moment(job.createdAt)}`,
  ].filter((text) => text !== '')
  const error = job.error ? wrapText(safeText(job.error, 'text'), width) : []
  return [
    ...wrapText(
      [repo, file]
        .map((part) => safeText(part ?? ''))
        .join('  ')
        .trim() || safeText(row.id),
      width,
    ).map(theme.strong),
    [role ? theme[role](status) : status, job.action && safeText(inWords(job.action))].filter(Boolean).join('   '),
    ...(job.prUrl ? wrapText(safeText(job.prUrl), width) : []),
    ...times.map(theme.muted),
    ...error.slice(0, MAX_ERROR_LINES).map(theme.bad),
    ...(error.length > MAX_ERROR_LINES ? [theme.muted('see below for the rest')] : []),
  ].map((line) => cutStyled(line, width))
}

/**
 * {@link jobSummaryLines}, and below them the whole object from the response, unfolded. Long values are wrapped as far
 * as all lines fit into `height`.
 */
export const jobLines = (row: CiJobRow, now: number, { width, height }: Size, theme: Theme): string[] => {
  const root = valueRoot(row.job)
  const columns = { width, names: namesWidth(root, width) }
  const parts = shownNodes(root, { isOpen: true, toggled: new Set() }, undefined)
  const above = [...jobSummaryLines(row, now, width, theme), '']
  const rowsUpTo = (most: number) => parts.flatMap((part) => valueRowTexts(part, true, ' ', columns, most, theme))
  const most = [MAX_VALUE_ROWS, 8, 4, 2].find((rows) => above.length + rowsUpTo(rows).length <= height) ?? 1
  return [...above, ...rowsUpTo(most)]
}

/** Max rows of one value. */
const MAX_VALUE_ROWS = 20

type Size = { width: number; height: number }
