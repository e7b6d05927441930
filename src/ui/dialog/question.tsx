import { ConfirmInput } from '@inkjs/ui'
import { Box, Text, useStdin } from 'ink'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { wrapText } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { withAsciiSigns } from '../../domain/text/signs.ts'
import { useKeymap } from '../keys/use-keys.ts'
import { useDialogPlace } from './dialog-context.ts'

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

/** The keys that components of @inkjs/ui hear, as they read them. */
const bytesOf = { Enter: '\r', y: 'y', n: 'n' } as const

type FedKey = keyof typeof bytesOf

/**
 * Hands keys on to the components of @inkjs/ui, which listen to Ink: Ink itself is given a terminal on which nothing is typed, because
 * all keys come through our own reader.
 */
export const useFeed = (): ((key: FedKey) => void) => {
  // Ink's own channel between what it reads and useInput.
  const { internal_eventEmitter: ink } = useStdin() as unknown as { internal_eventEmitter: NodeJS.EventEmitter }
  return (key) => void ink.emit('input', bytesOf[key])
}

/** Lets keys wait until the components beneath this one listen. */
const useListening = (): void => {
  const keymap = useKeymap()
  const release = useRef(() => {})
  useLayoutEffect(() => {
    release.current = keymap.hold()
    return release.current
  }, [keymap])
  // Effects run from the inside out: whatever is beneath has had its own by now.
  useEffect(() => release.current(), [])
}
