import { dayOf } from '../../domain/calendar/calendar.ts'
import { sparkline } from '../../domain/charts/sparkline.ts'
import { coverageText, liveFigures } from '../../domain/live/live-brief.ts'
import { toTextTable } from '../../domain/output/output.ts'
import { attentionLine, attentionSign } from '../../domain/overview/attention/attention.ts'
import type { AttentionItem } from '../../domain/overview/attention/attention-kinds.ts'
import type { Figure, Overview } from '../../domain/overview/overview-figures.ts'
import { LEVELS } from '../../domain/readiness/levels.ts'
import type { ReadinessBrief } from '../../domain/readiness/readiness-output.ts'
import type { RevisionBrief } from '../../domain/revisions/revision-brief.ts'
import { INACTIVE_DAYS } from '../../domain/seats/seats.ts'
import { fit, truncate } from '../../domain/text/fit.ts'
import { counted, dayLabel, decimal, fullNumber, moment, NONE, percent, rangeLabel } from '../../domain/text/format.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import { signsFor, withAsciiSigns } from '../../domain/text/signs.ts'
import { textWidth } from '../../domain/text/width.ts'
import { figuresTable, markMissing } from '../output/table-cells.ts'

/** The attention items to print. */
export type ShownAttention = {
  /** Muted items come last, if they are shown at all. */
  items: readonly AttentionItem[]
  /** Number of muted items, shown or not. */
  muted: number
  /** When the mute of an item ends, Unix ms. */
  until: (id: string) => number | undefined
}

type TextOptions = {
  isAscii: boolean
  /** Width of the terminal in cells; undefined without one. */
  columns: number | undefined
  /** Whether parts could not be loaded, so that the list may be incomplete. */
  isPartial: boolean
  /** Whether each item starts with its id. */
  hasIds: boolean
  /** The days that attention items cover, unless they are the whole range. */
  attentionDays: string | undefined
}

/** Max number of printed revisions. */
export const REVISIONS_SHOWN = 5
/** A sparkline of more days than this is too wide for a line. */
const MAX_SPARKLINE_LENGTH = 60

export const overviewText = (overview: Overview, attention: ShownAttention, options: TextOptions): string =>
  [
    headline(overview, options),
    figuresText(overview, options),
    currentText(overview),
    attentionList(attention, options),
    overview.revisions && revisionsText(overview.revisions, options),
    overview.readiness && readinessText(overview.readiness, options),
  ]
    .filter((part) => part !== undefined)
    .join('\n')

const shownAs = (text: string, isAscii: boolean): string => (isAscii ? withAsciiSigns(text) : text)

const headline = ({ range, previous }: Overview, { isAscii }: TextOptions): string => {
  const versus = previous === undefined ? '' : ` vs ${rangeLabel(previous)}`
  return `${shownAs(`${rangeLabel(range)}${versus}`, isAscii)} (UTC)\n`
}

const figuresText = (overview: Overview, options: TextOptions): string => {
  const whole = (value: number | undefined): string => fullNumber(value === undefined ? undefined : Math.round(value))
  const tenths = (value: number | undefined): string => decimal(value, 1)
  const figures: [string, Figure | undefined, (value: number | undefined) => string][] = [
    ['Credits', overview.credits, whole],
    ['Users per day', overview.people, tenths],
    ['Daily share of monthly users', overview.stickiness, percent],
    ['Sessions', overview.sessions, whole],
    ['Turns per session', overview.turnsPerSession, tenths],
    ['Commits', overview.commits, whole],
    ['Pull requests', overview.pullRequests, whole],
    ['Tool calls', overview.toolCalls, whole],
    ['Tool calls per turn, median', overview.callsPerTurn, tenths],
  ]
  const isCompared = overview.previous !== undefined
  const hasDays = overview.days.length <= MAX_SPARKLINE_LENGTH
  const rows = figures.map(([name, figure, write]) => [
    safeText(name),
    safeText(figure === undefined ? NONE : markMissing(write(figure.value), figure.missingDays)),
    ...(isCompared
      ? [
          safeText(
            figure?.previous === undefined ? NONE : markMissing(write(figure.previous), figure.previousMissingDays),
          ),
          changeText(figure, options),
        ]
      : []),
    ...(hasDays ? [safeText(figure === undefined ? '' : sparkline(figure.series, { ascii: options.isAscii }))] : []),
  ])
  const byDay = hasDays ? [{ title: 'BY DAY', shrinks: false }] : []
  const table = figuresTable(rows, isCompared, options.columns, byDay)
  const isMarked = figures.some(([, figure]) => (figure?.missingDays ?? 0) + (figure?.previousMissingDays ?? 0) > 0)
  return isMarked ? `${table}? some days are missing\n` : table
}

