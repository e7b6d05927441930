import { useCallback } from 'react'
import { useLate } from '../../../src/ui/layout/late.ts'
import { type ClickedList, clickRow } from '../../../src/ui/mouse/click-areas.ts'
import { atFirstRow, type List, type ListState, listHandlers, useListIn } from '../../kit/list/use-list.ts'

/** Rows of the list of a popup that are shown at once. */
export const SHOWN = 8

export type PopupList = Pick<ReturnType<typeof listHandlers>, 'down' | 'up'> & {
  list: List
  /** Begins anew, with this row selected. @default the first */
  startAt: (id?: string) => void
  /** What a click on a cell of the popup does; the list stands below its title. @param take - See {@link ClickedList}. */
  clicks: (take: ClickedList['take']) => (x: number, y: number) => void
}

/** A list in a popup. Another row is selected without the application being drawn. */
export const usePopupList = (ids: readonly string[]): PopupList => {
  const kept = useLate<ListState>(atFirstRow)
  const list = useListIn(kept, ids, SHOWN)
  const startAt = useCallback(
    (id?: string) => void kept.set(id === undefined ? atFirstRow : { ...atFirstRow, id }),
    [kept],
  )
  const { down, up } = listHandlers(list, SHOWN, ids.length)
  return {
    list,
    down,
    up,
    startAt,
    clicks: (take) => (_x, y) => {
      if (y <= SHOWN) clickRow({ ...list, count: ids.length, take }, y - 1)
    },
  }
}
