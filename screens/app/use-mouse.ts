import { useEffect } from 'react'
import type { Keymap } from '../../src/ui/keys/bindings.ts'
import type { MouseReport } from '../../src/ui/keys/key-reader.ts'
import { useLatest } from '../../src/ui/keys/use-keys.ts'
import { areaAt, type ClickAreas, clickAt } from '../../src/ui/mouse/click-areas.ts'
import { BODY_TOP } from '../kit/screen/frame.ts'

/** Rows per step of the wheel. */
const WHEEL_ROWS = 3

type MouseInput = {
  keymap: Keymap
  areas: ClickAreas
  /** Handles clicks on the overlay that covers the screen, in cells of the body; undefined if there is none. */
  above: ((x: number, y: number) => void) | undefined
  /** Opens the screen whose tab is at a cell of the second row. */
  clickTab: (x: number) => void
}

/** Handles the mouse: the wheel acts like the keys for rows, and clicks go to the area under the pointer. */
export const useMouse = (input: MouseInput): void => {
  const latest = useLatest(input)
  const { keymap } = input
  useEffect(
    () =>
      keymap.onMouse((report) => {
        if (report.is === 'click') click(report, latest.current)
        else scrollByWheel(report, latest.current)
      }),
    [keymap, latest],
  )
}

const click = ({ x, y }: MouseReport, { areas, above, clickTab }: MouseInput): void => {
  if (!above && y === 1) clickTab(x)
  if (above) above(x, y - BODY_TOP)
  else clickAt(areas, x, y - BODY_TOP)
}

/** Acts like Down and Up over a list or an overlay. Elsewhere acts like J and K, if the screen binds them. */
const scrollByWheel = ({ is, x, y }: MouseReport, { keymap, areas, above }: MouseInput): void => {
  const isDown = is === 'wheelDown'
  const isElsewhere = !above && areaAt(areas, x, y - BODY_TOP) === undefined
  const scrolls = isElsewhere && keymap.reachable().some(({ binding }) => binding.action === 'scrollDown')
  const [down, up] = scrolls ? ['J', 'K'] : ['Down', 'Up']
  keymap.pressDefault(isDown ? down : up, WHEEL_ROWS)
}
