type Value = number | null | undefined

const sorted = (values: readonly Value[]): number[] =>
  values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value)).sort((a, b) => a - b)

/** Median of the finite values; undefined if there are none. */
export const median = (values: readonly Value[]): number | undefined => quantile(values, 0.5)

/** Quantile of the finite values at `share` (0 to 1), with linear interpolation; undefined if there are none. */
export const quantile = (values: readonly Value[], share: number): number | undefined => {
  const known = sorted(values)
  if (known.length === 0) return undefined
  const place = (known.length - 1) * Math.min(1, Math.max(0, share))
  const below = known[Math.floor(place)] ?? 0
  const above = known[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}

/** Mean of the finite values; undefined if there are none. */
export const mean = (values: readonly Value[]): number | undefined => {
  const known = sorted(values)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0) / known.length
}
