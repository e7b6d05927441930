import { barSizes } from '../../src/domain/charts/bar-sizes.ts'
import { sparkline } from '../../src/domain/charts/sparkline.ts'
import { LEVELS } from '../../src/domain/readiness/levels.ts'
import type { ReadinessBrief } from '../../src/domain/readiness/readiness-output.ts'
import type { ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fullNumber, percent } from '../../src/domain/text/format.ts'
import { type Column, leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import { styledWidth } from '../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

/** A number for each level, such as that of its repositories, as bars, or in a narrow pane as columns of one cell. */
export const levelBars = (brief: Pick<ReadinessBrief, 'perLevel'>, width: number, theme: Theme): string => {
  const bar = theme.isAscii ? '#' : '▇'
  const counts = LEVELS.map((level) => brief.perLevel[level])
  // Each part is `L1 ▇▇ 2`, with two cells between parts.
  const texts = counts.reduce((cells, count) => cells + fullNumber(count).length + (count > 0 ? 6 : 5), 0)
  const sizes = fittingSizes(counts, width - texts)
  const columns = sparkline(barSizes(counts, HIGHEST), { max: HIGHEST, ascii: theme.isAscii })
  const parts = LEVELS.map((level, index) => {
    const count = counts[index] ?? 0
    const drawn = sizes ? bar.repeat(sizes[index] ?? 0) : (columns[index] ?? '')
    return `${theme.muted(`L${level}`)} ${count > 0 ? `${theme.accent(drawn)} ` : ''}${fullNumber(count)}`
  })
  const line = ` ${parts.join('  ')}`
  return styledWidth(line) <= width ? line : ` ${parts.join(' ')}`
}

/** Max cells of a bar, and height of a column in eighths. */
const LONGEST = 24
const HIGHEST = 7

/** The longest bars that fit into `room` cells together; undefined if they are too short to differ as counts do. */
const fittingSizes = (counts: readonly number[], room: number): number[] | undefined => {
  const distinct = new Set(counts.filter((count) => count > 0)).size
  for (let longest = Math.min(LONGEST, Math.max(...counts)); longest >= distinct; longest -= 1) {
    const sizes = barSizes(counts, longest)
    if (sizes.reduce((sum, size) => sum + size, 0) <= room) return sizes
  }
  return undefined
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
