import { isObject } from '../../base/json.ts'
import { DAY_MS, isValidTimestamp } from '../../base/time.ts'
import { isDay } from '../calendar/calendar.ts'
import { age, counted, dayLabel, fullNumber, moment, NONE, percent, shortNumber, UNKNOWN } from '../text/format.ts'
import { signsFor, withAsciiSigns } from '../text/signs.ts'

/** The figures of `qd status`. They contain no names. */
export type StatusFigures = {
  /** When the data was fetched, Unix ms. */
  at: number
  /** Number of attention items that are not muted. */
  attention: number
  /** Whether all data in which items are found was loaded. */
  isAttentionComplete: boolean
  /** First day of the month of the credits; these members are undefined if the credits are unknown. */
  monthStart?: string | undefined
  monthCredits?: number | undefined
  /** Credits expected at the end of the month; undefined without enough earlier days. */
  forecast?: number | undefined
  /** Budget of the organisation for the month, in credits; undefined without one. */
  budget?: number | undefined
}

/** Figures from a file; undefined if they are invalid. */
export const parseStatusFigures = (value: unknown): StatusFigures | undefined => {
  if (!isObject(value)) return undefined
  const { at, attention, isAttentionComplete, monthStart, monthCredits, forecast, budget } = value
  if (!isValidTimestamp(at) || !Number.isSafeInteger(attention)) return undefined
  const numberOf = (one: unknown) => (typeof one === 'number' && Number.isFinite(one) ? one : undefined)
  return {
    at,
    attention: Number(attention),
    isAttentionComplete: isAttentionComplete === true,
    monthStart: typeof monthStart === 'string' && isDay(monthStart) ? monthStart : undefined,
    monthCredits: numberOf(monthCredits),
    forecast: numberOf(forecast),
    budget: numberOf(budget),
  }
}

/** Age from which figures are marked as stale. */
const STALE_MS = DAY_MS

const usedOf = ({ monthCredits, budget }: StatusFigures): number | undefined =>
  monthCredits !== undefined && budget !== undefined && budget > 0 ? monthCredits / budget : undefined

/** The names that a template may contain. */
export const STATUS_NAMES = ['credits', 'forecast', 'budget', 'attention', 'age', 'text'] as const
type StatusName = (typeof STATUS_NAMES)[number]

type StatusOptions = {
  /** Unix ms. */
  now: number
  isAscii: boolean
}

/** The values of a template. Their signs need not be ASCII. */
const valuesOf = (figures: StatusFigures, now: number): Record<Exclude<StatusName, 'text'>, string> => {
  const { monthCredits, forecast, attention, isAttentionComplete, at } = figures
  const short = (value: number | undefined) => shortNumber(value === undefined ? undefined : Math.round(value))
  const used = usedOf(figures)
  return {
    credits: short(monthCredits),
    forecast: short(forecast),
    budget: used === undefined ? NONE : percent(used, 0),
    attention: `${attention}${isAttentionComplete ? '' : UNKNOWN}`,
    age: age(now - at),
  }
}

const isStale = ({ at }: StatusFigures, now: number): boolean => now - at > STALE_MS

/** One line: `2.34M credits (58 %) ≈3.12M · ! 3`. Stale figures end with their age. */
export const statusText = (figures: StatusFigures, options: StatusOptions): string =>
  asciiIf(options.isAscii, lineOf(figures, options))

const asciiIf = (isAscii: boolean, text: string): string => (isAscii ? withAsciiSigns(text) : text)

const lineOf = (figures: StatusFigures, { now, isAscii }: StatusOptions): string => {
  const { credits, forecast, budget, attention, age: old } = valuesOf(figures, now)
  const { attention: sign } = signsFor(isAscii)
  const ofMonth = [
    `${credits} credits`,
    ...(budget === NONE ? [] : [`(${budget})`]),
    ...(figures.forecast === undefined ? [] : [`≈${forecast}`]),
  ]
  const parts = [
    ofMonth.join(' '),
    ...(attention === '0' ? [] : [`${sign} ${attention}`]),
    ...(isStale(figures, now) ? [`${old} old`] : []),
  ]
  return parts.join(' · ')
}

/**
 * Fills a template with names such as `{{credits}}`. Other text stays as it is.
 *
 * @returns The line, or the problem of the template as the end of a sentence.
 */
export const fillStatusTemplate = (
  template: string,
  figures: StatusFigures,
  options: StatusOptions,
): { text: string } | { problem: string } => {
  const values: Record<StatusName, string> = {
    ...valuesOf(figures, options.now),
    text: lineOf(figures, options),
  }
  const pieces = template.split(/\{\{\s*\.?(\w+)\s*\}\}/)
  const texts: string[] = []
  for (const [at, piece] of pieces.entries()) {
    // Names are at odd places.
    if (at % 2 === 0) {
      if (piece.includes('{{')) return { problem: 'has {{ without a name' }
      texts.push(piece)
      continue
    }
    if (!Object.hasOwn(values, piece)) return { problem: `has the unknown name "${piece}"` }
    texts.push(asciiIf(options.isAscii, values[piece as StatusName]))
  }
  return { text: texts.join('') }
}

/** The figures as JSON. waybar and similar programs read `text`, `tooltip` and `class`. */
export const statusDocument = (figures: StatusFigures, options: StatusOptions) => {
  const { at, attention, isAttentionComplete, monthStart, monthCredits, forecast, budget } = figures
  const hasStale = isStale(figures, options.now)
  return {
    text: statusText(figures, options),
    tooltip: asciiIf(options.isAscii, tooltipOf(figures)),
    class: hasStale ? 'stale' : attention > 0 ? 'attention' : 'ok',
    monthStart: monthStart ?? null,
    monthCredits: monthCredits ?? null,
    forecast: forecast ?? null,
    budget: budget ?? null,
    used: usedOf(figures) ?? null,
    attentionItems: attention,
    isAttentionComplete,
    fetchedAt: new Date(at).toISOString(),
    isStale: hasStale,
  }
}

const tooltipOf = (figures: StatusFigures): string => {
  const { at, attention, isAttentionComplete, monthStart, monthCredits, forecast, budget } = figures
  const whole = (value: number) => fullNumber(Math.round(value))
  const used = usedOf(figures)
  const lines = [
    monthCredits === undefined
      ? 'Credits of the month: unknown'
      : `Credits since ${dayLabel(monthStart)}: ${whole(monthCredits)}`,
    ...(forecast === undefined ? [] : [`Expected by the end of the month: ${whole(forecast)}`]),
    ...(budget === undefined || used === undefined ? [] : [`Budget: ${whole(budget)}, ${percent(used)} used`]),
    `${counted(attention, 'item needs', 'items need')} attention${isAttentionComplete ? '' : ' in the loaded data'}`,
    `Fetched ${moment(at)}`,
  ]
  return lines.join('\n')
}
