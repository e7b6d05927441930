import { useMemo } from 'react'
import { usePersonName } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import type { ShownRange } from '../kit/session/use-range.ts'
import { creditShares, creditsPane } from './credits-pane.ts'
import type { OverviewData } from './use-overview-data.ts'

const noLines: readonly string[] = []

/** Who and what used the credits, in `height` rows of `width` cells; nothing without a width. */
export const useCreditsPane = (
  { credits }: OverviewData,
  { range, previous }: ShownRange,
  width: number,
  height: number,
): readonly string[] => {
  const { theme } = useSession()
  const nameOf = usePersonName()
  const { days } = credits
  const compared = credits.hasHistory ? previous : undefined
  const hasRoom = width > 0
  const shares = useMemo(
    () => (days && hasRoom ? creditShares(days, range, compared, nameOf) : undefined),
    [days, hasRoom, range, compared, nameOf],
  )
  return useMemo(() => {
    if (!hasRoom) return noLines
    return shares ? creditsPane(shares, range, width, height, theme) : [` ${theme.muted('CREDITS')}`]
  }, [shares, hasRoom, range, width, height, theme])
}
