import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { useKeymap } from '../../../src/ui/keys/use-keys.ts'
import type { List } from './use-list.ts'

/** Cells of the body, counted from its upper left, that a click means something to. */
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

/** The areas of what is shown. */
export type ClickAreas = Set<{ current: ClickArea }>

export const ClickAreasContext = createContext<ClickAreas | undefined>(undefined)

export const areaAt = (areas: ClickAreas, x: number, y: number): ClickArea | undefined =>
  [...areas]
    .map(({ current }) => current)
    .find(
      ({ top, height, left = 0, width = Number.POSITIVE_INFINITY }) =>
        y >= top && y < top + height && x >= left && x < left + width,
    )

/** Hears clicks on an area while the component is mounted. */
export const useClickArea = (area: ClickArea): void => {
  const areas = useContext(ClickAreasContext)
  const latest = useRef(area)
  latest.current = area
  useLayoutEffect(() => {
    areas?.add(latest)
    return () => void areas?.delete(latest)
  }, [areas])
}

/**
 * A click on a row of a list selects it, one on the selected row does what Enter does.
 *
 * @param count - Rows of the whole list. `top` and `height` are of its window.
 */
export const useRowClicks = (
  list: Pick<List, 'selected' | 'top' | 'moveTo'>,
  { count, ...place }: Omit<ClickArea, 'click'> & { count: number },
): void => {
  const keymap = useKeymap()
  useClickArea({
    ...place,
    click: (_x, y) => {
      const row = list.top + y
      if (row >= count) return
      if (row === list.selected) keymap.press({ id: 'Enter' })
      else list.moveTo(row)
    },
  })
}
