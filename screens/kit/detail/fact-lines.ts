import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

export type Fact = readonly [label: string, text: string | undefined]

/** Facts as wrapped lines, each after its label. Facts without a text are left out. */
export const factLines = (facts: readonly Fact[], width: number, theme: Theme): string[] => {
  const cells = Math.max(...facts.map(([label]) => label.length)) + 2
  return facts.flatMap(([label, text]) =>
    text === undefined
      ? []
      : wrapText(text, width - cells).map((line, y) => `${theme.muted((y === 0 ? label : '').padEnd(cells))}${line}`),
  )
}

/** The error of a row that could not be read. */
export const problemLines = (
  { message, status }: { message: string; status?: number | undefined },
  width: number,
  theme: Theme,
): string[] =>
  wrapText(safeText(`${message}${status === undefined ? '' : ` (status ${status})`}`), width - 2).map((line, y) =>
    y === 0 ? `${theme.bad(theme.signs.bad)} ${line}` : `  ${line}`,
  )
