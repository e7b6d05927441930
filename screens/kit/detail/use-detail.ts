import { escapedForPattern } from '../../../src/domain/filter/wildcard-matcher.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import type { Paint } from '../../../src/ui/layout/theme.ts'
import { localKey, useScreenState } from '../screen/screen-state.ts'

/** Lines, and the indexes of those in which a match starts: from 0, ascending. */
export type FoundLines = { lines: string[]; found: number[] }

export const noLines: FoundLines = { lines: [], found: [] }

/**
 * Paints each match in the lines of one wrapped text. A match may span lines. Empty text: no match.
 *
 * @param wanted - A text to find ignoring case, or a global pattern.
 */
export const paintFound = (lines: readonly string[], wanted: string | RegExp, paint: Paint): FoundLines => {
  if (wanted === '') return { lines: [...lines], found: [] }
  const pattern =
    typeof wanted === 'string' ? new RegExp(wanted.split(/\s+/).map(escapedForPattern).join('\\s+'), 'giu') : wanted
  const text = lines.join('\n')
  const starts = [0]
  for (const [y, line] of lines.entries()) starts.push((starts[y] ?? 0) + line.length + 1)
  const found = new Set<number>()
  const painted = lines.map(() => '')
  const copiedTo = lines.map(() => 0)
  for (const { 0: match, index } of text.matchAll(pattern)) {
    let y = starts.findLastIndex((start) => start <= index)
    found.add(y)
    for (; (starts[y] ?? text.length) < index + match.length && y < lines.length; y += 1) {
      const line = lines[y] ?? ''
      const start = starts[y] ?? 0
      const [from, to] = [Math.max(0, index - start), Math.min(line.length, index + match.length - start)]
      painted[y] += line.slice(copiedTo[y], from) + paint(line.slice(from, to))
      copiedTo[y] = to
    }
  }
  return { lines: lines.map((line, y) => painted[y] + line.slice(copiedTo[y])), found: [...found] }
}

/** Max details to cache, for moving back and forth between rows. */
export const MAX_DETAILS = 100

/** Notices of keys that can't scroll a detail, or can't show it below its list. */
export const LAST_LINE = 'End of the details.'
export const FIRST_LINE = 'Start of the details.'
export const NO_ROOM_BELOW = 'Window too short for the detail pane.'

/** Lines with their matches, and the id of the row that they describe. */
type DetailOf = FoundLines & { id: string | undefined }

/**
 * A detail next to or below a list, which scrolls on its own. `detailOf` is called at each draw and each key. The
 * detail of another row starts at its top, or at its first match.
 */
export const useLiveDetail = (detailOf: () => DetailOf, height: number) => {
  const [scrolled, setScrolled] = useScreenState(scrolledKey)
  return () => detailIn(detailOf(), height, scrolled, setScrolled)
}

type Scrolled = { id: string | undefined; top: number }

const detailIn = (
  { id, lines, found }: DetailOf,
  height: number,
  scrolled: Scrolled,
  setScrolled: (next: Scrolled) => void,
) => {
  const hasNoRoom = height <= 0 && lines.length > 0
  const highest = Math.max(0, lines.length - height)
  // The last row shows the number of hidden lines.
  const seen = Math.max(1, height - 1)
  const topFor = (line: number): number => Math.min(highest, line < seen ? 0 : line - 1)
  const top = scrolled.id === id ? Math.min(scrolled.top, highest) : topFor(found[0] ?? 0)
  const scrollTo = (to: number) => setScrolled({ id, top: Math.min(Math.max(0, to), highest) })
  return {
    shown: lines.slice(top, top + height),
    /** Number of lines below the visible ones; 0 or less: none. */
    hidden: lines.length - top - height,
    scrollDown: () => (hasNoRoom ? NO_ROOM_BELOW : top >= highest ? LAST_LINE : scrollTo(top + 1)),
    scrollUp: () => (hasNoRoom ? NO_ROOM_BELOW : top <= 0 ? FIRST_LINE : scrollTo(top - 1)),
    /** Scrolls to the next match that is not visible; returns false if there is none. */
    scrollToFound(step: 1 | -1): boolean {
      const last = top === highest ? lines.length : top + seen
      const next = step === 1 ? found.find((line) => line >= last) : found.findLast((line) => line < top)
      if (next === undefined) return false
      scrollTo(next - 1)
      return true
    },
  }
}

const scrolledKey = localKey<Scrolled>('scrolled', { id: undefined, top: 0 }, 'scrolling is not in links')

/** The keys of a detail next to or below a list. */
export const detailKeys = [
  {
    keys: ['J'],
    action: 'scrollDown',
    inside: 'scroll details down',
    group: 'Move',
    hint: 'scroll',
    hintKey: 'J/K',
  },
  { keys: ['K'], action: 'scrollUp', inside: 'scroll details up', group: 'Move' },
] as const satisfies readonly Binding[]
