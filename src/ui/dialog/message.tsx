import { StatusMessage } from '@inkjs/ui'
import { truncate, wrapText } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { withAsciiSigns } from '../../domain/text/signs.ts'
import type { Variant } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'

export type MessageProps = {
  variant: Variant
  text: string
  /**
   * Maximum number of rows. Longer text ends in `…`.
   * @default 3
   */
  rows?: number
}

/** A message after a sign, wrapped. */
export const Message = ({ variant, text, rows = 3 }: MessageProps) => {
  const { width, theme } = useDialogPlace()
  const lines = messageLines(text, width)
  const rest = lines.splice(rows - 1).join(' ')
  const shown = [...lines, ...(rest === '' ? [] : [truncate(rest, width - MARGIN)])].join('\n')
  return <StatusMessage variant={variant}>{theme.isAscii ? withAsciiSigns(shown) : shown}</StatusMessage>
}

/** The rows of a message in a dialog of this width, in cells. */
export const messageLines = (text: string, width: number): string[] => wrapText(safeText(text, 'text'), width - MARGIN)

/** Cells of the sign and its margins. */
const MARGIN = 5
