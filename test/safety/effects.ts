import { textWidth } from '../../src/domain/text/width.ts'
import { cellsIn, JudgingTerminal } from '../domain/hostile/terminal.ts'

/**
 * Describes the first effect of lines on a terminal, or the first line that is too wide. Undefined if there is none. Our own
 * styles do not count as effects.
 *
 * @param widest - Maximum cells of a line. If it is infinite, a line is as wide as the terminal measures it.
 */
export const effectsOf = async (lines: readonly string[], widest: number): Promise<string | undefined> => {
  const widthOf = widest === Number.POSITIVE_INFINITY ? (text: string) => cellsIn(text, 'joins') : textWidth
  const texts = lines.map((line) => line.replaceAll(/\x1b\[(?:\d+|[34]8;5;\d+|22;2)m/g, ''))
  const wide = texts.find((text) => widthOf(text) > widest)
  if (wide !== undefined) return `a row of ${widthOf(wide)} cells: ${JSON.stringify(wide)}`
  const rows = Math.min(texts.length, JudgingTerminal.batch)
  const terminal = new JudgingTerminal(Math.max(...texts.map(widthOf)) + 20, 'joins', rows)
  for (let from = 0; from < texts.length; from += JudgingTerminal.batch) {
    const batch = texts.slice(from, from + JudgingTerminal.batch)
    const effects = await terminal.judge(batch, batch.map(widthOf))
    const first = effects.findIndex((each) => each.size > 0)
    if (first >= 0) return `${[...(effects[first] ?? [])].join(', ')}: ${JSON.stringify(batch[first])}`
  }
  return undefined
}
