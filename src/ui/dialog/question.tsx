import { Box, Text } from 'ink'
import { wrapText } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { withAsciiSigns } from '../../domain/text/signs.ts'
import { useDialogPlace } from './dialog-context.ts'

/**
 * A question, which keys of the dialog answer. `ConfirmInput` of @inkjs/ui is not sufficient: it reads keys from Ink's
 * input, which receives none here.
 */
export const Question = ({ text }: { text: string }) => {
  const { width, theme } = useDialogPlace()
  const lines = questionLines(text, width).join('\n')
  return (
    <Box paddingLeft={1} gap={2}>
      <Text>{theme.strong(theme.isAscii ? withAsciiSigns(lines) : lines)}</Text>
      <Text>{theme.accent('y/N')}</Text>
    </Box>
  )
}

/** Width of the answers with their margins, in cells. */
const ANSWER_WIDTH = 7

export const questionLines = (text: string, width: number): string[] =>
  wrapText(safeText(text, 'text'), width - ANSWER_WIDTH)
