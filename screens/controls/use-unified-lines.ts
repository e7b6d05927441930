import { useEffect, useMemo, useRef, useState } from 'react'
import { isJsonObject } from '../../src/domain/settings-diff/json-value.ts'
import { type UnifiedLine, unifiedLines } from '../../src/domain/settings-diff/unified-text.ts'
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
  }, [key, isLarge])
  if (atOnce) return atOnce
  return slow !== undefined && slow.key === key ? slow : undefined
}

/** The lines of both as {@link unifiedLines} makes them, one member at a time. */
function* makeLines(sides: Sides): Generator<void, MadeLines> {
  const { before, after } = sides
  if (!isJsonObject(before) || !isJsonObject(after)) return { lines: unifiedLines(before, after), sides }
  const lines: UnifiedLine[] = [{ sign: ' ', text: '{' }]
  for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
    const own = unifiedLines(onlyMember(before, name), onlyMember(after, name))
    for (let at = 1; at < own.length - 1; at += 1) lines.push(own[at] as UnifiedLine)
    yield
  }
  lines.push({ sign: ' ', text: '},' })
  return { lines, sides }
}

const onlyMember = (settings: Record<string, unknown>, name: string): Record<string, unknown> =>
  // Made from pairs: a member may be called __proto__.
  Object.hasOwn(settings, name) ? Object.fromEntries([[name, settings[name]]]) : {}
