import { createContext, createElement, useContext } from 'react'
import { withAsciiSigns } from '../../domain/text/ascii-signs.ts'

/** Rows that lie over the end of the body: a popup, help, a question. */
export const OverlayContext = createContext<readonly string[]>([])

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
export const Rows = ({ lines }: { lines: readonly string[] }) => {
  const isAscii = useContext(AsciiContext)
  if (lines.length === 0) return null
  const shown = isAscii ? lines.map(withAsciiSigns) : lines
  if (knowsRows.is) return createElement('ink-text', { style: ROW_STYLE, lines: shown })
  // Ink gives an empty text no row at all, and all below it would move up.
  return createElement('ink-text', { style: ROW_STYLE }, shown.join('\n') || ' ')
}

/** Whether Ink is the one that draws rows as they are: see src/ui/ink. Here, as what draws does not know what is drawn. */
export const knowsRows = { is: false }

const ROW_STYLE = { flexGrow: 0, flexShrink: 1, flexDirection: 'row', textWrap: 'truncate' } as const

/** The body of a screen between the rows around it: exactly `height` rows, the last of them covered by what lies over it. */
export const Body = ({ lines, height }: { lines: readonly string[]; height: number }) => {
  const overlay = useContext(OverlayContext)
  const { above, below } = useContext(AroundContext)()
  // There is no room to fill or to cover: all that is not empty is said, and what lies over the rest comes after it.
  if (useContext(LinearContext)) return <Rows lines={[...above, ...lines, ...overlay, ...below]} />
  const shown = [...above]
  const free = Math.max(0, height - overlay.length)
  for (let y = 0; y < free; y++) shown.push(lines[y] ?? '')
  for (const line of overlay.slice(0, height)) shown.push(line)
  for (const line of below) shown.push(line)
  return <Rows lines={shown} />
}
