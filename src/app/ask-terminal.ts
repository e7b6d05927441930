import { closeSync, openSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { AppError } from '../base/errors.ts'

const [KEYBOARD, SCREEN] = process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty']

/** Maximum length of an answer, in characters. */
const MAX_ANSWER = 1000

/**
 * Asks a question on the controlling terminal and returns the typed line without its end; undefined if there is no
 * terminal, and at the end of input (^D).
 *
 * @param isSecret - Whether to hide the typed text.
 * @throws AppError of kind `interrupted` once the signal is aborted.
 */
export const askTerminal = async (
  question: string,
  signal: AbortSignal,
  isSecret = false,
): Promise<string | undefined> => {
  const keyboard = openKeyboard()
  if (!keyboard) return undefined
  let isAnswered = false
  const interrupt = () => {
    if (isSecret) keyboard.setRawMode(false)
    keyboard.destroy(new AppError('interrupted', 'Interrupted.'))
  }
  signal.addEventListener('abort', interrupt)
  try {
    // Before the question, so that text pasted immediately is not echoed.
    if (isSecret) keyboard.setRawMode(true)
    writeToScreen(question)
    if (isSecret) return await readHiddenLine(keyboard)
    let answer = ''
    for await (const chunk of keyboard.setEncoding('utf8')) {
      answer += chunk
      const end = answer.search(/[\r\n]/)
      if (end >= 0) {
        isAnswered = true
        return answer.slice(0, end)
      }
      if (answer.length > MAX_ANSWER) return undefined
    }
    return undefined
  } finally {
    signal.removeEventListener('abort', interrupt)
    if (isSecret) keyboard.setRawMode(false)
    keyboard.destroy()
    // Enter moves the cursor to the next line. If the user did not press it, do the same.
    if (!isAnswered) writeToScreen('\n')
  }
}

/** Handles the line editing keys, because in raw mode the terminal doesn't. */
const readHiddenLine = async (keyboard: ReadStream): Promise<string | undefined> => {
  let answer = ''
  for await (const chunk of keyboard.setEncoding('utf8')) {
    for (const char of chunk as string) {
      if (char === '\r' || char === '\n') return answer
      if (char === '\x03') throw new AppError('interrupted', 'Interrupted.')
      if (char === '\x04') return undefined
      if (char === '\x15') answer = ''
      else if (char === '\x7f' || char === '\b') answer = answer.slice(0, -1)
      else answer += char
      if (answer.length > MAX_ANSWER) return undefined
    }
  }
  return undefined
}

// The pending read of a tty stream can be cancelled; one of node:fs would block until a key is pressed.
const openKeyboard = (): ReadStream | undefined => {
  try {
    return new ReadStream(openSync(KEYBOARD, 'r+'))
  } catch {
    return undefined
  }
}

const writeToScreen = (text: string): void => {
  const screen = openSync(SCREEN, 'w')
  try {
    writeSync(screen, text)
  } finally {
    closeSync(screen)
  }
}
