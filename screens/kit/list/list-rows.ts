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
 * What came since a screen was looked at in an earlier run; nothing where that is not known.
 *
 * @param isKnown - Whether there is something to look at: only then this is a look.
 */
export const useNews = (screen: ScreenName, isKnown: boolean) => {
  const { visits } = useSession()
  // What comes while it is shown is seen, so each drawing is a look.
  useEffect(() => {
    if (isKnown) visits.saw(screen)
  })
  const seenAt = visits.seenAt(screen)
  return {
    /** @param moment - Unix ms; undefined: not known, and not new. */
    isNew: (moment: number | undefined): boolean => seenAt !== undefined && moment !== undefined && moment > seenAt,
    /** The first day whose data came after that look, as a day is published when it is over. */
    firstDay: seenAt === undefined ? undefined : dayOf(seenAt),
  }
}

/** The sign of what is new, one cell. */
export const newsSign = ({ signs, accent }: Theme): string => accent(signs.news)

/** A row with the sign in its last cell. @param width - Of the row, with the cell. */
const withNewsSign = (text: string, isNew: boolean, width: number, theme: Theme): string =>
  isNew ? `${padStyled(text, width - 1)}${newsSign(theme)}` : text

/** A head with how many are new before all else; as it is where none are. */
export const withNews = (head: string, count: number, theme: Theme): string =>
  count === 0 ? head : ` ${newsSign(theme)} ${theme.strong(fullNumber(count))} new  ${head}`

/** Where a row stands in its whole list, which is said of the selected one. */
export type RowPlace = { index: number; length: number }

const linearRow = (text: string, isSelected: boolean, place: RowPlace | undefined): string => {
  // Said here, without what it is padded by: it would be cut at the width of the window otherwise.
  const said = spokenText(text)
  if (!isSelected) return MARK.row + said
  return `${MARK.selected}${place ? `row ${place.index + 1} of ${place.length}: ` : ''}${said}`
}

/** A row behind a cell for the bar; the selected one has the bar, and where keys move it a background over `width` cells. */
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
  // The width of a text that was drawn before is known; that of one with the bar would be counted anew.
  const rest = ' '.repeat(Math.max(0, width - 1 - styledWidth(text)))
  return theme.selected(`${theme.accent(theme.signs.bar)}${text}${rest}`)
}

export type ListWindow<Row = never> = {
  list: Pick<List, 'selected' | 'top'>
  /** Rows of the window, and cells of a row with the bar. */
  height: number
  width: number
  /** Whether keys move the selected row. @default true */
  isFocused?: boolean
  /** Whether a row came since the last look: its last cell says so. @default none did */
  isNew?: (row: Row) => boolean
}

/** The rows of a list that its window shows; `textOf` makes one without the cell for the bar, styles included. */
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
