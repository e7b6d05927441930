export type NumberValues = Uint16Array | Uint32Array | Float64Array

const MISSING_16 = 0xffff
const MISSING_32 = 0xffffffff

/** Creates an empty column with 2 bytes per number. It switches to 4 or 8 bytes for a larger number. */
export const createNumberColumn = () => {
  let values: NumberValues = new Uint16Array(0)
  let missing = MISSING_16
  const promote = (bytes: 4 | 8): void => {
    const larger = bytes === 4 ? new Uint32Array(values.length) : new Float64Array(values.length)
    const filler = bytes === 4 ? MISSING_32 : Number.NaN
    values.forEach((value, row) => {
      larger[row] = value === missing ? filler : value
    })
    values = larger
    missing = filler
  }
  return {
    /** The current array. In loops over many rows it is faster than `at`. */
    get values(): NumberValues {
      return values
    },
    /** The value in `values` that marks a missing number; NaN in a column of floats. */
    get missing(): number {
      return missing
    },
    /** The number of a row; NaN if it is missing. */
    at(row: number): number {
      const value = values[row]
      return value === undefined || value === missing ? Number.NaN : value
    },
    /** Sets the number of a row. The column grows as needed. */
    set(row: number, number: number): void {
      const bytes = bytesFor(number)
      if (bytes > 2 && bytes > values.BYTES_PER_ELEMENT) promote(bytes as 4 | 8)
      values = ensureCapacity(values, row + 1)
      values[row] = Number.isNaN(number) ? missing : number
    },
  }
}

/** Numbers in the smallest type that holds all of them exactly. NaN marks a missing number. */
export type NumberColumn = ReturnType<typeof createNumberColumn>

/** Number of bytes that hold a number exactly and leave one value free for missing numbers. */
const bytesFor = (number: number): 2 | 4 | 8 => {
  if (Number.isNaN(number)) return 2
  if (number >>> 0 !== number || number === MISSING_32) return 8
  return number < MISSING_16 ? 2 : 4
}

/** Returns `values` if it has at least `length` elements, otherwise a copy of at least 1.5 times its size. */
export const ensureCapacity = <Values extends NumberValues>(values: Values, length: number): Values => {
  if (length <= values.length) return values
  const capacity = Math.max(length, values.length + (values.length >> 1), 64)
  const larger = new (values.constructor as new (length: number) => Values)(capacity)
  larger.set(values)
  return larger
}
