import { useMemo, useState } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type Binding, helpOf, type Keymap, noKeys } from '../../../src/ui/keys/bindings.ts'
import { type Line, lineKeys, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, filled, spaceBetween } from '../../../src/ui/layout/columns.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { useSignal } from '../../../src/ui/layout/signal.ts'
import { hiddenRows } from '../../kit/list/list-rows.ts'
import { NO_ROW, rowEndNotice } from '../../kit/list/use-list.ts'
import { useSession } from '../../kit/session/session.ts'
import { foundRows, type HelpItem, type HelpRow, helpItems, helpLine, helpRows, itemAt, noteRows } from './help-rows.ts'
import type { DrawnOverlay, Overlay, OverlayProps } from './overlay.ts'

const shared = [
  { keys: ['Enter'], action: 'run', help: 'run the action', group: 'Act', hint: 'run' },
  { keys: ['^d', 'PageDown', '^f'], action: 'pageDown', help: 'page down', group: 'Move', coalesces: true },
  { keys: ['^u', 'PageUp', '^b'], action: 'pageUp', help: 'page up', group: 'Move', coalesces: true },
] as const satisfies readonly Binding[]
export const helpKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'down', group: 'Move', hint: 'move', hintKey: 'j/k', coalesces: true },
  { keys: ['k', 'Up'], action: 'up', help: 'up', group: 'Move', coalesces: true },
  { keys: ['/'], action: 'find', help: 'search the keys', group: 'Find', hint: 'find' },
  ...shared,
  { keys: ['Tab'], action: 'notes', help: 'keys, or figures and signs', group: 'Go', hint: 'figures, signs' },
  { keys: ['g g', 'Home'], action: 'top', help: 'top', group: 'Move' },
  { keys: ['G', 'End'], action: 'bottom', help: 'end', group: 'Move' },
  { keys: ['Esc'], action: 'leave', help: 'close', group: 'Go' },
  { keys: ['q', '?', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close', hintKey: 'q' },
] as const satisfies readonly Binding[]
/** Keys while a search is typed. */
export const findKeys = [
  { keys: ['Down', '^n', 'Tab'], action: 'next', help: 'next', group: 'Move', hint: 'move', hintKey: 'Up/Down' },
  { keys: ['Up', '^p', 'S-Tab'], action: 'previous', help: 'previous', group: 'Move' },
  ...shared.slice(0, 1),
  { keys: ['Esc', '^c'], action: 'leave', help: 'show all keys', group: 'Go', hint: 'show all keys' },
] as const satisfies readonly Binding[]

/** `selected` is an index into the selectable items, `top` the first row of the window. */
const start = { selected: 0, top: 0 }

/** The selected help item and the window of `shown` rows around it. They change without a render. */
const useHelpPlace = (rows: readonly HelpRow[], shown: number) => {
  const place = useSignal(start)
  const items = useMemo(() => helpItems(rows), [rows])
  const selected = () => Math.min(place.get().selected, items.length - 1)
  /** The heading above the first item is shown with it, and the second line of a wrapped text with the first one. */
  const topFor = (index: number): number => {
    const y = items[index]?.y ?? 0
    if (index === 0) return 0
    return windowTop(windowTop(place.get().top, y + 1, shown, rows.length), y, shown, rows.length)
  }
  const moveTo = (to: number) => {
    const next = Math.max(0, Math.min(to, items.length - 1))
    if (next === selected()) return rowEndNotice(items.length, next > 0 ? 1 : -1)
    place.set({ selected: next, top: topFor(next) })
    return undefined
  }
  return {
    place,
    current: () => items[selected()],
    firstRow: () => topFor(selected()),
    moveBy: (by: number) => moveTo(place.get().selected + by),
    moveToStart: () => moveTo(0),
    moveToEnd: () => moveTo(items.length - 1),
    moveToItem: (item: HelpItem) => moveTo(items.findIndex((one) => one.item === item)),
    /** Moves by rows, headings included, so that no row is skipped unseen. */
    movePage: (by: number) => {
      const step = Math.sign(by)
      const goal = (items[selected()]?.y ?? 0) + by
      let to = selected() + step
      while (items[to + step] && ((items[to + step]?.y ?? 0) - goal) * step <= 0) to += step
      return moveTo(to)
    },
  }
}

/** The rows of the keys that match a search, of the notes, or of all keys; none while the help is closed. */
const useRows = (
  { isOpen, width, height, screen, appBindings }: OverlayProps,
  searched: string,
  isNotes: boolean,
): readonly HelpRow[] => {
  const { theme } = useSession()
  return useMemo(() => {
    if (!isOpen) return []
    if (searched !== '') return foundRows(screen, appBindings, searched, width, theme)
    return isNotes ? noteRows(screen, width, theme) : helpRows(screen, appBindings, { width, height }, theme)
  }, [isOpen, isNotes, screen, appBindings, width, height, theme, searched])
}

/** All keys that work here, over the whole body. The user can search them by what they do, and run them. */
const useHelp = (props: OverlayProps): DrawnOverlay | undefined => {
  const { isOpen, close, width, height, screen, keymap } = props
  const { theme, set } = useSession()
  // The search field; undefined while it is closed.
  const [line, setLine] = useState<Line>()
  const searched = line ? textOf(line).trim() : ''
  const [isNotes, setIsNotes] = useState(false)
  const rows = useRows(props, searched, isNotes)
  // The last row counts the rows outside the window.
  const below = line || rows.length > height ? 1 : 0
  const shown = height - below
  const page = Math.max(1, shown - 1)
  const { place, current, firstRow, moveBy, movePage, ...moves } = useHelpPlace(rows, shown)
  const setSearch = (next: Line | undefined) => {
    setLine(next)
    place.set(start)
  }
  const leave = () => {
    setSearch(undefined)
    setIsNotes(false)
    close()
  }
  const run = () => {
    const selected = current()
    if (!selected) return NO_ROW
    const act = actionOf(selected.item.binding, keymap)
    if (typeof act === 'string') return set({ notice: act })
    leave()
    act()
  }
  const keys = useKeys(
    isOpen ? (line ? findKeys : helpKeys) : noKeys,
    {
      down: moveBy,
      up: (times) => moveBy(-times),
      next: () => moveBy(1),
      previous: () => moveBy(-1),
      pageDown: (times) => movePage(times * page),
      pageUp: (times) => movePage(-times * page),
      top: moves.moveToStart,
      bottom: moves.moveToEnd,
      find: () => setSearch(lineOf('')),
      notes: () => {
        if (screen.notes.length === 0) return 'This screen has no calculated figures.'
        place.set(start)
        return setIsNotes(!isNotes)
      },
      run,
      leave: () => (line ? setSearch(undefined) : leave()),
      close: leave,
    },
    { kind: 'overlay', scope: line ? 'find' : 'help', isExclusive: isOpen, ...lineKeys(line, setSearch) },
  )
  if (!isOpen) return undefined
  const plainLine = memoize((row: HelpRow) => helpLine(row, undefined, theme))
  const prompt = line && ` ${theme.accent('/')} ${fieldText(line, width - 12, theme)}`
  const lastLine = (first: number): string[] => {
    if (prompt) return [cutStyled(spaceBetween(prompt, `${rows.length} `, width), width)]
    return below > 0 ? [` ${theme.muted(hiddenRows(first, rows.length - first - shown, theme))}`] : []
  }
  const lines = () => {
    const [first, selected] = [firstRow(), current()]
    const seen = rows
      .slice(first, first + shown)
      .map((row, y) => (first + y === selected?.y ? helpLine(row, selected.item, theme) : plainLine(row)))
    if (line && rows.length === 0) seen.push(` ${theme.muted('No matching keys.')}`)
    const all = [...filled(seen, shown), ...lastLine(first)]
    return theme.isLinear ? popup('Help', all, width, theme) : all
  }
  const click = (x: number, y: number) => {
    const item = itemAt(rows[firstRow() + y] ?? [], x)
    if (!item || y >= shown) return
    if (item === current()?.item) run()
    else moves.moveToItem(item)
  }
  return { lines, changes: place.subscribe, keys, click }
}

/** The handler of a listed key, or a message that explains why it can't run from here. */
const actionOf = (binding: Binding | undefined, keymap: Keymap): (() => void) | string => {
  if (!binding) return 'This line is a note, not a key.'
  if (binding.begins) return 'Type a count before another key, such as g5j.'
  const reachable = keymap.reachable().filter((one) => one.binding.action === binding.action)
  const [found] = [...reachable.filter((one) => one.binding.keys.join() === binding.keys.join()), ...reachable]
  return found?.run ?? `This key works only in another view: ${binding.inside ?? helpOf(binding)}.`
}

export const helpOverlay = {
  opener: { keys: ['?', 'F1'], help: 'this help', group: 'Go', hint: 'keys', before: 'up' },
  useOverlay: useHelp,
} as const satisfies Overlay
