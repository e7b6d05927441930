/** Numbers in as few bytes as hold them exactly; NaN stands for one that is missing. */
export type NumberColumn = {
  /** The numbers as they are kept: at least as many as were set, valid until the next `set`. */
  readonly values: NumberValues
  /** The value that marks a missing number in `values`; NaN in columns of floats. */
  readonly missing: number
  /** The number in a row; NaN where it is missing. */
  at(row: number): number
  /**
   * Sets `rows[n]` to `numbers[n]`; there are `length` rows from then on.
   *
   * @param room - Rows that there is going to be room for. @default length
   */
  set(rows: Uint32Array, numbers: NumberValues, length: number, room?: number): void
}

export type NumberValues = Uint16Array | Uint32Array | Float64Array

const MISSING_16 = 0xffff
const MISSING_32 = 0xffffffff

/** An empty column. It grows as rows are set, and widens as soon as a number does not fit: counts seldom need 8 bytes. */
export const createNumberColumn = (): NumberColumn => {
  let values: NumberValues = new Uint16Array(0)
  let missing = MISSING_16
  let used = 0
  return {
    get values() {
      return values
    },
    get missing() {
      return missing
    },
    at(row) {
      const value = values[row] ?? missing
      return value === missing ? Number.NaN : value
    },
    set(rows, numbers, length, room = length) {
      const needed = neededFor(numbers)
      if (needed > values.BYTES_PER_ELEMENT) {
        const wider = needed === 4 ? new Uint32Array(values.length) : new Float64Array(values.length)
        const filler = needed === 4 ? MISSING_32 : Number.NaN
        for (let row = 0; row < used; row++) {
          const value = values[row] ?? missing
          wider[row] = value === missing ? filler : value
        }
        values = wider
        missing = filler
      }
      values = withRoom(values, room)
      used = length
      put(values, missing, rows, numbers)
    },
  }
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

const put = (values: NumberValues, missing: number, rows: Uint32Array, numbers: NumberValues): void => {
  for (let at = 0; at < rows.length; at++) {
    const number = numbers[at] ?? Number.NaN
    values[rows[at] ?? 0] = Number.isNaN(number) ? missing : number
  }
}

/** The same numbers with room for at least `length` of them: where they have too little, half as many again as before. */
export const withRoom = <Values extends NumberValues>(values: Values, length: number): Values => {
  if (length <= values.length) return values
  const capacity = Math.max(length, values.length + (values.length >> 1), 64)
  const larger = new (values.constructor as new (length: number) => Values)(capacity)
  larger.set(values)
  return larger
}
