/**
 * Stands in for what holds Ink's frames back. A key is one drawing and nothing else draws faster than people press, so each
 * drawing is written at once; timers that would find nothing to write woke the process twice for each key.
 */
export const throttle = <A extends unknown[]>(draw: (...args: A) => void) =>
  Object.assign((...args: A) => draw(...args), { flush: () => {}, cancel: () => {} })
