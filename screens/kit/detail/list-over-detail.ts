import { cutStyled, filled, indented } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { rule } from '../screen/frame.ts'

/** The lowest room in which a detail lies below the list; in a lower one it is shown alone. */
const LOWEST = 9
const LIST_SHARE = 0.5

export type StackSizes = { listHeight: number; detailHeight: number }

/** How `room` rows are shared by a list over its whole width and the detail of its row below. */
export const stackSizes = (room: number, rows: number, isDetail: boolean): StackSizes => {
  if (isDetail) return { listHeight: 0, detailHeight: room }
  if (room < LOWEST) return { listHeight: Math.max(0, room), detailHeight: 0 }
  // A short list leaves the room that it does not need.
  const listHeight = Math.min(Math.ceil(room * LIST_SHARE), Math.max(3, rows))
  return { listHeight, detailHeight: room - listHeight - 1 }
}

/** The rows of both, the detail below a rule. */
export const stackPanes = (
  list: readonly string[],
  { shown, hidden }: { shown: readonly string[]; hidden: number },
  { listHeight, detailHeight }: StackSizes,
  width: number,
  theme: Theme,
): string[] => {
  const own = filled(shown, detailHeight)
  // The last row says that there is more; its own text comes with the next key.
  if (hidden > 0 && detailHeight > 1) own[detailHeight - 1] = theme.muted(`${hidden + 1} more lines, J scrolls`)
  if (theme.isLinear) return [...list, rule(width, theme), ...own]
  const detail = own.map((line) => indented(cutStyled(line, width - 2)))
  if (listHeight === 0) return detail
  return [...filled(list, listHeight), ...(detailHeight > 0 ? [rule(width, theme), ...detail] : [])]
}
