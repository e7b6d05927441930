type Value = number | null | undefined

const marks = '▁▂▃▄▅▆▇█'
const asciiMarks = '_.-:=+*#'

export type SparklineOptions = {
  /**
   * The value of the highest mark. Pass the same value for several lines to give them a common scale.
   * @default the largest of the values
   */
  max?: number | undefined
  /** Uses ASCII characters instead of block elements. */
  ascii?: boolean
}

/** One cell per value, on a scale from zero. A missing value is a space. Positive values are above the lowest mark. */
export const sparkline = (values: readonly Value[], { max, ascii = false }: SparklineOptions = {}): string => {
  const set = ascii ? asciiMarks : marks
  const top = max ?? largest(values)
  return values.map((value) => (isNumber(value) ? set[levelOf(value, top)] : ' ')).join('')
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
