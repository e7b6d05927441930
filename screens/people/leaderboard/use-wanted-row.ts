import { useCallback, useEffect, useRef, useState } from 'react'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import type { List, RowKey } from '../../kit/list/use-list.ts'
import { useScreenSignal } from '../../kit/screen/screen-state.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'

type WantedRowOptions = {
  list: List
  /** The state of the list's selection. */
  rowKey: RowKey
  /** Visible rows. */
  height: number
  /** Entries in the list. */
  count: number
  /** Whether rows that arrive later may change the user of a row. */
  isChanging: boolean
  /** Whether more rows can be requested. */
  canRequest: boolean
}

/**
 * A row number to go to, although the row is not loaded yet or its user may still change. Until the list is final, the
 * selection stays in that row, whichever user it has; then it stays with the user.
 */
export const useWantedRow = ({ list, rowKey, height, count, isChanging, canRequest }: WantedRowOptions) => {
  const { showNotice } = useLastRow()
  const selection = useScreenSignal(rowKey)
  const [row, setRow] = useState<number>()
  const isHeld = useRef(false)
  const goTo = useCallback((next: number | undefined): void => {
    isHeld.current = false
    setRow(next)
  }, [])
  useEffect(() => {
    if (row === undefined) return
    const isLoaded = row <= count
    if (isLoaded && isChanging) {
      // The user has selected another row meanwhile, for example by a click.
      if (isHeld.current && list.isChosen) return setRow(undefined)
      isHeld.current = true
      const index = row - 1
      selection.set({ id: undefined, index, top: windowTop(list.top, index, height, count) })
    } else if (isLoaded || !canRequest) {
      setRow(undefined)
      // If loading of all users has failed, the last row is unknown.
      if (isChanging && row === LAST_ROW) return
      list.moveTo(row - 1)
      if (!isLoaded && row !== LAST_ROW) showNotice(`The list has ${fullNumber(count)} rows.`)
    }
  }, [row, count, isChanging, canRequest, list, selection, height, showNotice])
  return {
    /** Counted from 1; undefined if no row is wanted. */
    row,
    /** Undefined: none, when the user moves or pauses. */
    goTo,
  }
}

/** The number of the last row, before it is known. */
export const LAST_ROW = Number.POSITIVE_INFINITY
