import {
  createContext,
  createElement,
  type RefObject,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { withAsciiSigns } from '../../domain/text/ascii-signs.ts'
import { dropRedraw, wantRedraw } from './redraws.ts'

/** Rows that lie over the end of the body: a popup, help, a question. Undefined: nothing does. */
export const OverlayContext = createContext<LateRowsProps | undefined>(undefined)

/** Whether the terminal draws ASCII only. */
export const AsciiContext = createContext(false)

/** Whether rows are said one after the other, by marks of what they are. */
export const LinearContext = createContext(false)

/** Rows above and below the body of a screen. */
export type Around = { above: readonly string[]; below: readonly string[] }

/** Makes what stands around the body at each drawing of it: it tells of what is drawn there. */
export const AroundContext = createContext<() => Around>(() => nothing)
const nothing: Around = { above: [], below: [] }

/**
 * Fixed rows, in their order: each is finished text, styles included, at most as wide as the window. They are one node of Ink's,
 * which is what keeps a key cheap: a component per row costs three times as much, one per cell fifty times. The renderer takes the
 * rows; Ink as it comes would take their text.
 */
export const Rows = ({ lines, node }: { lines: readonly string[]; node?: RefObject<object | null> }) => {
  const shown = useShownLines()(lines)
  if (shown.length === 0) return null
  if (ownDrawing.replaceRows) return createElement('ink-text', { style: ROW_STYLE, lines: shown, ref: node })
  // Ink gives an empty text no row at all, and all below it would move up.
  return createElement('ink-text', { style: ROW_STYLE }, shown.join('\n') || ' ')
}

/** Rows as the terminal can draw them. */
const useShownLines = () => {
  const isAscii = useContext(AsciiContext)
  return useCallback((lines: readonly string[]) => (isAscii ? lines.map(withAsciiSigns) : lines), [isAscii])
}

/** What the drawing in src/ui/ink can do that Ink by itself cannot. It tells so here, as what draws does not know what is drawn. */
export const ownDrawing: {
  /** Draws other rows in the node of {@link Rows}, without React: a third of what a key costs. */
  replaceRows?: (node: object, lines: readonly string[]) => void
} = {}

const ROW_STYLE = { flexGrow: 0, flexShrink: 1, flexDirection: 'row', textWrap: 'truncate' } as const

export type BodyProps = {
  /** What makes them is asked again at each of `changes`. */
  lines: readonly string[] | (() => readonly string[])
  height: number
  /** @default they never change */
  changes?: LateRowsProps['changes']
}

/** The body of a screen between the rows around it: exactly `height` rows, the last of them covered by what lies over it. */
export const Body = ({ lines, height, changes = never }: BodyProps) => {
  const overlay = useContext(OverlayContext)
  const around = useContext(AroundContext)
  const isLinear = useContext(LinearContext)
  // Kept until this is drawn again or its own rows change: what changes over them changes none of them.
  const beneath = useRef<Around & { own: readonly string[] }>(undefined)
  beneath.current = undefined
  const made = (): readonly string[] => {
    beneath.current ??= { ...around(), own: typeof lines === 'function' ? lines() : lines }
    const { above, own, below } = beneath.current
    const over = overlay?.lines() ?? noRows
    // There is no room to fill or to cover: all that is not empty is said, and what lies over the rest comes after it.
    if (isLinear) return [...above, ...own, ...over, ...below]
    const shown = [...above]
    const free = Math.max(0, height - over.length)
    for (let y = 0; y < free; y++) shown.push(own[y] ?? '')
    for (const line of over.slice(0, height)) shown.push(line)
    for (const line of below) shown.push(line)
    return shown
  }
  const overChanges = overlay?.changes ?? never
  const allChanges = useCallback<LateRowsProps['changes']>(
    (listener) => {
      const stop = changes(() => {
        beneath.current = undefined
        listener()
      })
      const stopOver = overChanges(listener)
      return () => {
        stop()
        stopOver()
      }
    },
    [changes, overChanges],
  )
  return <LateRows lines={made} changes={allChanges} />
}
const never = () => () => {}
const noRows: readonly string[] = []

export type LateRowsProps = {
  lines: () => readonly string[]
  /** Has a listener called when other lines are made than before, until what it answers is called. */
  changes: (listener: () => void) => () => void
}

/** Rows that are made anew at each of `changes`, and nothing of what holds them besides. */
export const LateRows = ({ lines, changes }: LateRowsProps) => {
  const shownLines = useShownLines()
  const [, drawAgain] = useState(0)
  const node = useRef<object>(null)
  const latest = useRef(lines)
  latest.current = lines
  const redraw = useMemo(
    () => () => {
      if (node.current && ownDrawing.replaceRows) ownDrawing.replaceRows(node.current, shownLines(latest.current()))
      else drawAgain((count) => count + 1)
    },
    [shownLines],
  )
  // Whatever was asked for before this drawing is part of it.
  useLayoutEffect(() => dropRedraw(redraw))
  useLayoutEffect(() => {
    const stop = changes(() => wantRedraw(redraw))
    return () => {
      stop()
      dropRedraw(redraw)
    }
  }, [changes, redraw])
  return <Rows lines={lines()} node={node} />
}
