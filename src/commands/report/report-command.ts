import { usageError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { lengthOf } from '../../domain/calendar/calendar.ts'
import { comparisonFor } from '../../domain/overview/overview-figures.ts'
import type { Report } from '../../domain/report/report.ts'
import { reportHtml } from '../../domain/report/report-html.ts'
import { reportMarkdown } from '../../domain/report/report-markdown.ts'
import { counted, moment, rangeLabel } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { withForceHint } from '../kit/change.ts'
import { command } from '../kit/command.ts'
import { noteAge } from '../kit/load-options.ts'
import { teamsOption } from '../kit/load-teams.ts'
import { localPath, parseRange, rangeOptions } from '../kit/option-values.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { failIfMissing, type MissingPart } from '../overview/load-overview.ts'
import { type LoadedReport, loadReport } from './load-report.ts'
import { reportSections } from './report-sections.ts'

const FORMS: Readonly<Record<string, (report: Report) => string>> = { html: reportHtml, md: reportMarkdown }

/** Writes to standard output instead of a file. */
const STANDARD_OUTPUT = '-'

/** The missing parts, each once: the overview also loads the newest revisions and the keys. */
const missingOf = ({ overview: { missing }, people, history, keys }: LoadedReport): MissingPart[] => {
  const others = Object.entries({ people, revisions: history, keys }).flatMap(([part, { error }]) =>
    error === undefined || missing.some((known) => known.part.startsWith(part)) ? [] : [{ part, error }],
  )
  return [...missing, ...others]
}

export const report = command({
  name: 'report',
  summary: 'Generate a shareable HTML or Markdown report',
  reads: true,
  description:
    'Writes one self-contained file: usage with a chart, users, readiness, controls and keys, compared with the previous period. The HTML page has no scripts and makes no network requests. The report leaves out sections that the key may not read, and says which.',
  formats: ['table'],
  cacheOptions: ['offline', 'refresh'],
  options: [
    ...rangeOptions,
    { flags: '-o, --output <file>', help: 'FILE.html, FILE.md, or - for standard output', completes: 'file' },
    { flags: '--as <form>', help: 'with -o -: html or md (default: md)', choices: ['html', 'md'] },
    { flags: '--force', help: 'overwrite an existing file' },
    teamsOption,
    pseudonymsOption,
  ],
  examples: [
    'report --last 30d -o report.html',
    'report --last oct -o october.md --pseudonyms',
    'report -o - --as html',
  ],
  parse: (input, now) => {
    const { output, as: form, ...options } = input.options
    if (output === undefined) throw usageError('-o is missing: use -o FILE.html, -o FILE.md or -o -.')
    const isPrinted = output === STANDARD_OUTPUT
    if (form !== undefined && !isPrinted) throw usageError('--as applies only to -o -: the file name decides.')
    const write = FORMS[isPrinted ? (form ?? 'md') : (/\.([^./\\]+)$/.exec(output)?.[1]?.toLowerCase() ?? '')]
    if (!write) throw usageError(`${output} must end in .html or .md.`)
    const target = isPrinted ? undefined : localPath(output, '--output')
    return { ...options, range: parseRange(input, now), target, write }
  },
  run: async ({ range, target, write, force, teams, pseudonyms }, deps) => {
    const previous = comparisonFor(range)
    const loaded = await loadReport(range, previous, deps, teams)
    const source = await deps.source()
    const salt = pseudonyms ? await deps.salt() : undefined
    const sections = reportSections(loaded, { range, previous, now: source.now(), salt })
    const versus = previous === undefined ? '' : `, compared with ${rangeLabel(previous)}`
    const report: Report = {
      title: `Coding agents at ${source.ledger.orgId() || 'the organisation'}`,
      period: `${rangeLabel(range)} (${counted(lengthOf(range), 'day')}, UTC)${versus}`,
      source: `Made by quarterdeck ${deps.version} on ${moment(source.now())}.`,
      sections,
    }
    // Users pass the report on, so it must not contain the key, whatever the server sends.
    const text = write(masked(report, deps.redact))
    if (target === undefined) deps.outMasked(text)
    else deps.out(`${safeText(await deps.saveFile(target, text, { isForced: force }).catch(withForceHint))}\n`)
    noteAge(source, loaded.overview.at, deps)
    failIfMissing('The report', missingOf(loaded), deps)
  },
})
