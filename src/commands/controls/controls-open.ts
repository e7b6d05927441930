import { once } from '../../base/memoize.ts'
import { ageEnd } from '../../domain/calendar/as-of.ts'
import { type OpenLoosening, openLoosenings } from '../../domain/revisions/open-loosenings.ts'
import { type FilterableRevision, filterableRevision, revisionTable } from '../../domain/revisions/revision-filter.ts'
import { OPEN_MEMBERS, openOutput } from '../../domain/revisions/revision-output.ts'
import { riskSentence, verdictSign } from '../../domain/risk/finding-text.ts'
import { levelOf } from '../../domain/risk/risk-verdict.ts'
import { age } from '../../domain/text/format.ts'
import type { Deps } from '../kit/command.ts'
import { atOption, parseAt } from '../kit/option-values.ts'
import { listCommand } from '../output/list-command.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf, type RawRow, type RowLayout } from '../output/row-layout.ts'
import { type HistoryView, openHistory, type Revision } from './open-history.ts'
import { searchedRevisionsMembers, searchedRevisionsText, valueMember } from './revision-rows.ts'

const rowOf = (loosening: OpenLoosening, end: number, deps: Deps): RawRow => {
  const { finding, updatedAt } = loosening
  const { format, globals } = deps
  const isTable = format === 'table'
  const shown = (value: unknown) => (value === undefined && isTable ? 'not set' : valueMember(value, format))
  return {
    ...openOutput(loosening, end, shown),
    ...(isTable && {
      sentence: `${verdictSign(levelOf(finding), globals.isAscii)} ${riskSentence(finding)}`,
      age: age(updatedAt === undefined ? undefined : end - Date.parse(updatedAt)),
    }),
  }
}

const layout: RowLayout = {
  columns: [
    { member: 'sentence', title: 'LOOSENED', kind: 'text', isProse: true },
    { member: 'revision', title: 'REV', kind: 'count' },
    { member: 'age', title: 'AGE', kind: 'day' },
    ...columnsOf('text', { who: 'BY', today: 'TODAY' }),
  ],
  members: OPEN_MEMBERS,
}

/** A setting that is still loosened, and the filter fields of the revision that loosened it. */
type OpenRow = { loosening: OpenLoosening; filterable: () => FilterableRevision }

const openRows = (revisions: readonly Revision[]): OpenRow[] =>
  openLoosenings(revisions).flatMap((loosening) => {
    const at = revisions.findIndex(({ revision }) => revision === loosening.revision)
    const row = revisions[at]
    return row ? [{ loosening, filterable: once(() => filterableRevision(revisions[at + 1], row)) }] : []
  })

export const open = listCommand({
  name: 'controls open',
  summary: 'List loosened settings that are still in effect',
  reads: true,
  description:
    'Loads the whole history. Critical settings (!!, see qd controls rules) come first, then the most recently loosened. If a setting was loosened, tightened and loosened again, only the last revision counts. Secrets are masked in every format.',
  what: 'loosened settings',
  example: 'who~ito age>30d',
  exitCode: 'a setting is still loosened',
  cacheOptions: ['offline', 'refresh'],
  options: [atOption, pseudonymsOption],
  fieldValues: { path: 'setting' },
  layout,
  examples: ['controls open', 'controls open --exit-code', 'controls open --format md'],
  parse: ({ options }, now): HistoryView => ({
    at: parseAt(options, now),
    isPseudonymous: options.pseudonyms,
    reveal: 'never',
  }),
  table: (now, options) => revisionTable(ageEnd(options?.at, now), ({ filterable }: OpenRow) => filterable()),
  sorts: {
    names: ['severity', 'revision'],
    defaultSort: 'severity, then newest first',
    begin: (by) => ({ by, isDescending: true }),
    sorted: (rows, { by, isDescending }) => {
      const found =
        by === 'severity' ? rows : rows.toSorted((a, b) => (b.loosening.revision ?? 0) - (a.loosening.revision ?? 0))
      return isDescending ? found : found.toReversed()
    },
  },
  load: async (view, deps) => {
    const { walk } = await openHistory(view, deps)
    const { rows: revisions, at, problems, incomplete, isWhole } = await walk(() => false)
    const searched = {
      searched: { count: revisions.length, newest: revisions[0]?.revision, oldest: revisions.at(-1)?.revision },
      isWhole: isWhole && incomplete === undefined,
    }
    return {
      rows: openRows(revisions),
      at,
      problems,
      incomplete,
      print: (open) => {
        const rows = open.map(({ loosening }) => rowOf(loosening, ageEnd(view.at, deps.now()), deps))
        return { rows, envelope: { loosenings: rows, searched: searchedRevisionsMembers(searched) } }
      },
      notes: (open) => [
        open.length === 0 ? 'No loosened setting is still in effect.' : undefined,
        searchedRevisionsText(searched),
      ],
    }
  },
})
