import { useEffect, useRef } from 'react'
import type { Keymap } from '../../src/ui/keys/bindings.ts'
import type { MouseReport } from '../../src/ui/keys/key-reader.ts'
import { areaAt, type ClickAreas } from '../kit/list/click-areas.ts'
import { BODY_TOP } from '../kit/screen/frame.ts'

/** Rows that the wheel scrolls by. */
const WHEEL_ROWS = 3

type MouseInput = {
  keymap: Keymap
  areas: ClickAreas
  /** Whether something lies over the screen, which then hears no click. */
  isCovered: boolean
  /** Opens the screen whose tab is at a cell of the second row. */
  clickTab: (x: number) => void
}

/** What the mouse does: the wheel goes where the keys for rows go, clicks to what is drawn there. */
export const useMouse = (input: MouseInput): void => {
  const latest = useRef(input)
  latest.current = input
  const { keymap } = input
  useEffect(
    () =>
      keymap.onMouse((report) => {
        if (report.is === 'click') click(report, latest.current)
        else turn(report, latest.current)
      }),
    [keymap],
  )
}

const click = ({ x, y }: MouseReport, { areas, isCovered, clickTab }: MouseInput): void => {
  if (isCovered) return
  if (y === 1) clickTab(x)
  const area = areaAt(areas, x, y - BODY_TOP)
  area?.click(x - (area.left ?? 0), y - BODY_TOP - area.top)
}

/** Over a list, and over whatever lies on the screen, as j and k; elsewhere as J and K, where the screen hears these. */
const turn = ({ is, x, y }: MouseReport, { keymap, areas, isCovered }: MouseInput): void => {
  const isDown = is === 'wheelDown'
  const isElsewhere = !isCovered && areaAt(areas, x, y - BODY_TOP) === undefined
  const detail = keymap
    .reachable()
    .find(({ binding }) => isElsewhere && binding.action === (isDown ? 'scrollDown' : 'scrollUp'))
  const id = detail?.binding.keys[0] ?? (isDown ? 'Down' : 'Up')
  const keys = Array.from({ length: WHEEL_ROWS }, () => ({ id }))
  for (let at = 0; at < keys.length; ) at += keymap.pressRun(keys, at)
}
