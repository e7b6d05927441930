import { useMemo, useState } from 'react'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { type RangeChoice, rangeOf } from '../../../src/domain/calendar/range-choice.ts'
import { fit, truncate } from '../../../src/domain/text/fit.ts'
import { rangeLabel } from '../../../src/domain/text/format.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { edit, insert, type Line, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { apart, cutStyled, filled, padStyled } from '../../../src/ui/layout/columns.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRow } from '../../kit/list/list-rows.ts'
import { AS_OF, BACK_TO_NOW } from '../../kit/session/as-of-words.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { useRange } from '../../kit/session/use-range.ts'
import { closed, type DrawnOverlay, type Overlay, type OverlayProps } from './overlay.ts'
import type { Place } from './palette/place.ts'
import { useAnswers } from './palette/use-answers.ts'

const paletteKeys = [
  { keys: ['Enter'], action: 'run', help: 'go there, or do it', group: 'Act', hint: 'go or do' },
  { keys: ['Down', '^n', 'Tab'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: '↑↓' },
  { keys: ['Up', '^p', 'S-Tab'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Esc', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** Rows that are shown at once. */
const SHOWN = 8

/** `chosen`: the id of what was moved to, which stays selected when more is found; undefined: the first. */
type State = { line: Line; chosen: string | undefined; top: number }
const empty: State = { line: lineOf(''), chosen: undefined, top: 0 }

/** Everywhere one can go and all that can be done here, found by what it is called. */
const usePalette = ({ isOpen, close, keymap, width, screen, openScreen, openDialog }: OverlayProps): DrawnOverlay => {
  const session = useSession()
  const { theme } = session
  const { range, now } = useRange()
  const salt = usePrivateSalt()
  const [{ line, chosen, top }, setState] = useState(empty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day is near enough for what is typed as one
  const world = useMemo(
    () => ({
      range,
      now,
      salt,
      actions: isOpen ? keymap.reachable() : [],
      openScreen,
      openDialog,
      setAt: (at: Day | undefined) => session.set({ at, notice: at === undefined ? BACK_TO_NOW : AS_OF }),
      setRange: (choice: RangeChoice) => {
        const days = rangeLabel(rangeOf(choice, now))
        session.set({
          range: choice,
          notice: screen.isByRange ? undefined : `This screen shows all there is; others ${days}.`,
        })
      },
    }),
    [isOpen, keymap, range, salt, screen, openScreen, openDialog, session],
  )
  const { places, notKnown, isLooking } = useAnswers(textOf(line).trim(), isOpen, world)
  const row = Math.max(
    0,
    places.findIndex(({ id }) => id === chosen),
  )

  const leave = () => {
    setState(empty)
    close()
  }
  const moveTo = (to: number) => {
    const next = Math.max(0, Math.min(to, places.length - 1))
    setState({ line, chosen: places[next]?.id, top: windowTop(top, next, SHOWN, places.length) })
  }
  const type = (next: Line) => setState({ line: next, chosen: undefined, top: 0 })
  useKeys(
    isOpen ? paletteKeys : noKeys,
    {
      run: () => {
        const place = places[row]
        if (!place) return
        leave()
        place.run()
      },
      down: () => moveTo(row + 1),
      up: () => moveTo(row - 1),
      close: leave,
    },
    {
      kind: 'overlay',
      isExclusive: isOpen,
      type: (key) => {
        const next = isOpen && !ownKeys.has(key.id) ? edit(line, key) : undefined
        if (next) type(next)
        return next !== undefined
      },
      ...(isOpen && { paste: (text: string) => type(insert(line, text.trim())) }),
    },
  )
  if (!isOpen) return closed

  const from = windowTop(top, row, SHOWN, places.length)
  const lines = places
    .slice(from, from + SHOWN)
    .map((place, y) => listRow(placeText(place, width - 2, theme), from + y === row, width, theme))
  if (places.length === 0) lines.push(` ${theme.muted(emptyText(notKnown, isLooking))}`)
  const state = [
    ...(notKnown.length > 0 ? [theme.warn(`${notKnown.join(', ')} not known`)] : []),
    ...(isLooking ? [theme.muted('still looking')] : []),
    String(places.length),
  ].join('  ')
  const prompt = ` ${theme.accent(':')} `
  const field = fieldText(line, Math.max(12, width - styledWidth(state) - 7), theme)
  return {
    rows: popup(
      'Command',
      [...filled(lines, SHOWN), cutStyled(apart(prompt + field, `${state} `, width), width)],
      width,
      theme,
    ),
    keys: paletteKeys,
  }
}

/** A row without the cell for the bar: its text, what else there is to know, and at the end what it is, or its keys. */
const placeText = ({ text, detail, label }: Place, width: number, theme: Theme): string => {
  const room = Math.max(10, width - LABEL_CELLS - 1)
  const name = truncate(text, room)
  const left = room - textWidth(name) - 2
  const about = detail && left > 4 ? `  ${theme.muted(truncate(detail, left))}` : ''
  return `${padStyled(name + about, room)} ${theme.muted(fit(label, LABEL_CELLS, 'right'))} `
}

const emptyText = (notKnown: readonly string[], isLooking: boolean): string => {
  if (isLooking) return 'Looking.'
  return notKnown.length > 0
    ? 'Nothing that is known is called so.'
    : 'Nothing that can be found or done here is called so.'
}

export const paletteOverlay = {
  opener: {
    keys: [':', '^p'],
    help: 'find people, places and actions by name',
    group: 'Go',
    before: 'last',
  },
  useOverlay: usePalette,
} as const satisfies Overlay

const LABEL_CELLS = 14
const ownKeys = new Set(paletteKeys.flatMap(({ keys }) => keys as readonly string[]))
