import { verdictCell, verdictSign, verdictWord } from '../../../src/domain/risk/finding-text.ts'
import type { RiskLevel } from '../../../src/domain/risk/risk-verdict.ts'
import { leftColumn } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** Column of the most severe finding, as sign and word; empty without findings. */
export const riskColumn = <Row>(levelOf: (row: Row) => RiskLevel | undefined, { isAscii }: Theme) =>
  leftColumn<Row>(
    'risk',
    'RISK',
    11,
    0,
    (row) => verdictCell(levelOf(row), isAscii),
    (row) => {
      const level = levelOf(row)
      return level && VERDICT_ROLES[level]
    },
  )

const VERDICT_ROLES = { critical: 'bad', loosened: 'bad', tightened: 'good', neutral: 'muted' } as const

/** The sign of a level in its style. */
export const verdictMark = (level: RiskLevel, theme: Theme): string =>
  theme[VERDICT_ROLES[level]](verdictSign(level, theme.isAscii))

/**
 * Without a count, sign and level: `!! critical`. With a count, sign, count and verdict: `!! 2 loosened`, where critical
 * findings count as loosened.
 */
export const verdictText = (level: RiskLevel, theme: Theme, count?: number): string => {
  return `${verdictMark(level, theme)} ${theme[VERDICT_ROLES[level]](count === undefined ? level : `${count} ${verdictWord(level)}`)}`
}
