import { AppError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { FULL_DISK_PCT } from '../../domain/computers/computer-metrics.ts'
import { IDLE_CPU_PCT } from '../../domain/computers/computer-use.ts'
import { attentionDays, attentionLine, attentionOf, type Mutes } from '../../domain/overview/attention/attention.ts'
import type { AttentionItem } from '../../domain/overview/attention/attention-kinds.ts'
import { DAY_COLUMNS, overviewDays } from '../../domain/overview/overview-days.ts'
import { comparisonFor, type Overview, overviewOf } from '../../domain/overview/overview-figures.ts'
import { overviewOutput } from '../../domain/overview/overview-output.ts'
import { pseudonymizeAuthor, pseudonymizeItem } from '../../domain/overview/pseudonymize.ts'
import { moment } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { loadOptions, noteAge } from '../kit/load-options.ts'
import { noteOfDemo, noteTo } from '../kit/notes.ts'
import { NO_PREVIOUS_PERIOD, parseRange, rangeOptions } from '../kit/option-values.ts'
import { printJson, printRows } from '../output/print-rows.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import type { RowLayout } from '../output/row-layout.ts'
import { failIfMissing, loadOverview, type MissingPart, openAttentionMemory } from './load-overview.ts'
import { overviewText, REVISIONS_SHOWN, type ShownAttention } from './overview-text.ts'
import { saveOverviewStatus } from './save-overview-status.ts'

export const overview = command({
  name: 'overview',
  summary: 'Summarise the organisation',
  reads: true,
  description: `Data that the API key may not read, or that could not be loaded, is left out and listed on standard error, and qd exits with 7. Users are averaged over the days; everything else is summed. Attention items cover today and the range, or its last 30 days if it is longer: days that differ from the same weekday of the previous eight weeks, tools used for the first time, revisions that loosened the controls, keys that expire soon or never, computers whose setup failed, disks of active computers above ${FULL_DISK_PCT} %, active computers that were idle for a week (no hour with a mean CPU of ${IDLE_CPU_PCT} % or more), failed CI jobs, failed exports and notifications, repositories that lost a level, and users who became inactive. To find them, qd also loads computers, their metrics where the server has them, CI jobs and the keys of known service accounts; these are not cached, so they are missing with --offline. Items muted with --mute, or with u in the explorer, are hidden for a week; the output shows how many are muted. With --exit-code, qd exits with 1 if an unmuted item needs attention, unless another error occurs. csv and ndjson have the figures of each day.`,
  formats: ['table', 'json', 'ndjson', 'csv'],
  members: DAY_COLUMNS,
  cacheOptions: ['offline', 'refresh'],
  options: [
    ...rangeOptions,
    { flags: '--compare <period>', help: 'compare with the previous period', choices: ['prev'] },
    { flags: '--muted', help: 'include muted items' },
    { flags: '--ids', help: 'print the id of each attention item' },
    { flags: '--mute <id>', help: 'mute the item with this id for a week', isRepeatable: true },
    { flags: '--unmute <id>', help: 'unmute the item with this id', isRepeatable: true },
    { flags: '--exit-code', help: 'exit with 1 when an unmuted item needs attention' },
    pseudonymsOption,
  ],
  examples: [
    'overview',
    'overview --last 14d --compare prev',
    'overview --from 2026-10-01 --to 2026-10-31 --json',
    'overview --last 30d --format csv',
    'overview --exit-code',
    'overview --mute risk:418',
  ],
  parse: (input, now) => ({ ...input.options, range: parseRange(input, now) }),
  run: async ({ range, compare, pseudonyms, muted, ids, exitCode, ...changes }, deps) => {
    const previous = compare === undefined ? undefined : comparisonFor(range)
    const source = await deps.source()
    const loaded = await loadOverview(range, previous, loadOptions(deps), deps)
    const { parts, current, figures: today, missing, at } = loaded
    const salt = pseudonyms ? await deps.salt() : undefined
    const all = attentionOf({ range, now: source.now(), ...parts, ...current })
    const memory = await openAttentionMemory(deps)
    if (changes.mute.length + changes.unmute.length > 0) {
      changeMutes(changes, all, memory, deps)
      await noteOfDemo(deps)
      return 0
    }
    const isMuted = ({ id }: AttentionItem) => memory.until(id) !== undefined
    const open = all.filter((item) => !isMuted(item))
    await saveOverviewStatus(range, loaded, open, deps)
    const found = muted ? [...open, ...all.filter(isMuted)] : open
    const figures = overviewOf({ range, previous, now: source.now(), ...parts, ...today, credits: parts.credits?.days })
    const named = salt === undefined ? found : found.map((item) => pseudonymizeItem(item, salt))
    const attention = { items: named, muted: all.length - open.length, until: memory.until }
    const overview =
      salt === undefined
        ? figures
        : { ...figures, revisions: figures.revisions?.map((one) => pseudonymizeAuthor(one, salt)) }
    if (deps.format === 'json') printJson(overviewJson(overview, attention, missing), deps)
    else if (deps.format !== 'table')
      printRows({ rows: overviewDays(figures), envelope: undefined, layout: daysLayout }, deps)
    else
      deps.out(
        overviewText(
          masked(overview, deps.redact),
          { ...attention, items: masked(named, deps.redact) },
          {
            isAscii: deps.globals.isAscii,
            columns: deps.columns,
            isPartial: missing.length > 0,
            hasIds: ids,
            attentionDays: attentionDays(range, source.now()),
          },
        ),
      )
    if (compare !== undefined && previous === undefined) noteTo(deps.err, NO_PREVIOUS_PERIOD)
    noteAge(source, at, deps)
    failIfMissing('The overview', missing, deps)
    return exitCode && open.length > 0 ? 1 : 0
  },
})

const daysLayout: RowLayout = { columns: [], members: DAY_COLUMNS }

/** Ids of items to mute for a week, and of items to unmute. */
type MuteChanges = { mute: readonly string[]; unmute: readonly string[] }

/**
 * Mutes or unmutes attention items, and prints the result. The explorer uses the same mutes.
 *
 * @param found - The current attention items, muted or not. A mute can be removed even if its item is no longer among
 * them.
 * @throws AppError `notFound`, before any change, for an unknown id; `failed` if the mutes cannot be saved.
 */
const changeMutes = (
  { mute, unmute }: MuteChanges,
  found: readonly AttentionItem[],
  mutes: Mutes,
  deps: Deps,
): void => {
  // Printed ids are sanitised, so an item is also found by the printed form of its id.
  const itemOf = (id: string) => found.find((item) => item.id === id || safeText(item.id) === id)
  const unknown = mute.find((id) => itemOf(id) === undefined)
  if (unknown !== undefined)
    throw new AppError('notFound', `No attention item has the id ${unknown}: list ids with qd overview --ids.`)
  const unmuted = unmute.find((id) => mutes.until(itemOf(id)?.id ?? id) === undefined)
  if (unmuted !== undefined)
    throw new AppError(
      'notFound',
      `No item with the id ${unmuted} is muted: list muted items with qd overview --muted --ids.`,
    )
  const rows = [...mute.map((id) => ({ id, isMuted: true })), ...unmute.map((id) => ({ id, isMuted: false }))]
  const changed = rows.map(({ id: typedId, isMuted }) => {
    const item = itemOf(typedId)
    const id = item?.id ?? typedId
    if (!mutes.set(id, isMuted))
      throw new AppError('failed', "Can't save mutes: check that you own quarterdeck/attention.json in XDG_STATE_HOME.")
    return { id, until: mutes.until(id), text: item && attentionLine(item) }
  })
  if (deps.format === 'json') {
    const rowOf = ({ id, until }: (typeof changed)[number]) => ({
      id,
      mutedUntil: until === undefined ? null : new Date(until).toISOString(),
    })
    printJson({ attention: changed.map(rowOf) }, deps)
    return
  }
  for (const { id, until, text } of changed) {
    const what = text ?? safeText(id)
    deps.out(until === undefined ? `Unmuted: ${what}\n` : `Muted until ${moment(until)}: ${what}\n`)
  }
}

/**
 * The overview as JSON, see {@link overviewOutput}. A part that could not be loaded is null and listed in `missing`.
 */
const overviewJson = (
  overview: Overview,
  { items, muted, until }: ShownAttention,
  missing: readonly MissingPart[],
): unknown => ({
  ...overviewOutput({ ...overview, revisions: overview.revisions?.slice(0, REVISIONS_SHOWN) }, items, until),
  muted,
  ...(missing.length > 0 && { incomplete: true, missing: missing.map(missingJson) }),
})

const missingJson = ({ part, error }: MissingPart) => ({
  what: part,
  why: error.message,
  status: error.status ?? null,
})
