import { useScreenState } from '../screen/screen-state.ts'
import type { FoundLines } from './found-words.ts'

/** Details of rows that are kept: of what is walked to and fro. */
export const MOST_DETAILS = 100

/** Why a key that scrolls a detail, or shows it below its list, does nothing. */
export const NO_MORE_BELOW = 'There is no more below.'
export const FIRST_LINE = 'This is the first line of it.'
export const NO_ROOM_BELOW = 'There is no room for it below the list: make the window higher.'

/** Lines, where they are found, and what they are of. */
type DetailOf = FoundLines & { id: string | undefined }

/**
 * Lines beside or below a list that scroll by themselves, read at each drawing and at each key; the lines of another row begin at
 * their top, or where the search text is first found.
 */
export const useLateDetail = (detailOf: () => DetailOf, height: number) => {
  const [scrolled, setScrolled] = useScreenState<Scrolled>('detail', atTop)
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
  // The last row is taken by the words that there is more.
  const seen = Math.max(1, height - 1)
  const topFor = (line: number): number => Math.min(highest, line < seen ? 0 : line - 1)
  const top = scrolled.id === id ? Math.min(scrolled.top, highest) : topFor(found[0] ?? 0)
  const scrollTo = (to: number) => setScrolled({ id, top: Math.min(Math.max(0, to), highest) })
  return {
    shown: lines.slice(top, top + height),
    /** Lines below what is shown; 0 or less: none. */
    hidden: lines.length - top - height,
    scrollDown: () => (hasNoRoom ? NO_ROOM_BELOW : top >= highest ? NO_MORE_BELOW : scrollTo(top + 1)),
    scrollUp: () => (hasNoRoom ? NO_ROOM_BELOW : top <= 0 ? FIRST_LINE : scrollTo(top - 1)),
    /** Scrolls to the next found line that is not seen yet; false when there is none. */
    scrollToFound(step: 1 | -1): boolean {
      const last = top === highest ? lines.length : top + seen
      const next = step === 1 ? found.find((line) => line >= last) : found.findLast((line) => line < top)
      if (next === undefined) return false
      scrollTo(next - 1)
      return true
    },
  }
}

const atTop: Scrolled = { id: undefined, top: 0 }
