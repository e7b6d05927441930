import { useEffect, useMemo, useRef, useState } from 'react'
import { type UnifiedLine, unifiedLines, unifiedSteps } from '../../src/domain/settings-diff/unified-text.ts'
import type { Sides } from './diff-places.ts'

export type MadeLines = { lines: readonly UnifiedLine[]; sides: Sides }

/** Ms that lines are made for before a key may be heard and a frame drawn. */
const SLICE_MS = 8

/**
 * The lines of two settings laid over each other; undefined while they are made: those of large ones are made bit by bit, so that
 * no frame waits for them.
 *
 * @param key - The same while `sides` answers the same; undefined: no lines are wanted.
 */
export const useUnifiedLines = (
  key: string | undefined,
  sides: () => Sides,
  isLarge: boolean,
): MadeLines | undefined => {
  const latest = useRef(sides)
  latest.current = sides
  const atOnce = useMemo(() => {
    if (key === undefined || isLarge) return undefined
    const both = latest.current()
    return { lines: unifiedLines(both.before, both.after), sides: both }
  }, [key, isLarge])
  const [slow, setSlow] = useState<MadeLines & { key: string }>()
  useEffect(() => {
    if (key === undefined || !isLarge) return undefined
    let steps: Generator<void, UnifiedLine[]> | undefined
    let both: Sides | undefined
    let next: NodeJS.Timeout | undefined
    const go = () => {
      both ??= latest.current()
      steps ??= unifiedSteps(both.before, both.after)
      const end = performance.now() + SLICE_MS
      while (performance.now() < end) {
        const step = steps.next()
        if (step.done) return setSlow({ lines: step.value, sides: both, key })
      }
      next = setTimeout(go, 1)
    }
    next = setTimeout(go, 1)
    return () => clearTimeout(next)
  }, [key, isLarge])
  if (atOnce) return atOnce
  return slow !== undefined && slow.key === key ? slow : undefined
}
