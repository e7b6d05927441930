import { ProgressBar, Spinner } from '@inkjs/ui'
import { Box, Text } from 'ink'
import { fit } from '../../domain/text/fit.ts'
import { fractionOf, type Progress, percentOf, progressText } from '../../domain/text/progress-text.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { noticeKeys, progressKeys } from '../keys/dialog-keys.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Rows } from '../layout/rows.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import { Message } from './message.tsx'

export type ProgressDialogProps = {
  title: string
  /** What is transferred, and where to. */
  text: string
  progress: Progress
  /** The result; absent while it is in progress. */
  ended?: { isGood: boolean; text: string } | undefined
  /** Stops the operation. Esc only closes the dialog. */
  cancel: () => void
}

/** The progress of an operation that continues in the background. */
export const ProgressDialog = ({ title, text, progress, ended, cancel }: ProgressDialogProps) => {
  const { width, theme, close } = useDialogPlace()
  const keys = useKeys(
    ended ? noticeKeys : progressKeys,
    { cancel, leave: close },
    { kind: 'overlay', scope: ended ? 'notice' : 'progress', isExclusive: true },
  )
  const fraction = fractionOf(progress)
  const words = progressText(progress)
  return (
    <Dialog title={title} keys={keys}>
      <Rows lines={[` ${fit(safeText(text), width - 2)}`]} />
      {ended ? (
        <Message variant={ended.isGood ? 'success' : 'error'} text={ended.text} />
      ) : fraction === undefined ? (
        <Box paddingLeft={1}>
          <Spinner type={theme.isAscii ? 'line' : 'dots'} label={words} />
        </Box>
      ) : (
        <>
          <Box paddingX={1} gap={2} width={width}>
            <ProgressBar value={fraction * 100} />
            <Text>{fit(percentOf(progress), PERCENT_WIDTH, 'right')}</Text>
          </Box>
          <Rows lines={[` ${theme.muted(fit(words, width - 2))}`]} />
        </>
      )}
    </Dialog>
  )
}

/** `100 %` */
const PERCENT_WIDTH = 5
