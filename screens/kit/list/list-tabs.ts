import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useClickArea, wordAt } from '../../../src/ui/mouse/click-areas.ts'
import { tabText } from '../screen/tab-text.ts'
import { nextIn } from './use-list.ts'

/** The views of a screen, of which some servers have only one. `views` is empty then. */
export type ListTabs<View extends string> = {
  view: View
  views: readonly View[]
  setView: (view: View) => void
  /** Why there is only one view, as a sentence. */
  whyOne: string
}

/** The names of the views before the rest of the first row, which is called with the width that is left. */
export const withTabs = <View extends string>(
  { view, views }: ListTabs<View>,
  rest: (width: number) => string,
  width: number,
  theme: Theme,
): string => {
  if (views.length === 0) return rest(width)
  const tabs = ` ${views.map((name) => tabText(name, name === view, theme)).join('')}`
  return tabs + rest(width - styledWidth(tabs))
}

/** The handlers of the keys that change the view; a click on its name does the same. @param firstRow - See withTabs. */
export const useTabKeys = <View extends string>({ view, views, setView, whyOne }: ListTabs<View>, firstRow: string) => {
  useClickArea({
    top: 0,
    height: views.length === 0 ? 0 : 1,
    click: (cell) => {
      const clicked = views[wordAt(firstRow, cell, views) ?? -1]
      if (clicked) setView(clicked)
    },
  })
  const toView = (step: 1 | -1) => () => (views.length === 0 ? whyOne : setView(nextIn(views, view, step)))
  return { nextView: toView(1), previousView: toView(-1) }
}
