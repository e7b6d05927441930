import { verdictCell } from '../../../src/domain/risk/finding-text.ts'
import type { RiskLevel } from '../../../src/domain/risk/risk-verdict.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { VERDICT_ROLES } from './verdict-text.ts'

/** What the rules say of a row, the gravest alone: `! widened`; empty where they say nothing. */
export const riskColumn = <Row>(levelOf: (row: Row) => RiskLevel | undefined, { isAscii }: Theme): Column<Row> => ({
  id: 'risk',
  title: 'RISK',
  align: 'left',
  width: 10,
  priority: 0,
  text: (row) => verdictCell(levelOf(row), isAscii),
  role: (row) => {
    const level = levelOf(row)
    return level && VERDICT_ROLES[level]
  },
})
