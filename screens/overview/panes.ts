import { sparkline } from '../../src/domain/charts/sparkline.ts'
import { LEVELS } from '../../src/domain/readiness/levels.ts'
import type { ReadinessBrief } from '../../src/domain/readiness/readiness-brief.ts'
import type { ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import type { RevisionBrief } from '../../src/domain/revisions/revision-brief.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { age, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

/** How many repositories stand at each level. */
export const levelBars = (brief: ReadinessBrief, width: number, theme: Theme): string => {
  const bar = theme.isAscii ? '#' : '▇'
  const most = Math.max(1, ...LEVELS.map((level) => brief.perLevel[level]))
  // `L1 ▇▇ 2` and two spaces behind it, five times.
  const room = Math.max(1, Math.floor((width - 2) / LEVELS.length) - 8)
  const scale = Math.min(1, room / most)
  const parts = LEVELS.map((level) => {
    const count = brief.perLevel[level]
    const size = count === 0 ? 0 : Math.max(1, Math.round(count * scale))
    return `${theme.muted(`L${level}`)} ${size > 0 ? `${theme.accent(bar.repeat(size))} ` : ''}${count}`
  })
  return ` ${parts.join('  ')}`
}

/** How a repository stood by a report: the level beside the one before, and the pass rate. */
export const standingColumns = (theme: Theme): Column<ReportRow>[] => [
  {
    id: 'level',
    title: 'LEVEL',
    align: 'left',
    width: 9,
    priority: 0,
    text: ({ level, before }) =>
      before === undefined || before === level
        ? `L${level}`
        : `L${level} ${level > before ? theme.signs.up : theme.signs.down} L${before}`,
    role: ({ level, before }) =>
      before === undefined || before === level ? undefined : level > before ? 'good' : 'bad',
  },
  { id: 'pass', title: 'PASS', align: 'right', width: 8, priority: 1, text: ({ passRate }) => percent(passRate) },
]

/** The name of a repository, in the room that is left. */
export const nameColumn: Column<RepositoryRow> = {
  id: 'repo',
  title: 'REPOSITORY',
  align: 'left',
  width: { grow: true, min: 12 },
  priority: 0,
  text: ({ name }) => name,
}

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

export const ageOf = (updatedAt: string | undefined, now: number): string => {
  const at = Date.parse(updatedAt ?? '')
  return Number.isNaN(at) ? '?' : age(Math.max(0, now - at))
}
