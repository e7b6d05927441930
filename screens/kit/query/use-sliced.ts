import { useEffect, useMemo, useState } from 'react'
import { inSlices, resultOf } from '../../../src/base/slices.ts'

/**
 * The result of a generator, which runs in slices so that keys are handled in between; undefined until it is done.
 *
 * @param make - Must be the same function for the same result. A new function frees the old result.
 * @param isWanted - Whether the result is computed and returned.
 * @param isSlow - False: computed at once.
 */
export const useSliced = <Made>(
  make: (() => Generator<void, Made>) | undefined,
  { isWanted = true, isSlow = true }: { isWanted?: boolean; isSlow?: boolean } = {},
): Made | undefined => {
  const atOnce = useMemo(() => (make && !isSlow ? resultOf(make()) : undefined), [make, isSlow])
  const [done, setDone] = useState<{ make: unknown; made: Made }>()
  const isDone = done !== undefined && done.make === make
  useEffect(() => {
    if (!make || !isSlow) return setDone(undefined)
    if (!isWanted || isDone) return undefined
    const steps = make()
    return inSlices(() => {
      const step = steps.next()
      if (step.done) setDone({ make, made: step.value })
      return !step.done
    })
  }, [make, isWanted, isSlow, isDone])
  return isDone && isWanted ? done.made : atOnce
}
