import { createContext, useContext } from 'react'
import { useKeymap, useRegistered } from '../keys/use-keys.ts'

/** A clickable area of the body or of an overlay, in cells from its upper left. */
export type ClickArea = {
  top: number
  height: number
  /** @default 0 */
  left?: number
  /** @default up to the edge */
  width?: number
  /** @param x - From the left of the area. @param y - From its top. */
  click: (x: number, y: number) => void
}

/** The clickable areas on the screen. */
export type ClickAreas = Set<{ readonly current: ClickArea }>

export const ClickAreasContext = createContext<ClickAreas | undefined>(undefined)

export const areaAt = (areas: ClickAreas, x: number, y: number): ClickArea | undefined =>
  [...areas]
    .map(({ current }) => current)
    .find(
      ({ top, height, left = 0, width = Number.POSITIVE_INFINITY }) =>
        y >= top && y < top + height && x >= left && x < left + width,
    )

/** Passes a click to the area at a cell. */
export const clickAt = (areas: ClickAreas, x: number, y: number): void => {
  const area = areaAt(areas, x, y)
  area?.click(x - (area.left ?? 0), y - area.top)
}

/** Handles clicks on an area while the component is mounted. */
export const useClickArea = (area: ClickArea): void => useRegistered(useContext(ClickAreasContext), area)

/** As {@link useClickArea}, as a component that renders nothing. */
export const Clicks = (area: ClickArea): null => {
  useClickArea(area)
  return null
}

/** A list with clickable rows. */
export type ClickedList = {
  /** The number of all rows. */
  count: number
  selected: number
  /** The first visible row. */
  top: number
  moveTo: (row: number) => void
  /** Handles a click on the selected row, like Enter. */
  take: () => void
}

/** A click on a row selects it; a click on the selected row runs `take`. @param y - From the top of the window. */
export const clickRow = ({ count, selected, top, moveTo, take }: ClickedList, y: number): void => {
  const row = top + y
  if (y < 0 || row >= count) return
  if (row === selected) take()
  else moveTo(row)
}

/**
 * Handles clicks on the rows of a list on the screen.
 *
 * @param count - Number of all rows of the list. `top` and `height` are those of its window.
 */
export const useRowClicks = (
  list: Pick<ClickedList, 'selected' | 'top' | 'moveTo'>,
  { count, ...place }: Omit<ClickArea, 'click'> & { count: number },
): void => {
  const keymap = useKeymap()
  const take = () => keymap.pressDefault('Enter')
  useClickArea({ ...place, click: (_x, y) => clickRow({ ...list, count, take }, y) })
}

/**
 * The index of the word at a cell of a row that contains all `words` in order; undefined if there is none at the cell.
 */
export const wordAt = (row: string, cell: number, words: readonly string[]): number | undefined => {
  const text = row.replaceAll(/\x1b\[[\d;]*m/g, '')
  let end = 0
  const places = words.map((word) => {
    const from = text.indexOf(word, end)
    end = from < 0 ? Number.POSITIVE_INFINITY : from + word.length
    return { from, to: end }
  })
  if (places.some(({ from }) => from < 0)) return undefined
  const at = places.findIndex(({ from, to }) => cell >= from && cell < to)
  return at < 0 ? undefined : at
}
