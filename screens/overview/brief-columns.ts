import { sparkline } from '../../src/domain/charts/sparkline.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import type { RevisionBrief } from '../../src/domain/revisions/revision-brief.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { ageOf } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { nameColumn, standingColumns } from '../readiness/standing.ts'

/** Columns of the list of repositories; the pass rates of their courses share the scale from 0 to 100 %. */
export const repositoryColumns = (theme: Theme): Column<RepositoryRow>[] => [
  nameColumn,
  ...standingColumns(theme),
  {
    id: 'course',
    title: 'REPORTS',
    align: 'left',
    width: 8,
    priority: 2,
    text: ({ course }) => sparkline(course.slice(-8), { max: 1, ascii: theme.isAscii }),
    role: () => 'accent',
  },
]

const changedText = ({ changed }: RevisionBrief): string => {
  if (changed === undefined) return 'the oldest one known'
  return changed.length === 0 ? 'nothing changed' : changed.map((name) => safeText(name)).join(', ')
}

/** Columns of the list of revisions, whose ages are those at `now`. */
export const revisionColumns = (now: number): Column<RevisionBrief>[] => [
  {
    id: 'revision',
    title: 'REV',
    align: 'right',
    width: 4,
    priority: 0,
    text: ({ revision }) => String(revision ?? '?'),
  },
  {
    id: 'age',
    title: 'AGE',
    align: 'right',
    width: 6,
    priority: 1,
    text: ({ updatedAt }) => ageOf(updatedAt, now),
    role: () => 'muted',
  },
  {
    id: 'who',
    title: 'WHO',
    align: 'left',
    width: 14,
    priority: 2,
    text: ({ who }, width) => fit(safeText(who ?? '?'), width),
  },
  { id: 'changed', title: 'CHANGED', align: 'left', width: { grow: true, min: 12 }, priority: 0, text: changedText },
]
