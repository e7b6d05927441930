import type { ClickedList } from '../../../src/ui/mouse/click-areas.ts'
import type { List } from './use-list.ts'

/**
 * A list in one of several panes, for clicks on its rows. Where keys do not move it no row counts as the selected one: a click on it
 * takes nothing.
 *
 * @param wantKeys - Called by a click before it selects a row.
 */
export const paneList = (
  list: List,
  isFocused: boolean,
  wantKeys: () => void,
): Pick<ClickedList, 'selected' | 'top' | 'moveTo'> => ({
  get top() {
    return list.top
  },
  get selected() {
    return isFocused ? list.selected : -1
  },
  moveTo(row) {
    wantKeys()
    list.moveTo(row)
  },
})
