import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

export type Fact = readonly [label: string, text: string | undefined]

/** Facts, each behind its label and wrapped; those without a text are left out. */
export const factLines = (facts: readonly Fact[], width: number, theme: Theme): string[] => {
  const cells = Math.max(...facts.map(([label]) => label.length)) + 2
  return facts.flatMap(([label, text]) =>
    text === undefined
      ? []
      : wrapText(text, width - cells).map((line, y) => `${theme.muted((y === 0 ? label : '').padEnd(cells))}${line}`),
  )
}

/** Why a row could not be read, in a sentence. */
export const problemLines = (
  { message, status }: { message: string; status?: number | undefined },
  width: number,
  theme: Theme,
): string[] =>
  wrapText(safeText(`${message}${status === undefined ? '' : ` (status ${status})`}`), width - 2).map((line, y) =>
    y === 0 ? `${theme.bad(theme.signs.bad)} ${line}` : `  ${line}`,
  )
