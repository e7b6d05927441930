import { Box, type DOMElement } from 'ink'
import { createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'
import { withAsciiSigns } from '../../domain/text/signs.ts'
import type { Painter } from '../painter/painter.ts'

/** Rows that cover the bottom of the body: a popup, help, a question. Undefined if there are none. */
export const OverlayContext = createContext<OverlayRows | undefined>(undefined)

/** Whether the terminal draws ASCII only. */
export const AsciiContext = createContext(false)

/** Whether rows are read aloud one after the other, according to their marks. */
export const LinearContext = createContext(false)

/** Rows above and below the body of a screen. */
export type Around = { above: readonly string[]; below: readonly string[] }

/** Creates the rows around the body. Called each time the body is created, because the rows depend on its content. */
export const AroundContext = createContext<() => Around>(() => nothing)
const nothing: Around = { above: [], below: [] }

/** The painter with which the components below register their rows. */
export const PainterContext = createContext<Pick<Painter, 'setBody' | 'setPatch' | 'invalidate'>>({
  setBody: () => () => {},
  setPatch: () => () => {},
  invalidate() {},
})

/** Replaces signs that an ASCII terminal cannot draw. */
const useDrawable = () => {
  const isAscii = useContext(AsciiContext)
  return useCallback((lines: readonly string[]) => (isAscii ? lines.map(withAsciiSigns) : lines), [isAscii])
}

/** Registers the rows of the whole window with the painter, including the frame. */
const useBody = (lines: () => readonly string[]) => {
  const painter = useContext(PainterContext)
  const drawable = useDrawable()
  useLayoutEffect(() => painter.setBody(() => drawable(lines())))
  return painter
}

/** Fixed rows that fill the window, including the frame. */
export const Screenful = ({ lines }: { lines: readonly string[] }) => {
  useBody(() => lines)
  return null
}

export type BodyProps = RowsProps & { height: number }

/** The body of a screen between the rows around it: exactly `height` rows, of which an overlay covers the last ones. */
export const Body = ({ lines, height, changes = never }: BodyProps) => {
  const overlay = useContext(OverlayContext)
  const around = useContext(AroundContext)
  const isLinear = useContext(LinearContext)
  // Reused while only the overlay changes. A render recreates them.
  const beneath = useRef<Around & { own: readonly string[] }>(undefined)
  useLayoutEffect(() => {
    beneath.current = undefined
  })
  const painter = useBody(() => {
    beneath.current ??= { ...around(), own: typeof lines === 'function' ? lines() : lines }
    const { above, own, below } = beneath.current
    const over = overlay?.lines() ?? noRows
    // A screen reader gets all rows, followed by the overlay.
    if (isLinear) return [...above, ...own, ...over, ...below]
    const free = Math.max(0, height - over.length)
    const body = Array.from({ length: free }, (_, y) => own[y] ?? '')
    return [...above, ...body, ...over.slice(0, height), ...below]
  })
  const overChanges = overlay?.changes ?? never
  useLayoutEffect(() => {
    const stop = changes(() => {
      beneath.current = undefined
      painter.invalidate()
    })
    const stopOver = overChanges(painter.invalidate)
    return () => {
      stop()
      stopOver()
    }
  }, [painter, changes, overChanges])
  return null
}
const never = () => () => {}
const noRows: readonly string[] = []

/** Rows that can change without a render of the component that created them. */
export type OverlayRows = {
  lines: () => readonly string[]
  /** Calls the listener when `lines` would return other rows. Returns a function that unsubscribes it. */
  changes: (listener: () => void) => () => void
}

type RowsProps = {
  /**
   * Rows, or a function that creates them and is called again after each of `changes`. Each row is finished text,
   * including styles, at most as wide as the window.
   */
  lines: readonly string[] | (() => readonly string[])
  /** @default they never change */
  changes?: OverlayRows['changes']
}

/**
 * Rows of a dialog. Ink lays out an empty box of their height, and the painter fills it in: rows that Ink draws itself
 * cost ten times as much per key.
 */
export const Rows = ({ lines, changes = never }: RowsProps) => {
  const painter = useContext(PainterContext)
  const drawable = useDrawable()
  const [, rerender] = useState(0)
  const box = useRef<DOMElement>(null)
  const current = () => (typeof lines === 'function' ? lines() : lines)
  const height = current().length
  useLayoutEffect(() => painter.setPatch(box, () => drawable(current())))
  useLayoutEffect(() =>
    changes(() => {
      if (current().length === height) painter.invalidate()
      else rerender((count) => count + 1)
    }),
  )
  return <Box ref={box} height={height} flexShrink={0} />
}
