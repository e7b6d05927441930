/** Numbers in as few bytes as hold them exactly; NaN stands for one that is missing. */
export type NumberColumn = {
  /** The numbers, {@link SEGMENT_ROWS} of them in each, as many as were set. */
  readonly segments: readonly NumberSegment[]
  /** The number in a row; NaN where it is missing. */
  at(row: number): number
  /** Sets `rows[n]` to `numbers[n]`; a row may be at most one further than those that were set before. */
  set(rows: Uint32Array, numbers: NumberValues): void
}

/** Changed in place as rows are set. */
export type NumberSegment = {
  values: NumberValues
  /** The value that marks a missing number in `values`; NaN in floats. */
  missing: number
}

export type NumberValues = Uint16Array | Uint32Array | Float64Array

const MISSING_16 = 0xffff
const MISSING_32 = 0xffffffff

const SEGMENT_BITS = 13
/**
 * Rows that are kept together: a number that does not fit widens only these, and none is copied as more come. Of millions of rows
 * that would take longer than a key may wait.
 */
const SEGMENT_ROWS = 1 << SEGMENT_BITS

/** The number of the segment of a row. */
export const segmentOf = (row: number): number => row >>> SEGMENT_BITS

/** The place of a row in its segment. */
export const placeIn = (row: number): number => row & (SEGMENT_ROWS - 1)

/** An empty column. It widens as soon as a number does not fit: counts seldom need 8 bytes. */
export const createNumberColumn = (): NumberColumn => {
  const segments: NumberSegment[] = []
  return {
    segments,
    at(row) {
      const segment = segments[segmentOf(row)]
      const value = segment?.values[placeIn(row)]
      return value === undefined || value === segment?.missing ? Number.NaN : value
    },
    set(rows, numbers) {
      const needed = neededFor(numbers)
      let segment: NumberSegment | undefined
      let known = -1
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        if (segmentOf(row) !== known) {
          known = segmentOf(row)
          segments[known] ??= { values: new Uint16Array(SEGMENT_ROWS), missing: MISSING_16 }
          segment = segments[known] as NumberSegment
          if (needed > segment.values.BYTES_PER_ELEMENT) widen(segment, needed)
        }
        const number = numbers[at] ?? Number.NaN
        const { values, missing } = segment as NumberSegment
        values[placeIn(row)] = Number.isNaN(number) ? missing : number
      }
    },
  }
}

const widen = (segment: NumberSegment, bytes: 2 | 4 | 8): void => {
  const wider = bytes === 4 ? new Uint32Array(SEGMENT_ROWS) : new Float64Array(SEGMENT_ROWS)
  const filler = bytes === 4 ? MISSING_32 : Number.NaN
  const { values, missing } = segment
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? missing
    wider[place] = value === missing ? filler : value
  }
  segment.values = wider
  segment.missing = filler
}

/** Bytes a number that hold each of these exactly and still leave one value for a missing one. */
const neededFor = (numbers: NumberValues): 2 | 4 | 8 => {
  let largest = 0
  // Counted loops: iterators of typed arrays take five times as long.
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0
    if (Number.isNaN(number)) continue
    if (number >>> 0 !== number || number === MISSING_32) return 8
    if (number > largest) largest = number
  }
  return largest < MISSING_16 ? 2 : 4
}

/** The same numbers with room for at least `length` of them: where they have too little, half as many again as before. */
export const withRoom = <Values extends NumberValues>(values: Values, length: number): Values => {
  if (length <= values.length) return values
  const capacity = Math.max(length, values.length + (values.length >> 1), 64)
  const larger = new (values.constructor as new (length: number) => Values)(capacity)
  larger.set(values)
  return larger
}
