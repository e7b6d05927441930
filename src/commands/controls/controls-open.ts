import type { Day } from '../../domain/calendar/calendar.ts'
import { ageEnd } from '../../domain/calendar/known-at.ts'
import { withHiddenRevision } from '../../domain/overview/hidden-people.ts'
import { type OpenWidening, openWidenings } from '../../domain/revisions/open-widenings.ts'
import { type FiledRevision, filedRevision, revisionTable } from '../../domain/revisions/revision-filter.ts'
import { findingWords, riskSentence, verdictSign } from '../../domain/risk/finding-text.ts'
import { levelOf } from '../../domain/risk/risk-verdict.ts'
import { pathText } from '../../domain/settings-diff/setting-path.ts'
import { age, daysOld } from '../../domain/text/format.ts'
import { atOption, parseAt } from '../kit/at-option.ts'
import { incompleteMembers, noteAge, throwIfIncomplete } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { type Order, parseSort, sortOption } from '../kit/sort-option.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { lookedMembers, noteLooked } from './note-looked.ts'
import { openHistory } from './open-history.ts'
import type { Revision } from './opened-history.ts'
import { revisionMembers } from './revision-members.ts'
import { valueMember } from './value-member.ts'

type OpenOptions = {
  at: Day | undefined
  /** Whether the status tells that something is open. */
  hasExitCode: boolean
  isPseudonymous: boolean
  /** Chooses among the revisions that widened. */
  where: ChooseRows<FiledRevision> | undefined
  sort: Order<(typeof SORTS)[number]>
}

const SORTS = ['gravity', 'revision'] as const

const optionRows = [
  atOption,
  { flags: '--exit-code', help: 'end with status 1 when something is open' },
  whereOption("only what revisions widened for which all hold: 'who~ito age>30d'"),
  sortOption(SORTS, 'gravity, the gravest and of these the newest first'),
  pseudonymsOption,
] as const satisfies readonly OptionRow[]

const tableFor = (now: number) => revisionTable(now, (filed: FiledRevision) => filed)

const gravestOrNewest = (by: (typeof SORTS)[number]) => ({ by, isDescending: true })

const parseOpen = ({ options }: CommandInput<typeof optionRows>, now: number): OpenOptions => ({
  at: parseAt(options, now),
  hasExitCode: options.exitCode,
  isPseudonymous: options.pseudonyms,
  where: parseRowsWhere(options.where, tableFor(ageEnd(parseAt(options, now), now)), "'who~ito'"),
  sort: parseSort(options.sort, SORTS, gravestOrNewest) ?? gravestOrNewest('gravity'),
})

/** What `--exit-code` ends with when something is open. */
const OPEN = 1

const runOpen = async (
  { at: day, hasExitCode, isPseudonymous, where, sort }: OpenOptions,
  deps: Deps,
): Promise<number> => {
  const { walk } = await openHistory('never', deps, day)
  const { rows, at, problems, incomplete, isWhole } = await walk(() => false)
  const salt = isPseudonymous ? await deps.salt() : undefined
  const shown = salt === undefined ? rows : rows.map((row) => withHiddenRevision(row, salt))
  const open = ordered(chosenWidenings(shown, where), sort)
  const told = open.map((each) => rowOf(each, ageEnd(day, deps.now()), deps))
  const looked = {
    looked: { count: shown.length, newest: shown[0]?.revision, oldest: shown.at(-1)?.revision },
    isWhole: isWhole && incomplete === undefined,
  }
  const envelope = { widenings: told, looked: lookedMembers(looked), ...incompleteMembers(incomplete) }
  printRows({ rows: told, envelope, layout }, deps)
  if (open.length === 0) noteTo(deps.err, 'Nothing that was widened is still open.')
  noteLooked(looked, deps)
  noteAge(await deps.source(), at, deps)
  noteProblems(problems, deps)
  throwIfIncomplete(incomplete)
  return hasExitCode && open.length > 0 ? OPEN : 0
}

const chosenWidenings = (rows: readonly Revision[], where: OpenOptions['where']): OpenWidening[] => {
  const open = openWidenings(rows)
  if (!where) return open
  const filed = rows.map((row, at) => filedRevision(rows[at + 1], row))
  const chosen = new Set(where(filed).map(({ revision }) => revision))
  return open.filter(({ revision }) => chosen.has(revision))
}

const ordered = (open: readonly OpenWidening[], { by, isDescending }: OpenOptions['sort']): OpenWidening[] => {
  const found = by === 'gravity' ? [...open] : open.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return isDescending ? found : found.reverse()
}

const rowOf = (widening: OpenWidening, end: number, deps: Deps): RawRow => {
  const { finding, today, updatedAt } = widening
  const { format, globals } = deps
  const at = updatedAt === undefined ? undefined : Date.parse(updatedAt)
  return {
    path: pathText(finding.path),
    what: findingWords(finding),
    is_grave: finding.isGrave,
    rule: finding.rule,
    ...revisionMembers(widening, format),
    age_days: daysOld(at, end),
    today: today === undefined && format === 'table' ? 'not set' : valueMember(today, format),
    ...(format === 'table' && {
      told: `${verdictSign(levelOf(finding), globals.isAscii)} ${riskSentence(finding)}`,
      age: age(at === undefined ? undefined : end - at),
    }),
  }
}

const layout: RowLayout = {
  columns: [
    { member: 'told', title: 'WIDENED', kind: 'text', isProse: true },
    { member: 'revision', title: 'REV', kind: 'count' },
    { member: 'age', title: 'AGE', kind: 'day' },
    { member: 'who', title: 'BY', kind: 'text' },
    { member: 'today', title: 'TODAY', kind: 'text' },
  ],
  members: ['path', 'what', 'is_grave', 'rule', 'revision', 'updatedAt', 'who', 'email', 'age_days', 'today'],
}

export const open = command({
  name: 'controls open',
  summary: 'What was widened and never taken back: since when, by whom, and what it is today',
  description:
    'The whole history is walked. The gravest comes first, and of these the newest; !! marks what is grave (qd controls rules). What one revision took back and a later one widened again is told of the later one. Secrets are masked in every format.\n\n' +
    `${WHERE_HELP} Fields: ${fieldNamesOf(tableFor(0))}.`,
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  fields: tableFor(0).fields,
  fieldValues: { path: 'setting' },
  members: layout.members,
  examples: ['controls open', 'controls open --exit-code', 'controls open --format md'],
  parse: parseOpen,
  run: runOpen,
})
