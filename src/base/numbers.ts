type Value = number | null | undefined

const sorted = (values: readonly Value[]): number[] =>
  values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value)).sort((a, b) => a - b)

/** The middle of the values there are, the mean of the middle two of an even number; undefined when there are none. */
export const median = (values: readonly Value[]): number | undefined => quantile(values, 0.5)

/**
 * The value that a share (0 to 1) of the values lie at or under, linear between neighbours; undefined when there are
 * none.
 */
export const quantile = (values: readonly Value[], share: number): number | undefined => {
  const known = sorted(values)
  if (known.length === 0) return undefined
  const place = (known.length - 1) * Math.min(1, Math.max(0, share))
  const below = known[Math.floor(place)] ?? 0
  const above = known[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}

/** The mean of the values there are; undefined when there are none. */
export const mean = (values: readonly Value[]): number | undefined => {
  const known = sorted(values)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0) / known.length
}
