import { escapedForPattern } from '../../../src/domain/filter/wildcard-test.ts'
import type { Paint } from '../../../src/ui/layout/theme.ts'

/** Lines, and in which of them what was looked for begins, from 0 and rising. */
export type FoundLines = { lines: string[]; found: number[] }

export const noLines: FoundLines = { lines: [], found: [] }

/**
 * Lines of one wrapped text with each place painted that holds what is looked for, in either case; also where a line breaks
 * inside of it. Nothing is looked for with an empty text.
 */
export const paintFound = (lines: readonly string[], wanted: string, paint: Paint): FoundLines => {
  if (wanted === '') return { lines: [...lines], found: [] }
  const pattern = wanted.split(/\s+/).map(escapedForPattern).join('\\s+')
  const text = lines.join('\n')
  const starts = [0]
  for (const [y, line] of lines.entries()) starts.push((starts[y] ?? 0) + line.length + 1)
  const found = new Set<number>()
  const painted = lines.map(() => '')
  const told = lines.map(() => 0)
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern, 'giu'))) {
    let y = starts.findLastIndex((start) => start <= index)
    found.add(y)
    for (; (starts[y] ?? text.length) < index + match.length && y < lines.length; y += 1) {
      const line = lines[y] ?? ''
      const start = starts[y] ?? 0
      const [from, to] = [Math.max(0, index - start), Math.min(line.length, index + match.length - start)]
      painted[y] += line.slice(told[y], from) + paint(line.slice(from, to))
      told[y] = to
    }
  }
  return { lines: lines.map((line, y) => painted[y] + line.slice(told[y])), found: [...found] }
}
