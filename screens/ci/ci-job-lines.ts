import { type CiJobRow, changedAt, inWords } from '../../src/domain/ci/ci-jobs.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { ageOf, moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { namesWidth, valueRowText } from '../kit/tree/value-rows.ts'
import { shownNodes, valueRoot } from '../kit/tree/value-tree.ts'
import { phaseSigns, statusText } from './ci-columns.ts'

/** Lines that an error may take before the object itself begins. */
const MOST_ERROR = 6

/** A job in words: what it is about, how it stands, what went wrong. @param now Unix ms. */
export const jobWords = (row: CiJobRow, now: number, width: number, theme: Theme): string[] => {
  const { job, phase, repo, file } = row
  const { role } = phaseSigns[phase]
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
    ...(job.prUrl ? [safeText(job.prUrl)] : []),
    ...times.map(theme.muted),
    ...error.slice(0, MOST_ERROR).map(theme.bad),
    ...(error.length > MOST_ERROR ? [theme.muted('the rest stands below')] : []),
  ].map((line) => cutStyled(line, width))
}

/** The same, and below the whole object as it came, nothing of it folded. */
export const jobLines = (row: CiJobRow, now: number, width: number, theme: Theme): string[] => {
  const root = valueRoot(row.job)
  const columns = { width, names: namesWidth(root, width) }
  const parts = shownNodes(root, { isOpen: true, turned: new Set() }, undefined)
  const tree = parts.map((part) => cutStyled(valueRowText(part, true, ' ', columns, theme), width))
  return [...jobWords(row, now, width, theme), '', ...tree]
}
