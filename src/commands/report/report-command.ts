import { AppError } from '../../base/errors.ts'
import { once } from '../../base/memoize.ts'
import type { Loaded } from '../../cache/load/kit/loaded.ts'
import type { AccountRow } from '../../cache/load/management/load-service-accounts.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { masked } from '../../client/masked.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { lengthOf, type Range } from '../../domain/calendar/calendar.ts'
import { type KeyRow, keyRow } from '../../domain/keys/key-rows.ts'
import { comparisonFor } from '../../domain/overview/overview-figures.ts'
import { createPeople, type People } from '../../domain/people/people.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import type { Report } from '../../domain/report/report.ts'
import { reportHtml } from '../../domain/report/report-html.ts'
import { reportMarkdown } from '../../domain/report/report-markdown.ts'
import { moment, rangeLabel } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { openHistory } from '../controls/open-history.ts'
import { loadOptions, noteAge } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { localPath } from '../kit/local-path.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { parseRange, rangeOptions } from '../kit/range.ts'
import { withForce } from '../kit/with-force.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { isRow } from '../output/raw-rows.ts'
import {
  endWithMissing,
  type LoadedOverview,
  loadOverview,
  loadStanding,
  type MissingPart,
  type Standing,
} from '../overview/load-overview.ts'
import { reportSections } from './report-sections.ts'

const FORMS: Readonly<Record<string, (report: Report) => string>> = { '.html': reportHtml, '.md': reportMarkdown }

type ReportOptions = {
  range: Range
  /** Path from the root. */
  target: string
  write: (report: Report) => string
  isForced: boolean
  isPseudonymous: boolean
}

const optionRows = [
  ...rangeOptions,
  { flags: '-o, --output <file>', help: 'where it goes: FILE.html, or FILE.md for Markdown', completes: 'file' },
  { flags: '--force', help: 'replace a file that is there' },
  pseudonymsOption,
] as const satisfies readonly OptionRow[]

const parseReport = (input: CommandInput<typeof optionRows>, now: number): ReportOptions => {
  const { output, force, pseudonyms } = input.options
  if (output === undefined) throw new AppError('usage', 'Where to? Give -o FILE.html, or -o FILE.md for Markdown.')
  const write = FORMS[/\.[^./\\]+$/.exec(output)?.[0].toLowerCase() ?? '']
  if (!write) throw new AppError('usage', `${output} is neither a .html nor a .md file: give it one of these ends.`)
  return {
    range: parseRange(input, now),
    target: localPath(output, '--output'),
    write,
    isForced: force,
    isPseudonymous: pseudonyms,
  }
}

const runReport = async (options: ReportOptions, deps: Deps): Promise<undefined> => {
  const { range, target, write, isForced, isPseudonymous } = options
  const previous = comparisonFor(range)
  const loaded = await loadReport(range, previous, deps)
  const source = await deps.source()
  const salt = isPseudonymous ? await deps.salt() : undefined
  const sections = reportSections(loaded, { range, previous, now: source.now(), salt })
  const versus = previous === undefined ? '' : `, compared with ${rangeLabel(previous)}`
  const report: Report = {
    title: `Coding agents at ${source.ledger.orgId() || 'the organisation'}`,
    period: `${rangeLabel(range)} (${lengthOf(range)} days, UTC)${versus}`,
    source: `Made by quarterdeck ${deps.version} on ${moment(source.now())}.`,
    sections,
  }
  // Whatever a server answered, the key is not in what is sent on to others.
  const saved = await deps.saveFile(target, write(masked(report, deps.redact)), { isForced }).catch(withForce)
  deps.out(`${safeText(saved)}\n`)
  noteAge(source, loaded.overview.at, deps)
  endWithMissing('The report', missingOf(loaded), deps)
}

/** Each part that is missing, once: the overview loads the newest revisions and the keys, too. */
const missingOf = ({ overview: { missing }, people, history, keys }: LoadedReport): MissingPart[] => {
  const others = Object.entries({ people, revisions: history, keys }).flatMap(([part, { missing: error }]) =>
    error === undefined || missing.some((known) => known.part.startsWith(part)) ? [] : [{ part, error }],
  )
  return [...missing, ...others]
}

export const report = command({
  name: 'report',
  summary: 'Write one page about the organisation, for people who have no terminal',
  description:
    'One file that needs nothing else: usage with a chart, people, readiness, controls and keys, compared with the period before. The HTML page runs no script and asks nobody for anything. What the key may not see is left out and named.',
  formats: ['table'],
  pipeFormat: 'table',
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  examples: ['report --last 30d -o report.html', 'report --last oct -o october.md --pseudonyms'],
  parse: parseReport,
  run: runReport,
})

/** A part of the report: what was loaded, and why that is nothing or not all. */
type Part<Data> = { data: Data | undefined; missing: AppError | undefined }

export type LoadedReport = {
  overview: LoadedOverview
  /** What may need attention whatever the range is. */
  standing: Standing
  people: Part<People>
  /** All revisions, newest first. */
  history: Part<readonly Lenient<ControlRevision>[]>
  /** Without data and without an error: no service account is known here, and no server lists them. */
  keys: Part<readonly KeyRow[] | undefined>
}

/** Loads what the report tells, side by side; a part that fails leaves the others alone. */
const loadReport = async (range: Range, previous: Range | undefined, deps: Deps): Promise<LoadedReport> => {
  const source = await deps.source()
  const options = loadOptions(deps)
  const loadAccounts = once(() => source.management.serviceAccounts.loadAll(options))
  const [overview, { standing, missing }, people, history, keys] = await Promise.all([
    loadOverview(source, range, previous, options),
    loadStanding(source, options, deps, loadAccounts),
    partOf(() => loadPeople(source, { from: previous?.from ?? range.from, to: range.to }, options)),
    partOf(async () => {
      const { walk } = await openHistory('never', deps)
      const { rows, incomplete } = await walk(() => false)
      return { data: rows, incomplete }
    }),
    partOf(() => loadKeys(source, loadAccounts)),
  ])
  return { overview: { ...overview, missing: [...overview.missing, ...missing] }, standing, people, history, keys }
}

type Found<Data> = { data: Data; incomplete: string | undefined }

const partOf = async <Data>(load: () => Promise<Found<Data>>): Promise<Part<Data>> => {
  try {
    const { data, incomplete } = await load()
    return { data, missing: incomplete === undefined ? undefined : new AppError('incomplete', incomplete) }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    return { data: undefined, missing: error }
  }
}

const loadPeople = async (source: Source, range: Range, options: LoadOptions): Promise<Found<People>> => {
  const data = createPeople()
  let incomplete: string | undefined
  for await (const part of source.walkUsers(range, options)) {
    data.append(toPersonDaysChunk([...part.rows, ...part.changedRows].filter(isRow)))
    incomplete ??= part.incomplete
  }
  return { data, incomplete }
}

const loadKeys = async (
  source: Source,
  loadAccounts: () => Promise<Loaded<readonly AccountRow[]>>,
): Promise<Found<readonly KeyRow[] | undefined>> => {
  const { data: accounts } = await loadAccounts()
  if (accounts.length === 0) return { data: undefined, incomplete: undefined }
  const failed = accounts.find(({ failure }) => failure)
  return {
    data: accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, source.now()))),
    incomplete: failed && `The keys of ${failed.id} could not be read: ${failed.failure?.message}`,
  }
}
