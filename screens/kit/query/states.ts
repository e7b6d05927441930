import type { AppError } from '../../../src/base/errors.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { joinFitting } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** Replaces figures and rows that could not be loaded, so that they don't look like zero. */
export const NOT_KNOWN = 'not known'

/** Max rows of a failure, whatever `maxRows` allows. */
const MAX_ROWS = 4

/**
 * A failure as text: what happened and what to do, then status, request id, and the keys that help. `maxRows` (2 or
 * more) cuts a long server message, because the keys must stay visible.
 */
export const failedLines = (error: AppError, width: number, theme: Theme, maxRows = MAX_ROWS): string[] => {
  const maxLines = Math.max(1, Math.min(MAX_ROWS, maxRows) - 1)
  const sentence = wrapText(safeText(error.message, 'text'), Math.max(20, Math.min(100, width - 5)))
  const shown = sentence.slice(0, maxLines)
  if (sentence.length > maxLines) shown.push(`${shown.pop()}…`)
  const facts = [
    error.status === undefined ? undefined : `status ${error.status}`,
    error.requestId === undefined ? undefined : `request ${safeText(error.requestId)}`,
  ].filter((fact) => fact !== undefined)
  // Data that is not cached and can't be requested doesn't arrive on a retry.
  const keys = error.kind === 'incomplete' && error.status === undefined ? [] : helpfulKeys
  const all = [...facts, ...keys].join('  ')
  const fitting = textWidth(all) <= width - 4 ? all : joinFitting([...keys, ...facts], width - 4, '  ')
  return [
    ...shown.map((line, y) => (y === 0 ? ` ${theme.bad(theme.signs.bad)} ${line}` : `   ${line}`)),
    ...(fitting === '' ? [] : [`   ${theme.muted(fitting)}`]),
  ]
}

const helpfulKeys = ['R retries', '@ shows the requests']

/** The failures of queries as text, each message once: see {@link failedLines}. */
export const failureLines = (
  states: readonly QueryState<unknown>[],
  width: number,
  theme: Theme,
  maxRows?: number,
): string[] => failuresOf(states).flatMap((error) => failedLines(error, width, theme, maxRows))

/** The failures of queries, each message once. */
const failuresOf = (states: readonly QueryState<unknown>[]): AppError[] => {
  const byMessage = new Map<string, AppError>()
  for (const state of states) if (state.is === 'failed') byMessage.set(state.error.message, state.error)
  return [...byMessage.values()]
}
