/** A sum, and in how many rows the value was missing. A sum with missing values is to be marked where it is shown. */
export type Sum = {
  /** undefined when not one row had the value. */
  value: number | undefined
  missing: number
}

/** Adds up the values there are and counts those that are not. */
export const sumOfValues = (values: readonly (number | null | undefined)[]): Sum => {
  const known = values.filter((value) => typeof value === 'number' && Number.isFinite(value))
  const value = known.length === 0 ? undefined : known.reduce<number>((total, each) => total + (each ?? 0), 0)
  return { value, missing: values.length - known.length }
}

/** The sum of what two sums are of. */
export const joinSums = (a: Sum, b: Sum): Sum => ({
  value: a.value === undefined || b.value === undefined ? (a.value ?? b.value) : a.value + b.value,
  missing: a.missing + b.missing,
})
