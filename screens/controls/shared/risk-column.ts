import type { VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import type { Column } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

const roles = { widened: 'bad', narrowed: 'good', neutral: 'muted' } as const

/** What the rules say of a row, the gravest alone: `! widened`; empty where they say nothing. */
export const riskColumn = <Row>(verdictOf: (row: Row) => VerdictName | undefined, { signs }: Theme): Column<Row> => {
  const signOf: Record<VerdictName, string> = { widened: '!', narrowed: signs.down, neutral: signs.ring }
  return {
    id: 'risk',
    title: 'RISK',
    align: 'left',
    width: 10,
    priority: 0,
    text: (row) => {
      const verdict = verdictOf(row)
      return verdict === undefined ? '' : `${signOf[verdict]} ${verdict}`
    },
    role: (row) => {
      const verdict = verdictOf(row)
      return verdict && roles[verdict]
    },
  }
}
