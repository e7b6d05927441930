type Value = number | null | undefined

const marks = '▁▂▃▄▅▆▇█'
const asciiMarks = '_.-:=+*#'

export type SparklineOptions = {
  /**
   * The value of the highest mark; pass one for all lines of a column so that they share a scale.
   * @default the largest of the values
   */
  max?: number | undefined
  /** Marks for terminals without block elements. */
  ascii?: boolean
}

/** One cell a value, from zero up. A missing value is a space, and only zero (or less) is the lowest mark. */
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

/** The largest of the values there are; 0 when there are none or all are negative. For a shared scale. */
export const largest = (values: readonly Value[]): number => {
  let top = 0
  for (const value of values) if (isNumber(value) && value > top) top = value
  return top
}

/**
 * At most `width` values: where there are more, neighbours become one. `mean` (the default) keeps the unit of one day,
 * `sum` adds the days up. Missing values are left out; a bucket of nothing but those is missing.
 */
export const bucket = (
  values: readonly Value[],
  width: number,
  how: 'mean' | 'sum' = 'mean',
): (number | undefined)[] => {
  const count = Math.min(Math.max(0, width), values.length)
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * values.length) / count)
    const end = Math.floor(((index + 1) * values.length) / count)
    return combined(values.slice(start, end), how)
  })
}

/** Mean or sum of the values there are; undefined when there are none. */
export const combined = (values: readonly Value[], how: 'mean' | 'sum'): number | undefined => {
  const known = values.filter(isNumber)
  if (known.length === 0) return undefined
  const sum = known.reduce((total, value) => total + value, 0)
  return how === 'sum' ? sum : sum / known.length
}
