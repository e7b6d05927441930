import { useEffect, useMemo, useState } from 'react'
import { inSlices, resultOf } from '../../../src/base/slices.ts'

/**
 * What a generator makes, in slices with room for keys between them; undefined until that is done.
 *
 * @param make - The same function while it makes the same. What was made is freed with it.
 * @param isWanted - Whether it is made, and shown.
 * @param isSlow - False: it is made at once.
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
