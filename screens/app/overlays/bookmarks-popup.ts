import { useState } from 'react'
import { fit } from '../../../src/domain/text/fit.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import type { Key } from '../../../src/ui/keys/key-reader.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { listRow } from '../../kit/list/list-rows.ts'
import { NO_ROW, noMore } from '../../kit/list/nothing-to-do.ts'
import { useSession } from '../../kit/session/session.ts'
import { closed, type DrawnOverlay, type Overlay, type OverlayProps, popupClicks } from './overlay.ts'

export const markingKeys = [
  { keys: ['a…z'], action: 'letter', help: 'mark what is shown with a letter', group: 'Act', hint: 'mark it' },
  { keys: ['Esc', '^c'], action: 'close', help: 'mark nothing', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

export const goingKeys = [
  { keys: ['a…z'], action: 'letter', help: 'go to the bookmark of a letter', group: 'Go', hint: 'go there' },
  { keys: ['Down', '^n'], action: 'next', help: 'next', group: 'Move', hint: 'move', hintKey: 'Up/Down' },
  { keys: ['Up', '^p'], action: 'previous', help: 'previous', group: 'Move' },
  { keys: ['Enter'], action: 'open', help: 'go to the selected one', group: 'Go' },
  { keys: ['Backspace', 'Delete'], action: 'drop', help: 'take it off the list', group: 'Act', hint: 'drop' },
  { keys: ['Esc', '^c'], action: 'close', help: 'stay here', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** Bookmarks that are shown at once. */
const SHOWN = 8
const LETTER = /^[a-z]$/i

/** @param isMarking - Whether the letter that is typed marks what is shown; else it goes to what was marked with it. */
const useBookmarks = (
  { isOpen, close, width, link, wordsOf, openLink }: OverlayProps,
  isMarking: boolean,
): DrawnOverlay => {
  const { theme, visits, set } = useSession()
  const [row, setRow] = useState(0)
  const [, drawAgain] = useState(0)
  const all = isOpen ? [...visits.bookmarks()].sort(([a], [b]) => a.localeCompare(b, 'en')) : []
  const at = Math.min(row, Math.max(0, all.length - 1))
  const leave = () => {
    setRow(0)
    close()
  }
  const mark = (letter: string) => {
    leave()
    const here = link()
    if (here === undefined) return set({ notice: 'What is shown is too much for a bookmark: shorten the filter.' })
    visits.mark(letter, here)
    return set({ notice: `Marked as ${letter}: ' and ${letter} come back here.` })
  }
  const go = (letter: string) => {
    const known = visits.bookmarks().get(letter)
    if (known === undefined)
      return set({ notice: `Nothing is marked as ${letter}: m and ${letter} mark what is shown.` })
    leave()
    return openLink(known)
  }
  const open = () => (all[at] ? go(all[at][0]) : NO_ROW)
  const keys = useKeys(
    !isOpen ? noKeys : isMarking ? markingKeys : goingKeys,
    {
      // Every letter is one, which is typed and no binding.
      letter: () => {},
      next: () => (all[at + 1] ? setRow(at + 1) : noMore(all.length, 1)),
      previous: () => (at > 0 ? setRow(at - 1) : noMore(all.length, -1)),
      open,
      drop: () => {
        const [letter] = all[at] ?? []
        if (letter === undefined) return NO_ROW
        visits.mark(letter, undefined)
        drawAgain((count) => count + 1)
        return undefined
      },
      close: leave,
    },
    {
      kind: 'overlay',
      scope: isMarking ? 'mark' : 'bookmarks',
      isExclusive: isOpen,
      type: ({ text }: Key) => {
        if (!isOpen || text === undefined || !LETTER.test(text)) return false
        if (isMarking) mark(text)
        else go(text)
        return true
      },
    },
  )
  if (!isOpen) return closed
  const top = windowTop(0, at, SHOWN, all.length)
  const rows = all
    .slice(top, top + SHOWN)
    .map(([letter, to], y) =>
      listRow(`${theme.accent(letter)}  ${fit(wordsOf(to), width - 6)}`, !isMarking && top + y === at, width, theme),
    )
  const none = isMarking
    ? 'Nothing is marked yet: a letter marks what is shown.'
    : 'Nothing is marked: m and a letter mark what is shown.'
  const title = isMarking ? 'Mark as' : 'Bookmarks'
  const lines = rows.length > 0 ? rows : [` ${theme.muted(fit(none, width - 2))}`]
  const drawn = { rows: popup(title, lines, width, theme), keys }
  const clicked = { count: all.length, selected: at, top, moveTo: setRow, take: open }
  return isMarking ? drawn : { ...drawn, click: popupClicks(clicked, SHOWN) }
}

export const markOverlay = {
  opener: { keys: ['m'], help: 'mark what is shown with a letter', group: 'Go', before: 'last' },
  useOverlay: (props: OverlayProps) => useBookmarks(props, true),
} as const satisfies Overlay

export const bookmarksOverlay = {
  opener: { keys: ["'"], help: 'go to what was marked with a letter', group: 'Go', before: 'last' },
  useOverlay: (props: OverlayProps) => useBookmarks(props, false),
} as const satisfies Overlay
