import { useEffect } from 'react'
import { type Binding, type Keymap, keyLabel } from '../../src/ui/keys/bindings.ts'
import type { MouseReport } from '../../src/ui/keys/key-reader.ts'
import { useLatest } from '../../src/ui/keys/use-keys.ts'
import { areaAt, type ClickAreas, clickAt } from '../../src/ui/mouse/click-areas.ts'
import { BODY_TOP } from '../kit/screen/frame.ts'
import type { ScreenReport } from '../kit/screen/screen-report.ts'
import type { AppNavigation } from './navigation/use-navigation.ts'
import type { Head } from './use-head.ts'

/** Rows per step of the wheel. */
const WHEEL_ROWS = 3

type MouseInput = {
  keymap: Keymap
  areas: ClickAreas
  /** Handles clicks on the overlay that covers the screen, in cells of the body; undefined if there is none. */
  above: ((x: number, y: number) => void) | undefined
  head: Head
  report: () => ScreenReport | undefined
  navigation: Pick<AppNavigation, 'leaveTo' | 'switchScreen'>
  /** The binding whose hint is at a cell of the row below the body. */
  hintAt: (x: number) => Binding | undefined
  /** Number of rows of the body. */
  height: number
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

const click = ({ x, y }: MouseReport, input: MouseInput): void => {
  const { keymap, areas, above, hintAt, height } = input
  const hint = y === BODY_TOP + height ? hintAt(x) : undefined
  if (hint) pressHint(keymap, hint)
  else if (above) above(x, y - BODY_TOP)
  else if (y < BODY_TOP) clickHead(x, y, input)
  else clickAt(areas, x, y - BODY_TOP)
}

/** A crumb in the first row returns to its level, and a tab in the second row opens its screen. */
const clickHead = (x: number, y: number, { head, report, navigation }: MouseInput): void => {
  const level = y === 0 ? head.levelAt(x, report()) : undefined
  const screen = y === 1 ? head.screenAt(x) : undefined
  if (level !== undefined) navigation.leaveTo(level)
  if (screen) navigation.switchScreen(screen)
}

/** Acts like the key of a hint. If the hint stands for several keys, such as those that sort, begins their sequence. */
const pressHint = (keymap: Keymap, { keys, defaultKeys = keys, hintKey }: Binding): void => {
  const prefix = /^(\S+) /.exec(keys[0] ?? '')?.[1]
  if (prefix !== undefined && hintKey === keyLabel(prefix)) keymap.pressRun([{ id: prefix }])
  else keymap.pressDefault(defaultKeys[0] ?? '')
}

/** Acts like Down and Up over a list or an overlay. Elsewhere acts like J and K, if the screen binds them. */
const scrollByWheel = ({ is, x, y }: MouseReport, { keymap, areas, above }: MouseInput): void => {
  const isDown = is === 'wheelDown'
  const isElsewhere = !above && areaAt(areas, x, y - BODY_TOP) === undefined
  const scrolls = isElsewhere && keymap.reachable().some(({ binding }) => binding.action === 'scrollDown')
  const [down, up] = scrolls ? ['J', 'K'] : ['Down', 'Up']
  keymap.pressDefault(isDown ? down : up, WHEEL_ROWS)
}
