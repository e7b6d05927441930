/**
 * Work that takes longer than this is cut into pieces, so that a key is heard between them: a frame has 16 ms, in which a draw and a
 * collection of the heap have to fit beside a piece.
 */
const SLICE_MS = 4

/**
 * Calls `step` until it answers false, in slices of time with room for keys between them; the first slice at once.
 *
 * @returns How to stop.
 */
export const inSlices = (step: () => boolean): (() => void) => {
  let next: NodeJS.Immediate | undefined
  const run = () => {
    const until = performance.now() + SLICE_MS
    while (step()) {
      if (performance.now() < until) continue
      next = setImmediate(run)
      return
    }
  }
  run()
  return () => clearImmediate(next)
}

/** What a generator returns, at once. */
export const resultOf = <Made>(steps: Generator<void, Made>): Made => {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
