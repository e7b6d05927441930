import type { ClipboardPlan } from './clipboard-plan.ts'

/** What happened to a text that was copied. */
export type CopyOutcome =
  /** A program confirmed it. */
  | { is: 'copied' }
  /** tmux confirmed its buffer. Whether the clipboard of its terminal has the text is not known. */
  | { is: 'inTmux'; isPassedOn: boolean; because?: string | undefined }
  /** It was sent to the terminal. Whether the clipboard has it is not known. */
  | { is: 'sent'; because?: string | undefined }
  | { is: 'failed'; because: string }

export type CopyOptions = {
  /** Whether only a program of this machine may get it: a terminal and tmux may store it. @default false */
  isSecret?: boolean
}

/** The clipboard of the user. */
export type Clipboard = {
  /** Copies a text. Later texts are copied after it, so that the last one stays. */
  copy(text: string, options?: CopyOptions): Promise<CopyOutcome>
  plan(): Promise<ClipboardPlan>
}

/** The outcome of a copy, without a full stop: `Copied`, or `Not copied, because …`. */
export const copyOutcomeText = (outcome: CopyOutcome): string => {
  if (outcome.is === 'copied') return 'Copied'
  return `${outcomeWords(outcome)}${outcome.because === undefined ? '' : `, because ${outcome.because}`}`
}

const outcomeWords = (outcome: CopyOutcome): string => {
  if (outcome.is === 'inTmux')
    return outcome.isPassedOn ? 'Copied to tmux and sent to the terminal' : 'Copied to tmux only'
  return outcome.is === 'sent' ? 'Sent to the terminal' : 'Not copied'
}
