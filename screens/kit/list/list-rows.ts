import { useEffect } from 'react'
import { dayOf } from '../../../src/domain/calendar/calendar.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { indented, padStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MARK } from '../../../src/ui/linear/linear-marks.ts'
import { spokenText } from '../../../src/ui/linear/spoken-text.ts'
import type { ScreenName } from '../screen/names.ts'
import { useSession } from '../session/session.ts'
import type { List } from './use-list.ts'

/**
 * What is new since the last visit to a screen in an earlier run; nothing if there was no visit.
 *
 * @param isKnown - Whether the screen has data to show; only then does drawing it count as a visit.
 */
export const useNews = (screen: ScreenName, isKnown: boolean) => {
  const { visits } = useSession()
  // The user sees what arrives while the screen is shown, so each render counts as a visit.
  useEffect(() => {
    if (isKnown) visits.recordShown(screen)
  })
  const seenAt = visits.seenAt(screen)
  return {
    /** @param moment - Unix ms; undefined: unknown, and not new. */
    isNew: (moment: number | undefined): boolean => seenAt !== undefined && moment !== undefined && moment > seenAt,
    /** The first day whose data arrived after that visit, because a day is published after its end. */
    firstDay: seenAt === undefined ? undefined : dayOf(seenAt),
  }
}

/** The sign for new rows, one cell. */
export const newsSign = ({ signs, accent }: Theme): string => accent(signs.news)

/** A row with the sign in its last cell. @param width - Cells of the row, including the sign. */
const withNewsSign = (text: string, isNew: boolean, width: number, theme: Theme): string =>
  isNew ? `${padStyled(text, width - 1)}${newsSign(theme)}` : text

/** A head that starts with the number of new rows; unchanged if there are none. */
export const withNews = (head: string, count: number, theme: Theme): string =>
  count === 0 ? head : ` ${theme.isLinear ? '' : `${newsSign(theme)} `}${theme.strong(fullNumber(count))} new  ${head}`

/** The position of a row in its list, which is spoken for the selected row. */
export type RowPlace = { index: number; length: number }

const linearRow = (text: string, isSelected: boolean, place: RowPlace | undefined): string => {
  // Converted to words here, because a padded text would be cut at the width of the window.
  const said = spokenText(text)
  if (!isSelected) return MARK.row + said
  return `${MARK.selected}${place ? `row ${place.index + 1} of ${place.length}: ` : ''}${said}`
}

/** The number of rows above and below a window: `2 more ↑  4 more ↓`; empty if there are none. */
export const hiddenRows = (above: number, below: number, theme: Theme): string => {
  const signs = theme.isLinear ? ['above', 'below'] : [theme.signs.rowsAbove, theme.signs.rowsBelow]
  return [above, below].flatMap((count, at) => (count > 0 ? [`${count} more ${signs[at]}`] : [])).join('  ')
}

/** A row after a cell for the bar. If selected, it has the bar, and with focus a background over `width` cells. */
export const listRow = (
  text: string,
  isSelected: boolean,
  width: number,
  theme: Theme,
  isFocused = true,
  place?: RowPlace,
): string => {
  if (theme.isLinear) return linearRow(text, isSelected && isFocused, place)
  if (!isSelected) return indented(text)
  if (!isFocused) return `${theme.muted(theme.signs.bar)}${text}`
  // The width of `text` is cached from an earlier draw; a text with the bar would be measured again.
  const rest = ' '.repeat(Math.max(0, width - 1 - styledWidth(text)))
  return theme.selected(`${theme.accent(theme.signs.bar)}${text}${rest}`)
}

export type ListWindow<Row = never> = {
  list: Pick<List, 'selected' | 'top'>
  /** Rows of the window, and cells of a row including the bar. */
  height: number
  width: number
  /** Whether the list has the keys. @default true */
  isFocused?: boolean
  /** Whether a row is new since the last visit, which its last cell shows. @default no row is new */
  isNew?: ((row: Row) => boolean) | undefined
}

/** The visible rows of a list. `textOf` returns the styled text of a row, without the cell for the bar. */
export const listRows = <Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  { list, height, width, isFocused, isNew }: ListWindow<Row>,
  theme: Theme,
): string[] => {
  const { selected, top } = list
  return rows.slice(top, top + Math.max(0, height)).map((row, y) => {
    const index = top + y
    const text = withNewsSign(textOf(row), isNew?.(row) ?? false, width - 1, theme)
    return listRow(text, index === selected, width, theme, isFocused, { index, length: rows.length })
  })
}
