import { usageError } from '../../../base/errors.ts'
import { isTimeZone } from '../../../base/time.ts'
import { masked } from '../../../client/masked.ts'
import { addDays, yesterdayOf } from '../../../domain/calendar/calendar.ts'
import { digestText } from '../../../domain/digest/digest.ts'
import {
  DIGEST_PERIODS,
  type DigestPeriod,
  type DigestSchedule,
  isTimeOfDay,
  nextDueDay,
} from '../../../domain/digest/digest-schedule.ts'
import { levelRises } from '../../../domain/digest/level-rises.ts'
import { digestDocument, digestOutput, organisationDigest } from '../../../domain/digest/organisation-digest.ts'
import { attentionOf } from '../../../domain/overview/attention/attention.ts'
import type { AttentionInput } from '../../../domain/overview/attention/attention-kind.ts'
import { pseudonymizeItem } from '../../../domain/overview/pseudonymize.ts'
import { withAsciiSigns } from '../../../domain/text/signs.ts'
import type { Notice } from '../../../notify/event/notice.ts'
import type { Deps } from '../../kit/command.ts'
import { noteTo } from '../../kit/notes.ts'
import { notifyOrFail } from '../../kit/notify-channels.ts'
import { withSchema } from '../../output/document.ts'
import { printJson } from '../../output/print-rows.ts'
import { ndjsonText } from '../../output/text-writers.ts'
import { loadOverview, openAttentionMemory, partName } from '../load-overview.ts'
import { saveOverviewStatus } from '../save-overview-status.ts'
import { waitUntil } from './watch-attention.ts'
import { type DigestData, type DueDigest, watchDigest } from './watch-digest.ts'

/** Number of days in which attention items are searched, as by qd watch. */
const DAYS = 14

export const digestOptions = [
  { flags: '--digest <period>', help: 'send a digest instead of each item', choices: DIGEST_PERIODS },
  { flags: '--at <time>', help: 'with --digest: time of day (default: 09:00)' },
  { flags: '--zone <zone>', help: "with --digest: time zone (default: this machine's)" },
] as const

type DigestOptions = { digest: DigestPeriod | undefined; at: string | undefined; zone: string | undefined }

/** @throws AppError of kind `usage`. */
export const parseSchedule = ({ digest: period, at, zone }: DigestOptions): DigestSchedule | undefined => {
  if (period === undefined) {
    if (at === undefined && zone === undefined) return undefined
    throw usageError(`${at === undefined ? '--zone' : '--at'} needs --digest daily or --digest weekly.`)
  }
  if (at !== undefined && !isTimeOfDay(at))
    throw usageError(`"${at}" is not a valid --at value: use a time of day such as 09:00.`)
  if (zone !== undefined && !isTimeZone(zone))
    throw usageError(`"${zone}" is not a valid --zone value: use a time zone such as Europe/Berlin.`)
  return { period, at: at ?? '09:00', zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
}

export type DigestRun = {
  schedule: DigestSchedule
  /** See {@link DigestWatch}. */
  retryMs: number | undefined
  isNotifying: boolean
  /** The only channel to notify. */
  channel: string | undefined
  /** Name of the organisation. Untrusted text. */
  organisation: string
  /** Salt of pseudonyms; undefined: names are shown. */
  salt: string | undefined
}

/** Prints or sends digests, see {@link watchDigest}. */
export const runDigest = async (options: DigestRun, deps: Deps): Promise<void> => {
  const { schedule, isNotifying, retryMs } = options
  const { now, signal, err } = deps
  const notifier = await deps.notifier()
  const source = await deps.source()
  await watchDigest({
    schedule,
    retryMs,
    load: async () => {
      const data = await loadDigest(deps, source.now())
      // The first response sets the server's clock, by which another day may be the last one with data.
      return yesterdayOf(source.now()) === data.lastDay ? data : loadDigest(deps, source.now())
    },
    memory: () => openAttentionMemory(deps),
    isQuiet: () => isNotifying && notifier.isQuiet(),
    newId: notifier.newId,
    hasReceived: (id) => isNotifying && notifier.hasReceived(id),
    send: (due) => {
      const notice = noticeOf(due, options, deps)
      if (isNotifying)
        notifyOrFail(notifier, notice, options.channel === undefined ? undefined : [options.channel], due.id)
      else print(notice, deps)
    },
    noteNotDue: (day) => {
      const { at, zone } = schedule
      noteTo(err, `No digest is due: the next one is due on ${nextDueDay(day, schedule)} at ${at}, ${zone}.`)
      if (deps.format === 'json') printJson({ digest: null }, deps)
    },
    note: (sentence) => noteTo(err, sentence),
    now,
    wait: (until) => waitUntil(until, now, signal),
  })
}

type Data = DigestData & { data: Omit<AttentionInput, 'range' | 'now'>; now: number }

/** @param now - By the server's clock, Unix ms. */
const loadDigest = async (deps: Deps, now: number): Promise<Data> => {
  const lastDay = yesterdayOf(now)
  const range = { from: addDays(lastDay, 1 - DAYS), to: lastDay }
  const loaded = await loadOverview(range, undefined, { signal: deps.signal }, deps)
  const { parts, current, missing } = loaded
  const data = { ...parts, ...current }
  const items = attentionOf({ range, now, ...data })
  const memory = await openAttentionMemory(deps)
  const open = items.filter(({ id }) => memory.until(id) === undefined)
  await saveOverviewStatus(range, loaded, open, deps)
  return { items, rises: levelRises(parts.reports ?? [], range, now), lastDay, missing, data, now }
}

/** The digest in all its forms, without secrets, and with pseudonyms if wanted. */
const noticeOf = (due: DueDigest<Data>, { schedule, organisation, salt }: DigestRun, deps: Deps): Notice => {
  const { day, last, data, rises, reported, muted } = due
  const computed = organisationDigest({
    ...{ organisation, schedule, day, rises, reported, muted },
    program: `quarterdeck ${deps.version}`,
    previous: last?.day,
    lastDay: data.lastDay,
    covered: last?.covered,
    now: data.now,
    data: data.data,
    items: salt === undefined ? due.items : due.items.map((item) => pseudonymizeItem(item, salt)),
    missing: data.missing.map((part) => ({ what: partName(part), why: part.error.message })),
    isPrivate: salt !== undefined,
  })
  const digest = masked(digestDocument(computed), deps.redact)
  return {
    title: digest.title,
    text: digestText(digest),
    level: due.items.length > 0 ? 'attention' : 'info',
    body: { digest, data: withSchema(masked(digestOutput(computed), deps.redact)) as object },
  }
}

const print = ({ text, body }: Notice, deps: Deps): void => {
  if (deps.format === 'json') printJson(body?.data, deps)
  else if (deps.format === 'ndjson') deps.outMasked(ndjsonText([{ ...body?.data }]))
  else deps.out(`${deps.globals.isAscii ? withAsciiSigns(text) : text}\n`)
}
