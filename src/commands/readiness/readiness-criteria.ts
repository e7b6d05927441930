import {
  CRITERION_SORTS,
  criterionRows,
  criterionSortBy,
  sortedCriteria,
  unlocksText,
} from '../../domain/readiness/criterion-rows.ts'
import {
  CRITERION_ROW_COLUMNS,
  CRITERION_ROW_READABLE,
  criterionRowOutput,
} from '../../domain/readiness/readiness-output.ts'
import { criterionRowTable } from '../../domain/readiness/report-filter.ts'
import { repositoryRows } from '../../domain/readiness/repository-rows.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { atOption, parseAt } from '../kit/option-values.ts'
import { listCommand } from '../output/list-command.ts'
import { columnsOf } from '../output/row-layout.ts'
import { findReports } from './find-reports.ts'

export const criteria = listCommand({
  name: 'readiness criteria',
  summary: 'List criteria by how many repositories fail them',
  reads: true,
  description:
    'Counts repositories by their newest report. UNLOCKS is the number of repositories that would reach a level if this criterion alone passed, otherwise the number in which it counts towards the next level. The worst repository has the lowest share of passing applications.',
  what: 'criteria',
  example: 'failing>2 level<=3 unlocks>0',
  cacheOptions: ['offline', 'refresh'],
  options: [atOption] as const satisfies readonly OptionRow[],
  fieldValues: { criterion: 'criterion', repo: 'repository', worst: 'repository' },
  layout: {
    columns: [
      ...columnsOf('day', { criterion: 'CRITERION' }),
      ...columnsOf('count', { level: 'LEVEL', failing: 'FAILING', passing: 'PASSING', skipped: 'SKIPPED' }),
      { member: 'worstRepoUrl', title: 'WORST', kind: 'text', isAddress: true, minCells: 12 },
      ...columnsOf('count', { worstNumerator: 'PASS', worstDenominator: 'OF' }),
      ...columnsOf('text', { unlocks: 'UNLOCKS' }),
    ],
    members: CRITERION_ROW_COLUMNS,
    readable: CRITERION_ROW_READABLE,
  },
  examples: [
    'readiness criteria',
    'readiness criteria --sort unlocks --limit 5',
    "readiness criteria --where 'repo=checkout level<=3' --format csv",
  ],
  table: () => criterionRowTable,
  sorts: { names: CRITERION_SORTS, defaultSort: 'failing', begin: criterionSortBy, sorted: sortedCriteria },
  parse: ({ options }, now) => parseAt(options, now),
  load: async (at, deps) => {
    const found = await findReports(undefined, deps, at)
    const all = sortedCriteria(criterionRows(repositoryRows(found.rows)), criterionSortBy('failing'))
    return {
      ...found,
      rows: all,
      print: (chosen) => {
        const rows = chosen.map(criterionRowOutput)
        const cells = chosen.map((row) => ({ ...criterionRowOutput(row), unlocks: unlocksText(row) }))
        return { rows: deps.format === 'table' ? cells : rows, envelope: { criteria: rows } }
      },
      notes: () => [all.length === 0 ? 'There are no reports.' : undefined],
    }
  },
})
