import { useEffect, useMemo, useState } from 'react'
import { inSlices } from '../../../src/base/slices.ts'
import { type UnifiedLine, unifiedSteps } from '../../../src/domain/settings-diff/unified-text.ts'
import { useLatest } from '../../../src/ui/keys/use-keys.ts'
import type { Sides } from './diff-places.ts'

export type MadeLines = { lines: readonly UnifiedLine[]; sides: Sides }

/**
 * The unified lines of two settings; undefined while they are made: those of large ones are made in slices, so that
 * no frame waits for them.
 *
 * @param key - The same while `pick` returns the same; undefined: no lines are wanted.
 * @param pick - Both settings as far as they are shown, in steps.
 */
export const useUnifiedLines = (
  key: string | undefined,
  pick: () => Generator<void, Sides>,
  isLarge: boolean,
): MadeLines | undefined => {
  const isWanted = key !== undefined
  const latest = useLatest(pick)
  const atOnce = useMemo(() => {
    if (!isWanted || isLarge) return undefined
    const steps = makeLines(pick)
    let step = steps.next()
    while (!step.done) step = steps.next()
    return step.value
  }, [isWanted, isLarge, pick])
  const [slow, setSlow] = useState<MadeLines & { key: string }>()
  useEffect(() => {
    // Hidden lines are freed.
    if (key === undefined || !isLarge) return setSlow(undefined)
    const steps = makeLines(latest.current)
    return inSlices(() => {
      const step = steps.next()
      if (step.done) setSlow({ ...step.value, key })
      return !step.done
    })
  }, [key, isLarge, latest])
  return atOnce ?? (slow?.key === key ? slow : undefined)
}

function* makeLines(pick: () => Generator<void, Sides>): Generator<void, MadeLines> {
  const sides = yield* pick()
  return { lines: yield* unifiedSteps(sides.before, sides.after), sides }
}
