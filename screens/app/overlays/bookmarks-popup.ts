import { useMemo, useState } from 'react'
import { fit } from '../../../src/domain/text/fit.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import type { Key } from '../../../src/ui/keys/key-reader.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { listRow } from '../../kit/list/list-rows.ts'
import { NO_ROW } from '../../kit/list/use-list.ts'
import { useSession } from '../../kit/session/session.ts'
import { type DrawnOverlay, type Overlay, type OverlayProps, POPUP_ROWS, usePopupList } from './overlay.ts'

export const markingKeys = [
  { keys: ['a…z'], action: 'letter', help: 'bookmark with a letter', group: 'Act', hint: 'bookmark' },
  { keys: ['Esc', '^c'], action: 'close', help: 'cancel', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

export const goingKeys = [
  { keys: ['a…z'], action: 'letter', help: 'open the bookmark of a letter', group: 'Go', hint: 'open' },
  { keys: ['Down', '^n'], action: 'next', help: 'next', group: 'Move', hint: 'move', hintKey: 'Up/Down' },
  { keys: ['Up', '^p'], action: 'previous', help: 'previous', group: 'Move' },
  { keys: ['Enter'], action: 'open', help: 'open the selected bookmark', group: 'Go' },
  { keys: ['Backspace', 'Delete'], action: 'remove', help: 'remove the bookmark', group: 'Act', hint: 'remove' },
  { keys: ['Esc', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

const LETTER = /^[a-z]$/i

/** @param isMarking - Whether a typed letter sets a bookmark; otherwise it opens one. */
const useBookmarks = (
  { isOpen, close, width, link, wordsOf, openLink }: OverlayProps,
  isMarking: boolean,
): DrawnOverlay | undefined => {
  const { theme, visits, set } = useSession()
  const [, rerender] = useState(0)
  const all = isOpen ? [...visits.bookmarks()].sort(([a], [b]) => a.localeCompare(b, 'en')) : []
  const text = all.map(([letter]) => letter).join('')
  const letters = useMemo(() => [...text], [text])
  const { list, down, up, startAt, clicks } = usePopupList(letters)
  const leave = () => {
    startAt()
    close()
  }
  const mark = (letter: string) => {
    leave()
    const here = link()
    if (here === undefined) return set({ notice: 'Too long for a bookmark: shorten the filter.' })
    visits.mark(letter, here)
    return set({ notice: `Bookmarked as ${letter}. Press ' and ${letter} to return here.` })
  }
  const go = (letter: string) => {
    const known = visits.bookmarks().get(letter)
    if (known === undefined)
      return set({ notice: `No bookmark ${letter}. Press m and ${letter} to bookmark this view.` })
    leave()
    return openLink(known)
  }
  const getSelected = () => letters[list.selected]
  const open = () => {
    const letter = getSelected()
    return letter === undefined ? NO_ROW : go(letter)
  }
  const keys = useKeys(
    !isOpen ? noKeys : isMarking ? markingKeys : goingKeys,
    {
      // `type` handles the letters; the binding only describes them.
      letter: () => {},
      next: down,
      previous: up,
      open,
      remove: () => {
        const letter = getSelected()
        if (letter === undefined) return NO_ROW
        visits.mark(letter, undefined)
        rerender((count) => count + 1)
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
  if (!isOpen) return undefined
  const texts = all.map(([letter, to]) => `${theme.accent(letter)}  ${fit(wordsOf(to), width - 6)}`)
  const none = isMarking
    ? 'No bookmarks yet. Press a letter to bookmark this view.'
    : 'No bookmarks. Press m and a letter to bookmark a view.'
  const title = isMarking ? 'Bookmark as' : 'Bookmarks'
  const lines = () => {
    const { selected, top } = list
    const rows = texts
      .slice(top, top + POPUP_ROWS)
      .map((text, y) => listRow(text, !isMarking && top + y === selected, width, theme))
    return popup(title, rows.length > 0 ? rows : [` ${theme.muted(fit(none, width - 2))}`], width, theme)
  }
  const drawn = { lines, changes: list.subscribe, keys }
  return isMarking ? drawn : { ...drawn, click: clicks(open) }
}

export const markOverlay = {
  opener: { keys: ['m'], help: 'bookmark with a letter', group: 'Go', before: 'previousScreen' },
  useOverlay: (props: OverlayProps) => useBookmarks(props, true),
} as const satisfies Overlay

export const bookmarksOverlay = {
  opener: { keys: ["'"], help: 'open a bookmark', group: 'Go', before: 'previousScreen' },
  useOverlay: (props: OverlayProps) => useBookmarks(props, false),
} as const satisfies Overlay
