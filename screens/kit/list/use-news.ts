import { useEffect } from 'react'
import { type Day, dayOf } from '../../../src/domain/calendar/calendar.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { ScreenName } from '../screen/names.ts'
import { useSession } from '../session/session.ts'

/** What came since a screen was looked at in an earlier run; nothing where nobody knows when that was. */
export type News = {
  /** @param moment - Unix ms; undefined: nobody knows, and it is not called new. */
  isNew(moment: number | undefined): boolean
  /** The first day whose data came after that look, as a day is published when it is over. */
  firstDay: Day | undefined
}

/** @param isKnown - Whether there is something to look at: only then this is a look. */
export const useNews = (screen: ScreenName, isKnown: boolean): News => {
  const { visits } = useSession()
  // What comes while it is shown is seen, so each drawing is a look.
  useEffect(() => {
    if (isKnown) visits.saw(screen)
  })
  const seenAt = visits.seenAt(screen)
  return {
    isNew: (moment) => seenAt !== undefined && moment !== undefined && moment > seenAt,
    firstDay: seenAt === undefined ? undefined : dayOf(seenAt),
  }
}

/** The sign of what is new, one cell. */
export const newsSign = ({ signs, accent }: Theme): string => accent(signs.news)

/** A row with the sign in its last cell. @param width - Of the row, with the cell. */
export const withNewsSign = (text: string, isNew: boolean, width: number, theme: Theme): string =>
  isNew ? `${padStyled(text, width - 1)}${newsSign(theme)}` : text

/** A head with how many are new before all else; as it is where none are. */
export const withNews = (head: string, count: number, theme: Theme): string =>
  count === 0 ? head : ` ${newsSign(theme)} ${theme.strong(fullNumber(count))} new  ${head}`
