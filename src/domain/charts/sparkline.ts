import { signsFor } from '../text/signs.ts'

type Value = number | null | undefined

const marks = '▁▂▃▄▅▆▇█'
const asciiMarks = '_.-:=+*#'

export type SparklineOptions = {
  /**
   * The value of the highest mark. Pass the same value for several lines to give them a common scale.
   * @default the largest of the values
   */
  max?: number | undefined
  /** Without `max`: ends the scale below values that dwarf the others, and marks these. @default false */
  clips?: boolean
  /** Uses ASCII characters instead of block elements. */
  ascii?: boolean
}

/** One cell per value, on a scale from zero. A missing value is a space. Positive values are above the lowest mark. */
export const sparkline = (
  values: readonly Value[],
  { max, clips = false, ascii = false }: SparklineOptions = {},
): string => {
  const set = ascii ? asciiMarks : marks
  const top = max ?? (clips ? clippedTop(values) : largest(values))
  const above = signsFor(ascii).above
  const markOf = (value: number) => (clips && max === undefined && value > top ? above : set[levelOf(value, top)])
  return values.map((value) => (isNumber(value) ? markOf(value) : ' ')).join('')
}

/** A value this many times the largest of the others would leave them no room on a common scale. */
const DWARFING = 3
/** Of fewer values, none is clipped. */
const MIN_CLIPPED = 4

/**
 * The largest value that a scale should show: the largest one, or the largest of the others if up to a tenth of the
 * values (but at least one) are each more than 3 times as large as these.
 */
export const clippedTop = (values: readonly Value[]): number => {
  const known = values.filter(isNumber).sort((a, b) => b - a)
  const most = known.length < MIN_CLIPPED ? 0 : Math.max(1, Math.floor(known.length / 10))
  for (let count = most; count > 0; count--) {
    const rest = known[count] ?? 0
    if (rest > 0 && (known[count - 1] ?? 0) > DWARFING * rest) return rest
  }
  return Math.max(0, known[0] ?? 0)
}

const isNumber = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value)

const levelOf = (value: number, top: number): number => {
  if (value <= 0) return 0
  if (!(top > 0)) return 7
  return Math.max(1, Math.min(7, Math.ceil((value / top) * 7)))
}

/** The largest finite value; 0 if there is none or all are negative. */
export const largest = (values: readonly Value[]): number => {
  let top = 0
  for (const value of values) if (isNumber(value) && value > top) top = value
  return top
}

/**
 * Reduces values to at most `width`, each the mean of neighbours. Missing values are ignored; a bucket with only missing
 * values is undefined.
 */
export const bucket = (values: readonly Value[], width: number): (number | undefined)[] => {
  const count = Math.min(Math.max(0, width), values.length)
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * values.length) / count)
    const end = Math.floor(((index + 1) * values.length) / count)
    return knownMean(values.slice(start, end))
  })
}

/** Mean of the finite values; undefined if there are none. */
export const knownMean = (values: readonly Value[]): number | undefined => {
  const known = values.filter(isNumber)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0) / known.length
}
