import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useClickArea, wordAt } from '../../../src/ui/mouse/click-areas.ts'
import { nextIn } from '../../kit/list/use-list.ts'
import { tabText } from '../../kit/screen/tab-text.ts'
import type { PeopleViewName } from './people-keys.ts'

/** The views of People. `views` is empty if the server has only one. */
export type PeopleTabs = {
  view: PeopleViewName
  views: readonly PeopleViewName[]
  setView: (view: PeopleViewName) => void
}

/** The names of the views before the rest of the first row, which is called with the width that is left. */
export const withTabs = (
  { view, views }: PeopleTabs,
  rest: (width: number) => string,
  width: number,
  theme: Theme,
): string => {
  if (views.length === 0) return rest(width)
  const tabs = ` ${views.map((name) => tabText(name, name === view, theme)).join('')}`
  return tabs + rest(width - styledWidth(tabs))
}

/** The handlers of the keys that change the view; a click on its name does the same. @param firstRow - See withTabs. */
export const useTabKeys = ({ view, views, setView }: PeopleTabs, firstRow: string) => {
  useClickArea({
    top: 0,
    height: views.length === 0 ? 0 : 1,
    click: (cell) => {
      const clicked = views[wordAt(firstRow, cell, views) ?? -1]
      if (clicked) setView(clicked)
    },
  })
  const toView = (step: 1 | -1) => () =>
    views.length === 0 ? 'This server lists neither users with a seat nor teams.' : setView(nextIn(views, view, step))
  return { nextView: toView(1), previousView: toView(-1) }
}
