import { Text } from 'ink'
import { createContext, memo, useContext } from 'react'
import { withAsciiSigns } from '../../domain/text/ascii-signs.ts'

/**
 * One row of the screen: finished text, styles included, at most as wide as the window. One text per row is what
 * keeps a key cheap; a component per cell costs five times as much.
 */
// Ink gives an empty text no row at all, and all below it would move up.
const Row = memo(({ text }: { text: string }) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>)

/** Rows that lie over the end of the body: a popup, help, a question. */
export const OverlayContext = createContext<readonly string[]>([])

/** Whether the terminal draws ASCII only. */
export const AsciiContext = createContext(false)

/** Fixed rows, in their order. */
export const Rows = ({ lines }: { lines: readonly string[] }) => {
  const isAscii = useContext(AsciiContext)
  return lines.map((line, index) => (
    // Rows have no identity but their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
    <Row key={index} text={isAscii ? withAsciiSigns(line) : line} />
  ))
}

/** The body of a screen: exactly `height` rows, the last of them covered by what lies over it. */
export const Body = ({ lines, height }: { lines: readonly string[]; height: number }) => {
  const overlay = useContext(OverlayContext)
  const shown: string[] = []
  const free = Math.max(0, height - overlay.length)
  for (let y = 0; y < free; y++) shown.push(lines[y] ?? '')
  for (const line of overlay.slice(0, height)) shown.push(line)
  return <Rows lines={shown} />
}
