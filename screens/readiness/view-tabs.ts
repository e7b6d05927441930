import { safeText } from '../../src/domain/text/safe-text.ts'
import { cutStyled, joinFitting, justify } from '../../src/ui/layout/columns.ts'
import { styledWidth } from '../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useClickArea, wordAt } from '../../src/ui/mouse/click-areas.ts'
import { nextIn } from '../kit/list/use-list.ts'
import { READINESS_VIEWS, type ReadinessView } from './readiness-keys.ts'

/** The first row: both views, the current one in brackets, and the figures that fit. */
export const tabsLine = (view: ReadinessView, parts: readonly string[], width: number, theme: Theme): string => {
  const tabs = READINESS_VIEWS.map((one) => (one === view ? theme.accent(`[${one}]`) : theme.muted(` ${one} `))).join(
    '',
  )
  return justify(` ${tabs}`, `${joinFitting(parts, width - styledWidth(tabs) - 4, '   ')} `, width)
}

/** The second row: the bars or, because figures over only some reports would be misleading, why reports are missing. */
export const barsLine = (bars: string, incomplete: string | undefined, width: number, theme: Theme): string =>
  incomplete === undefined ? bars : cutStyled(` ${theme.warn(`! incomplete: ${safeText(incomplete)}`)}`, width)

export type SetView = (view: ReadinessView) => void

/** The handlers of the keys that change the view; a click on its name does the same. @param firstRow - See tabsLine. */
export const useViewKeys = (view: ReadinessView, setView: SetView, firstRow: string) => {
  useClickArea({
    top: 0,
    height: 1,
    click: (cell) => {
      const clicked = READINESS_VIEWS[wordAt(firstRow, cell, READINESS_VIEWS) ?? -1]
      if (clicked) setView(clicked)
    },
  })
  const toView = (step: 1 | -1) => () => setView(nextIn(READINESS_VIEWS, view, step))
  return { nextView: toView(1), previousView: toView(-1) }
}
