export type NumberValues = Uint16Array | Uint32Array | Float64Array

const MISSING_16 = 0xffff
const MISSING_32 = 0xffffffff

/** An empty column. It widens as soon as a number does not fit: counts seldom need 8 bytes. */
export const createNumberColumn = () => {
  let values: NumberValues = new Uint16Array(0)
  let missing = MISSING_16
  const widen = (bytes: 4 | 8): void => {
    const wider = bytes === 4 ? new Uint32Array(values.length) : new Float64Array(values.length)
    const filler = bytes === 4 ? MISSING_32 : Number.NaN
    values.forEach((value, row) => {
      wider[row] = value === missing ? filler : value
    })
    values = wider
    missing = filler
  }
  return {
    /** The numbers as they are now, in a loop over many rows faster than `at`. */
    get values(): NumberValues {
      return values
    },
    /** The value that marks a missing number in them; NaN in floats. */
    get missing(): number {
      return missing
    },
    /** The number in a row; NaN where it is missing. */
    at(row: number): number {
      const value = values[row]
      return value === undefined || value === missing ? Number.NaN : value
    },
    /** Sets the number of a row; the column grows as needed. */
    set(row: number, number: number): void {
      const bytes = bytesFor(number)
      if (bytes > 2 && bytes > values.BYTES_PER_ELEMENT) widen(bytes as 4 | 8)
      values = withRoom(values, row + 1)
      values[row] = Number.isNaN(number) ? missing : number
    },
  }
}

/** Numbers in as few bytes as hold all of them exactly; NaN stands for one that is missing. */
export type NumberColumn = ReturnType<typeof createNumberColumn>

/** Bytes that hold a number exactly and leave one value for a missing one. */
const bytesFor = (number: number): 2 | 4 | 8 => {
  if (Number.isNaN(number)) return 2
  if (number >>> 0 !== number || number === MISSING_32) return 8
  return number < MISSING_16 ? 2 : 4
}

/** The same numbers with room for at least `length` of them: where they have too little, half as many again as before. */
export const withRoom = <Values extends NumberValues>(values: Values, length: number): Values => {
  if (length <= values.length) return values
  const capacity = Math.max(length, values.length + (values.length >> 1), 64)
  const larger = new (values.constructor as new (length: number) => Values)(capacity)
  larger.set(values)
  return larger
}
