import { useEffect, useMemo, useState } from 'react'
import { type UnifiedLine, unifiedLines, unifiedSteps } from '../../../src/domain/settings-diff/unified-text.ts'
import { useLatest } from '../../../src/ui/keys/use-keys.ts'
import { layoutSteps, type Sides } from './diff-places.ts'
import { changedRuns } from './diff-text-rows.ts'

export type MadeLines = { lines: readonly UnifiedLine[]; sides: Sides }

/** Ms of work on lines between two chances to hear keys and draw. */
const SLICE_MS = 8

/**
 * The unified lines of two settings; undefined while they are made: those of large ones are made in slices, so that
 * no frame waits for them.
 *
 * @param key - The same while `sides` comes to the same; undefined: no lines are wanted.
 * @param sides - Both settings as far as they are shown, in steps.
 */
export const useUnifiedLines = (
  key: string | undefined,
  sides: () => Generator<void, Sides>,
  isLarge: boolean,
): MadeLines | undefined => {
  const latest = useLatest(sides)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the sides do
  const atOnce = useMemo(() => {
    if (key === undefined || isLarge) return undefined
    const both = endOf(sides())
    return { lines: unifiedLines(both.before, both.after), sides: both }
  }, [key, isLarge])
  const [slow, setSlow] = useState<MadeLines & { key: string }>()
  useEffect(() => {
    // Hidden lines are freed.
    if (key === undefined || !isLarge) return setSlow(undefined)
    let steps: Generator<void, MadeLines> | undefined
    let next: NodeJS.Timeout | undefined
    const go = () => {
      steps ??= makeLines(latest.current())
      const end = performance.now() + SLICE_MS
      while (performance.now() < end) {
        const step = steps.next()
        if (step.done) return setSlow({ ...step.value, key })
      }
      next = setTimeout(go, 1)
    }
    next = setTimeout(go, 1)
    return () => clearTimeout(next)
  }, [key, isLarge, latest])
  if (atOnce) return atOnce
  return slow !== undefined && slow.key === key ? slow : undefined
}

/** The lines, and what is cached of them for drawing. */
function* makeLines(picking: Generator<void, Sides>): Generator<void, MadeLines> {
  const sides = yield* picking
  const lines = yield* unifiedSteps(sides.before, sides.after)
  yield* layoutSteps(lines)
  changedRuns(lines)
  yield
  return { lines, sides }
}

const endOf = <Made>(steps: Generator<void, Made>): Made => {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
