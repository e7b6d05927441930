import { ConfirmInput } from '@inkjs/ui'
import { Box, Text } from 'ink'
import { wrapText } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { withAsciiSigns } from '../../domain/text/signs.ts'
import { useDialogPlace } from './dialog-context.ts'
import { useListening } from './use-fed-keys.ts'

export type QuestionProps = {
  text: string
  /** What Enter says. */
  isYesByDefault: boolean
  onYes: () => void
  onNo: () => void
}

/** A question that `y` and `n` answer. Its keys are those of whoever draws it, who feeds it. */
export const Question = ({ text, isYesByDefault, onYes, onNo }: QuestionProps) => {
  const { width, theme } = useDialogPlace()
  useListening()
  const lines = wrapText(safeText(text, 'text'), width - ANSWER_WIDTH).join('\n')
  const shown = theme.isAscii ? withAsciiSigns(lines) : lines
  return (
    <Box paddingLeft={1} gap={2}>
      <Text>{theme.strong(shown)}</Text>
      <ConfirmInput defaultChoice={isYesByDefault ? 'confirm' : 'cancel'} onConfirm={onYes} onCancel={onNo} />
    </Box>
  )
}

/** The question's own keys: `y/N` with the space around it, in cells. */
const ANSWER_WIDTH = 7

export const questionRows = (text: string, width: number): number =>
  wrapText(safeText(text, 'text'), width - ANSWER_WIDTH).length
