import { closeSync, openSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { AppError } from '../base/errors.ts'

const [KEYBOARD, SCREEN] = process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty']

/** Longer than anything that is asked for. */
const MOST_ANSWER = 1000

/**
 * Asks a question on the terminal that the program was started from and answers the line that was typed, without its end;
 * undefined where there is none, and at its end (^D).
 *
 * @throws AppError of kind `interrupted` once the signal is aborted.
 */
export const askTerminal = async (question: string, signal: AbortSignal): Promise<string | undefined> => {
  const keyboard = openKeyboard()
  if (!keyboard) return undefined
  let isAnswered = false
  const interrupt = () => keyboard.destroy(new AppError('interrupted', 'Interrupted.'))
  signal.addEventListener('abort', interrupt)
  try {
    tell(question)
    let answer = ''
    for await (const chunk of keyboard.setEncoding('utf8')) {
      answer += chunk
      const end = answer.search(/[\r\n]/)
      if (end >= 0) {
        isAnswered = true
        return answer.slice(0, end)
      }
      if (answer.length > MOST_ANSWER) return undefined
    }
    return undefined
  } finally {
    signal.removeEventListener('abort', interrupt)
    keyboard.destroy()
    // Enter has ended the line on the screen; without it we do.
    if (!isAnswered) tell('\n')
  }
}

// A tty stream, whose pending read can be cancelled; one of node:fs would wait for a key for ever.
const openKeyboard = (): ReadStream | undefined => {
  try {
    return new ReadStream(openSync(KEYBOARD, 'r+'))
  } catch {
    return undefined
  }
}

const tell = (question: string): void => {
  const screen = openSync(SCREEN, 'w')
  try {
    writeSync(screen, question)
  } finally {
    closeSync(screen)
  }
}
