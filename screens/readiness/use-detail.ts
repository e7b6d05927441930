import { useKept } from '../session.ts'

/** Lines beside or below a list that scroll by themselves; what another row shows begins at its top. */
export const useDetail = (id: string | undefined, lines: readonly string[], height: number) => {
  const [scrolled, setScrolled] = useKept<{ id: string | undefined; top: number }>('detail', atTop)
  const highest = Math.max(0, lines.length - height)
  const top = scrolled.id === id ? Math.min(scrolled.top, highest) : 0
  const scrollTo = (to: number) => setScrolled({ id, top: Math.min(Math.max(0, to), highest) })
  const hidden = lines.length - top - height
  return {
    shown: lines.slice(top, top + height),
    /** Lines below what is shown; 0 or less: none. */
    hidden,
    scrollDown: () => scrollTo(top + 1),
    scrollUp: () => scrollTo(top - 1),
  }
}

const atTop = { id: undefined, top: 0 }