const changeText = (figure: Figure | undefined, { isAscii }: TextOptions): SafeText => {
  if (figure?.change === undefined) return safeText(null)
  const { sign, text } = figure.change
  return safeText(shownAs(`${sign} ${text}`, isAscii))
}

const monthText = ({ month }: Overview): string | undefined => {
  if (month === undefined) return undefined
  const [sofar, expected, low, high] = [month.sofar, month.expected, month.low, month.high].map((value) =>
    fullNumber(Math.round(value)),
  )
  const last = month.lastMonth === undefined ? '' : ` Last month: ${fullNumber(Math.round(month.lastMonth))}.`
  return `Month: ${sofar} credits so far, about ${expected} expected by ${month.end} (${low} to ${high}).${last}\n`
}

const currentText = (overview: Overview): string | undefined => {
  const lines = [monthText(overview), seatsText(overview), todayText(overview)].filter((line) => line !== undefined)
  return lines.length > 0 ? lines.join('') : undefined
}

const seatsText = ({ seats }: Overview): string | undefined => {
  if (seats === undefined) return undefined
  const others = seats['no seat'] > 0 ? `; ${counted(seats['no seat'], 'user')} without a seat` : ''
  return `Seats: ${fullNumber(seats.seats)}, ${seats.active} active, ${seats.inactive} inactive for ${INACTIVE_DAYS} days, ${seats.never} never used${others}.\n`
}

const todayText = ({ today }: Overview): string | undefined =>
  today &&
  `Today so far (UTC, measured by this server): ${coverageText(today.reporting, today.known)}; ${liveFigures(today).join(', ')}.\n`

const attentionList = (
  { items, muted, until }: ShownAttention,
  { columns = Number.POSITIVE_INFINITY, isPartial, hasIds, isAscii, attentionDays }: TextOptions,
): string => {
  const mutedText = muted > 0 ? ` (${muted} muted)` : ''
  const covered = attentionDays === undefined ? '' : ` in the ${attentionDays}`
  const idWidth = Math.max(...items.map(({ id }) => textWidth(safeText(id))))
  const lines = items.map((item) => {
    const end = until(item.id)
    const sign = end === undefined ? attentionSign(item, isAscii) : signsFor(isAscii).none
    const note = end === undefined ? '' : `muted until ${dayLabel(dayOf(end))}: `
    const line = `${sign} ${note}${attentionLine(item)}`
    // Users copy the id, so the text after it is cut instead.
    if (!hasIds) return `${truncate(line, columns)}\n`
    const id = fit(safeText(item.id), idWidth)
    return `${id}  ${truncate(line, Math.max(1, columns - idWidth - 2))}\n`
  })
  const open = items.filter(({ id }) => until(id) === undefined).length
  const part = isPartial ? ' in the loaded data' : ''
  const head =
    open > 0
      ? `NEEDS ATTENTION  ${open}${covered}${part}${mutedText}\n`
      : `Nothing needs attention${covered}${part}${mutedText}.\n`
  return `${head}${lines.join('')}`
}

const revisionsText = (revisions: readonly RevisionBrief[], { columns }: TextOptions): string => {
  if (revisions.length === 0) return 'CONTROLS  no revisions\n'
  const rows = revisions
    .slice(0, REVISIONS_SHOWN)
    .map(({ revision, updatedAt, who, changed }) => [
      safeText(revision),
      safeText(moment(updatedAt === undefined ? undefined : Date.parse(updatedAt))),
      safeText(who),
      safeText(changed === undefined ? NONE : changed.join(', ') || 'nothing'),
    ])
  return toTextTable(
    [{ title: 'REVISION', align: 'right' }, { title: 'WHEN', shrinks: false }, { title: 'WHO' }, { title: 'CHANGED' }],
    rows,
    columns,
  )
}

const readinessText = (brief: ReadinessBrief, { isAscii }: TextOptions): string => {
  if (brief.repositories === 0) return 'READINESS  no reports\n'
  const { repositories, organisationLevel, medianLevel } = brief
  const levels = LEVELS.map((level) => `L${level} ${brief.perLevel[level]}`).join('  ')
  const { up, down, to: arrow } = signsFor(isAscii)
  const changes = (sign: string, list: ReadinessBrief['fell']): string =>
    list.map(({ repoUrl, from, to }) => `${sign} ${safeText(repoUrl)}  L${from} ${arrow} L${to}\n`).join('')
  return (
    `READINESS  ${counted(repositories, 'repository', 'repositories')}, organisation L${organisationLevel}, median L${medianLevel}\n${levels}\n` +
    changes(down, brief.fell) +
    changes(up, brief.rose)
  )
}
