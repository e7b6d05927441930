import { ConfirmInput } from '@inkjs/ui'
import { Box, Text } from 'ink'
import { withAsciiSigns } from '../../domain/text/ascii-signs.ts'
import { wrapText } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Key } from '../keys/key-reader.ts'
import { useDialogPlace } from './dialog-context.ts'
import { type FedKey, useListening } from './use-fed-keys.ts'

export type QuestionProps = {
  text: string
  /** What Enter says. */
  isYesByDefault: boolean
  onYes: () => void
  onNo: () => void
}

/** A question that `y` and `n` answer. Its keys are handed on by whoever draws it: see {@link questionKey}. */
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

/** What a question hears of a key; undefined for one that is no answer. */
export const questionKey = ({ id }: Key): FedKey | undefined => {
  const lower = id.toLowerCase()
  return lower === 'y' || lower === 'n' ? lower : id === 'Enter' ? 'Enter' : undefined
}

export const questionRows = (text: string, width: number): number =>
  wrapText(safeText(text, 'text'), width - ANSWER_WIDTH).length
