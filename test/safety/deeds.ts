import { textWidth } from '../../src/domain/text/width.ts'
import { JudgingTerminal } from '../domain/hostile/terminal.ts'

/**
 * What lines do to a terminal, or how wide they are; undefined where they have our own styles only, keep within their cells and do
 * nothing.
 *
 * @param widest - Cells that a line may have.
 */
export const deedsOf = async (lines: readonly string[], widest: number): Promise<string | undefined> => {
  const texts = lines.map((line) => line.replaceAll(/\x1b\[(?:\d+|[34]8;5;\d+|22;2)m/g, ''))
  const wide = texts.find((text) => textWidth(text) > widest)
  if (wide !== undefined) return `a row of ${textWidth(wide)} cells: ${JSON.stringify(wide)}`
  const terminal = new JudgingTerminal(Math.max(...texts.map(textWidth)) + 20, 'joins')
  for (let from = 0; from < texts.length; from += JudgingTerminal.batch) {
    const batch = texts.slice(from, from + JudgingTerminal.batch)
    const deeds = await terminal.judge(batch, batch.map(textWidth))
    const first = deeds.findIndex((each) => each.size > 0)
    if (first >= 0) return `${[...(deeds[first] ?? [])].join(', ')}: ${JSON.stringify(batch[first])}`
  }
  return undefined
}
