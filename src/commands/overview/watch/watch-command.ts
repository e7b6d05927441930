import { usageError } from '../../../base/errors.ts'
import { masked } from '../../../client/masked.ts'
import { addDays, yesterdayOf } from '../../../domain/calendar/calendar.ts'
import {
  attentionLine,
  attentionOf,
  attentionOutput,
  attentionSign,
} from '../../../domain/overview/attention/attention.ts'
import type { AttentionItem } from '../../../domain/overview/attention/attention-kinds.ts'
import { pseudonymizeItem } from '../../../domain/overview/pseudonymize.ts'
import { moment } from '../../../domain/text/format.ts'
import type { Notice } from '../../../notify/event/notice.ts'
import { command, type Deps } from '../../kit/command.ts'
import { noteOfDemo, noteTo } from '../../kit/notes.ts'
import { assertUsableChannel, notifyOrFail } from '../../kit/notify-channels.ts'
import { parseDuration } from '../../kit/option-values.ts'
import { printJson } from '../../output/print-rows.ts'
import { pseudonymsOption } from '../../output/pseudonyms.ts'
import type { RawRow, RowLayout } from '../../output/row-layout.ts'
import { ndjsonText, rowWriters } from '../../output/text-writers.ts'
import { loadOverview, openAttentionMemory } from '../load-overview.ts'
import { saveOverviewStatus } from '../save-overview-status.ts'
import { digestOptions, parseSchedule, runDigest } from './run-digest.ts'
import { newsNotice, outageNotice, waitUntil, watchAttention } from './watch-attention.ts'

/** Number of days that a check covers. */
const DAYS = 14

/** The columns of csv. Items of each kind have further members, which are in json and ndjson only. */
const CSV_LAYOUT: RowLayout = { columns: [], members: ['at', 'id', 'severity', 'kind', 'screen', 'text', 'why'] }

/** Prints new items as they are found; csv has its heading once. */
const createPrinter = (deps: Deps) => {
  const { format, globals, now, out, outMasked, redact } = deps
  const writeCsv = rowWriters.csv([], CSV_LAYOUT, deps)
  return (items: readonly AttentionItem[]): void => {
    const at = now()
    if (format === 'table') {
      for (const item of items) out(`${moment(at)}  ${attentionSign(item, globals.isAscii)} ${attentionLine(item)}\n`)
      return
    }
    const rows = items.map((item): RawRow => ({ at: new Date(at).toISOString(), ...attentionOutput(item) }))
    const shown = masked(rows, redact)
    if (format === 'json') printJson({ attention: shown }, deps)
    else outMasked(format === 'csv' ? writeCsv(shown) : ndjsonText(shown))
  }
}

export const watch = command({
  name: 'watch',
  summary: 'Report new attention items or a digest, once each',
  description:
    'Repeatedly checks the last 14 days for the attention items of qd overview, and prints each new item as a line. With --notify, sends one notification for all new items instead, after quiet hours if there are any. Reported items are stored on this machine for each organisation, so a restart, a second qd watch or --once from cron does not report them again. An item that ends and recurs is reported again; muted items are not reported. An outage of the service is reported when it starts and when it ends. With --digest, new items are collected until the time of day and reported in one digest together with the figures of the days since the last one, the last 7 days and the month; items that qd watch has reported are only counted. Each digest is sent once for an organisation, a missed one when qd watch runs again, and several missed ones as one; --every is then the time after which a failed digest is tried again, and --once sends the digest if it is due, for cron. Exits with 130 on Ctrl-C and with 3 if the key is rejected; with --once, exits with 5 if the service is unreachable and with 7 if data is missing.',
  options: [
    { flags: '--every <time>', help: 'interval from 1m to 7d, such as 2h (default: 10m)' },
    { flags: '--once', help: 'check once, report what is new, and exit' },
    { flags: '--notify', help: 'notify the channels of qd hooks instead of printing' },
    { flags: '--channel <name>', help: 'notify only this channel; implies --notify' },
    ...digestOptions,
    pseudonymsOption,
  ],
  formats: ['table', 'ndjson', 'json', 'csv'],
  globals: { '--columns': false },
  pipeFormat: 'ndjson',
  examples: [
    'watch --every 10m',
    'watch --every 1d --notify',
    'watch --once --channel team',
    'watch --once --json',
    'watch --digest daily --at 09:00 --zone Europe/Berlin --notify',
  ],
  parse: ({ options, globals }) => {
    if (options.once && options.every !== undefined) throw usageError('--once and --every cannot be used together.')
    if (globals.format === 'json' && !options.once)
      throw usageError('--format json needs --once; use --format ndjson to keep watching.')
    const schedule = parseSchedule(options)
    if (schedule !== undefined && globals.format === 'csv')
      throw usageError('--format csv does not apply to --digest: use --format ndjson.')
    const everyMs = options.once ? undefined : parseDuration(options.every ?? '10m', '--every')
    return { ...options, schedule, everyMs, isNotifying: options.notify || options.channel !== undefined }
  },
  run: async (options, deps) => {
    const { now, signal, err } = deps
    const notifier = await deps.notifier()
    if (options.isNotifying) assertUsableChannel(notifier, options.channel)
    const source = await deps.source()
    const { profile, baseUrl } = await deps.credentials()
    const organisation = profile ?? new URL(baseUrl).host
    const salt = options.pseudonyms ? await deps.salt() : undefined
    const { schedule, isNotifying, channel } = options
    if (schedule !== undefined) {
      await runDigest({ schedule, retryMs: options.everyMs, isNotifying, channel, organisation, salt }, deps)
      await noteOfDemo(deps)
      return 0
    }
    const shown = (items: readonly AttentionItem[]): AttentionItem[] =>
      masked(salt === undefined ? [...items] : items.map((item) => pseudonymizeItem(item, salt)), deps.redact)
    const notify = (notice: Notice): void =>
      notifyOrFail(notifier, notice, options.channel === undefined ? undefined : [options.channel])
    const print = createPrinter(deps)
    let printed = 0
    await watchAttention({
      everyMs: options.everyMs,
      check: async () => {
        const yesterday = yesterdayOf(source.now())
        const range = { from: addDays(yesterday, 1 - DAYS), to: yesterday }
        // Without the notes on retries that other commands print: an outage is reported once, below.
        const loaded = await loadOverview(range, undefined, { signal }, deps)
        const items = attentionOf({ range, now: source.now(), ...loaded.parts, ...loaded.current })
        const memory = await openAttentionMemory(deps)
        const open = items.filter(({ id }) => memory.until(id) === undefined)
        await saveOverviewStatus(range, loaded, open, deps)
        return { items, missing: loaded.missing }
      },
      memory: () => openAttentionMemory(deps),
      isQuiet: () => options.isNotifying && notifier.isQuiet(),
      report: (news) => {
        const items = shown(news)
        if (options.isNotifying) notify(newsNotice(items, organisation))
        else print(items)
        printed += items.length
      },
      reportOutage: (error) => {
        if (options.isNotifying) notify(outageNotice(error, organisation))
        else if (error === undefined) noteTo(err, `${moment(now())}  The service answers again.`)
        else if (options.everyMs !== undefined)
          noteTo(
            err,
            `${moment(now())}  ${error.message} Checks continue; you are notified when the service answers again.`,
          )
      },
      note: (sentence) => noteTo(err, sentence),
      now,
      wait: (until) => waitUntil(until, now, signal),
    })
    await noteOfDemo(deps)
    // After a single check, json is a document and csv has a heading, even if nothing is new.
    if (printed === 0 && !options.isNotifying && ['json', 'csv'].includes(deps.format)) print([])
  },
})
