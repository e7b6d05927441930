import { barSizes } from '../../src/domain/charts/bar-sizes.ts'
import { LEVELS } from '../../src/domain/readiness/levels.ts'
import type { ReadinessBrief } from '../../src/domain/readiness/readiness-output.ts'
import type { ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fullNumber, percent } from '../../src/domain/text/format.ts'
import { type Column, leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

/** A number for each level, such as that of its repositories, as bars. */
export const levelBars = (brief: Pick<ReadinessBrief, 'perLevel'>, width: number, theme: Theme): string => {
  const bar = theme.isAscii ? '#' : '▇'
  // Each part is `L1 ▇▇ 2` and two spaces.
  const room = Math.max(1, Math.floor((width - 2) / LEVELS.length) - 8)
  const counts = LEVELS.map((level) => brief.perLevel[level])
  const sizes = barSizes(counts, room)
  const parts = LEVELS.map((level, index) => {
    const count = counts[index]
    const size = sizes[index] ?? 0
    return `${theme.muted(`L${level}`)} ${size > 0 ? `${theme.accent(bar.repeat(size))} ` : ''}${fullNumber(count)}`
  })
  return ` ${parts.join('  ')}`
}

/** The result of a report: its level with the previous one, and the pass rate. */
export const levelColumns = (theme: Theme): Column<ReportRow>[] => {
  const levelText = ({ level, before }: ReportRow): string =>
    before === undefined || before === level ? `L${level}` : `L${before} ${theme.signs.to} L${level}`
  return [
    leftColumn('level', 'LEVEL', 9, 0, levelText, ({ level, before = level }) =>
      before === level ? undefined : level > before ? 'good' : 'bad',
    ),
    rightColumn('pass', 'PASS', 8, 1, ({ passRate }) => percent(passRate)),
  ]
}

const nameOf = ({ name }: RepositoryRow): string => name
/** The name column, which grows into the remaining width. */
export const nameColumn = leftColumn('repo', 'REPOSITORY', { grow: true, min: 12 }, 0, nameOf)
