/** Whether this is `npm run long`, which runs more cases. */
export const isLong = process.env.npm_lifecycle_event === 'long'

/**
 * The number of runs of a property.
 *
 * @param count In `npm run long`; otherwise a tenth, but at least 20 times.
 */
export const tries = (count: number): number => (isLong ? count : Math.max(20, Math.ceil(count / 10)))
