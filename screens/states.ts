import type { Pane } from '../src/cache/pane.ts'
import { wrapText } from '../src/domain/fit.ts'
import { safeText } from '../src/domain/safe-text.ts'
import type { AppError } from '../src/errors.ts'
import type { Theme } from '../src/ui/theme.ts'

/** A failure in words: what happened and what to do, then status and request id, and the keys that help. */
export const failedLines = (error: AppError, width: number, theme: Theme): string[] => {
  const sentence = wrapText(safeText(error.message, 'text'), Math.max(20, Math.min(100, width - 4)))
  const facts = [
    error.status === undefined ? undefined : `status ${error.status}`,
    error.requestId === undefined ? undefined : `request ${safeText(error.requestId)}`,
  ].filter((fact) => fact !== undefined)
  return [
    ...sentence.map((line, y) => (y === 0 ? ` ${theme.bad(theme.signs.bad)} ${line}` : `   ${line}`)),
    `   ${theme.muted([...facts, 'R tries again', '@ shows the requests'].join('  '))}`,
  ]
}

/** The failures among panes, each message once. */
export const failuresOf = (panes: readonly Pane<unknown>[]): AppError[] => {
  const byMessage = new Map<string, AppError>()
  for (const pane of panes) if (pane.is === 'failed') byMessage.set(pane.error.message, pane.error)
  return [...byMessage.values()]
}
