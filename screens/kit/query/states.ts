import type { AppError } from '../../../src/base/errors.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { asManyAsFit } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** Stands where there would be figures or rows, had they not failed or been refused: nobody knows that there are none. */
export const NOT_KNOWN = 'not known'

/** Rows that a failure may take by default. */
const MAX_ROWS = 4

/**
 * A failure in words: what happened and what to do, then status and request id, and the keys that help. A server may say
 * a lot, and the keys must stay on the screen: `mostRows` (2 or more) cuts the sentence.
 */
export const failedLines = (error: AppError, width: number, theme: Theme, mostRows = MAX_ROWS): string[] => {
  const most = Math.max(1, Math.min(MAX_ROWS, mostRows) - 1)
  const sentence = wrapText(safeText(error.message, 'text'), Math.max(20, Math.min(100, width - 5)))
  const told = sentence.slice(0, most)
  if (sentence.length > most) told.push(`${told.pop()}…`)
  const facts = [
    error.status === undefined ? undefined : `status ${error.status}`,
    error.requestId === undefined ? undefined : `request ${safeText(error.requestId)}`,
  ].filter((fact) => fact !== undefined)
  // What is not kept and cannot be asked for does not come by trying again.
  const keys = error.kind === 'incomplete' && error.status === undefined ? [] : helpfulKeys
  const all = [...facts, ...keys].join('  ')
  const fitting = textWidth(all) <= width - 4 ? all : asManyAsFit([...keys, ...facts], width - 4, '  ')
  return [
    ...told.map((line, y) => (y === 0 ? ` ${theme.bad(theme.signs.bad)} ${line}` : `   ${line}`)),
    ...(fitting === '' ? [] : [`   ${theme.muted(fitting)}`]),
  ]
}

const helpfulKeys = ['R retries', '@ shows the requests']

/** The failures of queries in words, each message once: see {@link failedLines}. */
export const failureLines = (
  states: readonly QueryState<unknown>[],
  width: number,
  theme: Theme,
  mostRows?: number,
): string[] => failuresOf(states).flatMap((error) => failedLines(error, width, theme, mostRows))

/** The failures of queries, each message once. */
const failuresOf = (states: readonly QueryState<unknown>[]): AppError[] => {
  const byMessage = new Map<string, AppError>()
  for (const state of states) if (state.is === 'failed') byMessage.set(state.error.message, state.error)
  return [...byMessage.values()]
}
