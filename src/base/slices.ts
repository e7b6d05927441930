/**
 * Time limit of one slice, in ms. Key presses are handled between slices. A frame has 16 ms, in which a redraw
 * and a garbage collection must fit too.
 */
const SLICE_MS = 4

/**
 * Calls `step` until it returns false, in time slices, between which key presses are handled. The first slice runs
 * synchronously.
 *
 * @returns A function that stops.
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

/** Runs a generator to its end and returns its result. */
export const resultOf = <Made>(steps: Generator<void, Made>): Made => {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
