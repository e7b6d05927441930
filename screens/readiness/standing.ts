import { barSizes } from '../../src/domain/charts/bar-sizes.ts'
import { LEVELS } from '../../src/domain/readiness/levels.ts'
import type { ReadinessBrief } from '../../src/domain/readiness/readiness-output.ts'
import type { ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fullNumber, percent } from '../../src/domain/text/format.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

/** How many repositories stand at each level. */
export const levelBars = (brief: ReadinessBrief, width: number, theme: Theme): string => {
  const bar = theme.isAscii ? '#' : '▇'
  // `L1 ▇▇ 2` and two spaces behind it, five times.
  const room = Math.max(1, Math.floor((width - 2) / LEVELS.length) - 8)
  const sizes = barSizes(
    LEVELS.map((level) => brief.perLevel[level]),
    room,
  )
  const parts = LEVELS.map((level, index) => {
    const count = brief.perLevel[level]
    const size = sizes[index] ?? 0
    return `${theme.muted(`L${level}`)} ${size > 0 ? `${theme.accent(bar.repeat(size))} ` : ''}${fullNumber(count)}`
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
      before === undefined || before === level ? `L${level}` : `L${before} ${theme.signs.to} L${level}`,
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
