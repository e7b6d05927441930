import { useState } from 'react'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { closed, type DrawnOverlay } from './overlay.ts'

const readerKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'down', group: 'Move', hint: 'scroll', hintKey: 'j/k', folds: true },
  { keys: ['k', 'Up'], action: 'up', help: 'up', group: 'Move', folds: true },
  { keys: ['^d', 'PageDown', '^f', 'Space'], action: 'pageDown', help: 'a page down', group: 'Move', folds: true },
  { keys: ['^u', 'PageUp', '^b'], action: 'pageUp', help: 'a page up', group: 'Move', folds: true },
  { keys: ['g g', 'Home'], action: 'top', help: 'to the top', group: 'Move' },
  { keys: ['G', 'End'], action: 'bottom', help: 'to the end', group: 'Move' },
  {
    keys: ['Esc', 'q', '?', '^c', 'Enter'],
    action: 'close',
    help: 'close',
    group: 'Go',
    hint: 'close',
    hintKey: 'q',
  },
] as const satisfies readonly Binding[]

/** Lines that lie over the whole body and scroll; no rows, and no key heard, while closed. */
export const useReader = (lines: readonly string[] | undefined, height: number, close: () => void): DrawnOverlay => {
  const [top, setTop] = useState(0)
  const isOpen = lines !== undefined
  const highest = Math.max(0, (lines?.length ?? 0) - height)
  const scroll = (to: number) => setTop(Math.min(Math.max(0, to), highest))
  useKeys(
    isOpen ? readerKeys : noKeys,
    {
      down: (times) => scroll(top + times),
      up: (times) => scroll(top - times),
      pageDown: (times) => scroll(top + times * (height - 1)),
      pageUp: (times) => scroll(top - times * (height - 1)),
      top: () => scroll(0),
      bottom: () => scroll(highest),
      close: () => {
        setTop(0)
        close()
      },
    },
    { kind: 'overlay', isExclusive: isOpen },
  )
  if (!lines) return closed
  const shown = lines.slice(Math.min(top, highest), Math.min(top, highest) + height)
  return { rows: [...shown, ...Array.from({ length: height - shown.length }, () => '')], keys: readerKeys }
}
