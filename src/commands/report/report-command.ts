import { usageError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { lengthOf } from '../../domain/calendar/calendar.ts'
import { digestText } from '../../domain/digest/digest.ts'
import { reportDigest } from '../../domain/digest/report-digest.ts'
import { comparisonFor } from '../../domain/overview/overview-figures.ts'
import type { Report } from '../../domain/report/report.ts'
import { reportHtml } from '../../domain/report/report-html.ts'
import { reportMarkdown } from '../../domain/report/report-markdown.ts'
import { counted, moment, rangeLabel } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Notice } from '../../notify/event/notice.ts'
import { withForceHint } from '../kit/change.ts'
import { command } from '../kit/command.ts'
import { noteAge } from '../kit/load-options.ts'
import { teamsOption } from '../kit/load-teams.ts'
import { noteTo } from '../kit/notes.ts'
import { assertUsableChannel, notifyOrFail } from '../kit/notify-channels.ts'
import { localPath, parseRange, rangeOptions } from '../kit/option-values.ts'
import { withSchema } from '../output/document.ts'
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

type Target = { file: string | null; write: (report: Report) => string }

/** Where to write the report, null for standard output, and its form. @throws AppError of kind `usage`. */
const parseTarget = (output: string, form: string | undefined): Target => {
  const isPrinted = output === STANDARD_OUTPUT
  const write = FORMS[isPrinted ? (form ?? 'md') : (/\.([^./\\]+)$/.exec(output)?.[1]?.toLowerCase() ?? '')]
  if (!write) throw usageError(`${output} must end in .html or .md.`)
  return { file: isPrinted ? null : localPath(output, '--output'), write }
}

/** Larger pages are not sent; a mail then has a page of the summary. */
const MAX_MAIL_LENGTH = 1_000_000

const reportNotice = (report: Report): Notice => {
  const digest = reportDigest(report)
  const html = reportHtml(report)
  return {
    title: `${report.title}, ${report.period}`,
    text: digestText(digest),
    level: 'info',
    body: {
      digest,
      html: html.length > MAX_MAIL_LENGTH ? undefined : html,
      data: withSchema({ report: digest }) as object,
    },
  }
}

export const report = command({
  name: 'report',
  summary: 'Generate or send a shareable report',
  reads: true,
  description:
    'Writes one self-contained file: usage with a chart, users, readiness, controls and keys, compared with the previous period. The HTML page has no scripts and makes no network requests. The report leaves out sections that the key may not read, and says which. With --notify, it sends the report to channels of qd hooks: to chats the figures, the attention items and the first rows of each table, and to mail the whole page as HTML.',
  formats: ['table'],
  cacheOptions: ['offline', 'refresh'],
  options: [
    ...rangeOptions,
    { flags: '-o, --output <file>', help: 'FILE.html, FILE.md, or - for standard output', completes: 'file' },
    { flags: '--as <form>', help: 'with -o -: html or md (default: md)', choices: ['html', 'md'] },
    { flags: '--notify <channel>', help: 'send it to a channel of qd hooks', isRepeatable: true },
    { flags: '--force', help: 'overwrite an existing file' },
    teamsOption,
    pseudonymsOption,
  ],
  examples: [
    'report --last 30d -o report.html',
    'report --last oct -o october.md --pseudonyms',
    'report -o - --as html',
    'report --last 7d --notify team',
  ],
  parse: (input, now) => {
    const { output, as: form, ...options } = input.options
    if (output === undefined && options.notify.length === 0)
      throw usageError('-o is missing: use -o FILE.html, -o FILE.md, -o - or --notify CHANNEL.')
    const isPrinted = output === STANDARD_OUTPUT
    if (form !== undefined && !isPrinted) throw usageError('--as applies only to -o -: the file name decides.')
    return {
      ...options,
      range: parseRange(input, now),
      target: output === undefined ? undefined : parseTarget(output, form),
    }
  },
  run: async ({ range, target, force, teams, pseudonyms, notify }, deps) => {
    const notifier = notify.length > 0 ? await deps.notifier() : undefined
    if (notifier) for (const channel of notify) assertUsableChannel(notifier, channel)
    if (notifier?.isQuiet())
      throw usageError('Quiet hours suppress notifications now: send the report later, or change them in config.json.')
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
    const shown = masked(report, deps.redact)
    if (target?.file === null) deps.outMasked(target.write(shown))
    else if (target) {
      const saved = deps.saveFile(target.file, target.write(shown), { isForced: force })
      deps.out(`${safeText(await saved.catch(withForceHint))}\n`)
    }
    if (notifier) {
      notifyOrFail(notifier, reportNotice(shown), [...new Set(notify)])
      noteTo(deps.err, `Sending the report to ${[...new Set(notify)].join(', ')}; qd hooks log shows the result.`)
    }
    noteAge(source, loaded.overview.at, deps)
    failIfMissing('The report', missingOf(loaded), deps)
  },
})
