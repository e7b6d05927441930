import { useEffect, useMemo, useState } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { rangeOf } from '../../../src/domain/calendar/shift-range.ts'
import { fit, truncate, wrapText } from '../../../src/domain/text/fit.ts'
import { counted, rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { type Line, lineKeys, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, filled, padStyled, spaceBetween } from '../../../src/ui/layout/columns.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MARK } from '../../../src/ui/linear/linear-marks.ts'
import { spokenKey } from '../../../src/ui/linear/spoken-text.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { offered } from '../../kit/offers/view-offers.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import type { ProfileRow } from '../../kit/session/profiles.ts'
import { useSession } from '../../kit/session/session.ts'
import { useRange } from '../../kit/session/use-range.ts'
import {
  type DrawnOverlay,
  type Overlay,
  type OverlayProps,
  POPUP_ROWS,
  switchProfile,
  usePopupList,
} from './overlay.ts'
import type { PaletteContext, Place } from './palette/place.ts'
import { type PaletteResults, usePaletteResults } from './palette/use-palette-results.ts'

export const paletteKeys = [
  { keys: ['Enter'], action: 'run', help: 'open or run', group: 'Act', hint: 'open or run' },
  { keys: ['Tab'], action: 'complete', help: 'complete, or next', group: 'Move', hint: 'complete' },
  { keys: ['Down', '^n'], action: 'next', help: 'next', group: 'Move', hint: 'move', hintKey: 'Up/Down' },
  { keys: ['Up', '^p', 'S-Tab'], action: 'previous', help: 'previous', group: 'Move' },
  { keys: ['Esc', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** `recalled` is an index into the lines typed before, newest first; -1: none. */
type Typed = { line: Line; recalled: number }
const empty: Typed = { line: lineOf(''), recalled: -1 }

/** The command palette: finds places and actions by name. */
const usePalette = (props: OverlayProps): DrawnOverlay | undefined => {
  const { isOpen, close, width } = props
  const { theme, typed: typedBefore } = useSession()
  const [{ line, recalled }, setTyped] = useState(empty)
  const typed = textOf(line).trim()
  const results = usePaletteResults(typed, isOpen, close, usePaletteContext(props))
  const { places } = results
  const ids = useMemo(() => places.map(({ id }) => id), [places])
  // The selected row stays selected when more results arrive.
  const { list, down, up, startAt, clicks } = usePopupList(ids)
  const isFirst = () => list.selected <= 0

  const replaceInput = (next: Typed) => {
    setTyped(next)
    startAt()
  }
  const leave = () => {
    replaceInput(empty)
    close()
  }
  const type = (next: Line) => replaceInput({ ...empty, line: next })
  /** Replaces the line with one typed before; -1 is the empty line after the newest. */
  const recall = (index: number) => {
    const lines = typedBefore.list()
    if (lines[index] === undefined && index >= 0) return index === 0 ? 'No earlier input.' : 'This is the oldest input.'
    replaceInput({ line: lineOf(lines[index] ?? ''), recalled: index })
    return undefined
  }
  const run = () => {
    const place = places[list.selected]
    if (!place) return 'No matching screen or command.'
    if (!place.run) return type(lineOf(place.line ?? typed))
    typedBefore.add(place.line ?? (typed === '' ? place.text : typed))
    leave()
    place.run()
  }
  const keys = useKeys(
    isOpen ? paletteKeys : noKeys,
    {
      run,
      next: () => (recalled >= 0 && isFirst() ? recall(recalled - 1) : down()),
      previous: () => (isFirst() && (typed === '' || recalled >= 0) ? recall(recalled + 1) : up()),
      complete: () => {
        // Skips results whose line is already typed.
        const next = places.slice(Math.max(0, list.selected)).find((place) => place.line?.trim() !== typed)?.line
        return next === undefined ? down() : type(lineOf(next))
      },
      close: leave,
    },
    { kind: 'overlay', scope: 'palette', isExclusive: isOpen, ...lineKeys(isOpen ? line : undefined, type) },
  )
  if (!isOpen) return undefined
  const rowText = memoize((place: Place) => placeText(place, width - 2, theme))
  const { emptyRows, lastLine } = typedRows(line, results, width, theme)
  const lines = () => {
    const found = listRows(places, rowText, { list, height: POPUP_ROWS, width }, theme)
    return popup('Command', [...filled([...found, ...emptyRows], POPUP_ROWS), lastLine], width, theme)
  }
  return { lines, changes: list.subscribe, keys, click: clicks(run) }
}

/** The data that the palette searches, and the functions that its results call. */
const usePaletteContext = (props: OverlayProps): Omit<PaletteContext, 'read' | 'known'> => {
  const { isOpen, keymap, name, screen, openScreen, openDialog, wordsOf, openLink, offers, enter, recent, quit } = props
  const session = useSession()
  const profiles = useProfiles(isOpen)
  const { range, now: exactNow } = useRange()
  // Rounded to the minute, because each new value rebuilds all results, and typed days need no more precision.
  const now = Math.floor(exactNow / 60_000) * 60_000
  const salt = usePrivateSalt()
  const { isByRange } = screen
  return useMemo(() => {
    const { set, settings, linkProfile } = session
    const facts = { screen: name, range, now, salt, profiles }
    const openers = { openScreen, openDialog, wordsOf, openLink, enter, recent, quit, set, linkProfile }
    return {
      ...facts,
      ...openers,
      actions: isOpen ? keymap.reachable() : [],
      offer: isOpen ? offered(offers) : {},
      openProfile: (name) => void switchProfile(name, session, openDialog, (notice) => set({ notice })),
      changeSetting: (name, value) => void settings.change(name, value).then((notice) => set({ notice })),
      setRange: (choice) => {
        const days = rangeLabel(rangeOf(choice, now))
        set({
          range: choice,
          notice: isByRange ? undefined : `This screen has no range of days. The others show ${days}.`,
        })
      },
    }
  }, [
    isOpen,
    keymap,
    name,
    range,
    now,
    salt,
    isByRange,
    openScreen,
    openDialog,
    wordsOf,
    openLink,
    session,
    profiles,
    offers,
    enter,
    recent,
    quit,
  ])
}

/** The last line (input and status), and the rows that replace an empty list and explain why it is empty. */
const typedRows = (
  line: Line,
  { places, failedKinds, unloadedKinds, isSearching, problem }: PaletteResults,
  width: number,
  theme: Theme,
) => {
  const room = Math.max(20, width - textWidth(textOf(line).trim()) - 10)
  const emptyRows: string[] = []
  if (problem !== undefined && textWidth(problem) + 2 > room)
    emptyRows.push(...wrapText(safeText(problem), width - 3).map((text) => ` ${theme.warn(text)}`))
  else if (places.length === 0 && problem === undefined)
    emptyRows.push(` ${theme.muted(emptyText(failedKinds, unloadedKinds, isSearching))}`)
  const state = [
    ...(problem === undefined ? [] : [theme.warn(truncate(`${theme.signs.bad} ${safeText(problem)}`, room))]),
    ...(failedKinds.length > 0 ? [theme.warn(`${failedKinds.join(', ')} unavailable`)] : []),
    ...(isSearching && problem === undefined ? [theme.muted('still searching')] : []),
    ...(problem === undefined ? [theme.isLinear ? counted(places.length, 'result') : String(places.length)] : []),
  ].join('  ')
  const prompt = theme.isLinear ? `${MARK.pane}Typed ` : ` ${theme.accent(':')} `
  const field = fieldText(line, Math.max(12, width - styledWidth(state) - 7), theme)
  return { emptyRows, lastLine: cutStyled(spaceBetween(prompt + field, `${state} `, width), width) }
}

/** A row without the cell for the bar: text, detail, and at the end its kind or its keys. */
const placeText = ({ text, detail, label }: Place, width: number, theme: Theme): string => {
  const room = Math.max(10, width - LABEL_CELLS - 1)
  const name = truncate(text, room)
  const left = room - textWidth(name) - 2
  const about = detail && left > 4 ? `  ${theme.muted(truncate(detail, left))}` : ''
  return `${padStyled(name + about, room)} ${theme.muted(fit(theme.isLinear ? spokenKey(label) : label, LABEL_CELLS, 'right'))} `
}

const emptyText = (failedKinds: readonly string[], unloadedKinds: readonly string[], isSearching: boolean): string => {
  if (isSearching) return 'Searching.'
  if (failedKinds.length > 0) return 'No matches in the loaded data.'
  // Searching them would send requests while the user types.
  return unloadedKinds.length > 0 ? `No matches. Not loaded yet: ${unloadedKinds.join(', ')}.` : 'No matches.'
}

/** The profiles; undefined until the palette is open and they are loaded. */
const useProfiles = (isOpen: boolean): readonly ProfileRow[] | undefined => {
  const { profiles } = useSession()
  const [rows, setRows] = useState<readonly ProfileRow[]>()
  useEffect(() => {
    if (!isOpen) return
    // Errors are ignored here: opening a profile reports them.
    profiles.list().then(setRows, () => {})
  }, [isOpen, profiles])
  return rows
}

export const paletteOverlay = {
  opener: {
    keys: [':', '^p'],
    help: 'find a name or command',
    group: 'Go',
    before: 'previousScreen',
  },
  useOverlay: usePalette,
} as const satisfies Overlay

const LABEL_CELLS = 14
