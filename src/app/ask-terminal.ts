import { closeSync, openSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { AppError } from '../base/errors.ts'

const [KEYBOARD, SCREEN] = process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty']

/** Longer than anything that is asked for. */
const MAX_ANSWER = 1000

/**
 * Asks a question on the terminal that the program was started from and answers the line that was typed, without its end;
 * undefined where there is none, and at its end (^D).
 *
 * @param isSecret - Whether what is typed stays off the screen.
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
    // Before the question: who answers it at once, as by pasting, would see the answer.
    if (isSecret) keyboard.setRawMode(true)
    tell(question)
    if (isSecret) return await typedUnseen(keyboard)
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
    // Enter has ended the line on the screen; without it we do.
    if (!isAnswered) tell('\n')
  }
}

/** The keys of the line discipline, which a terminal that echoes nothing leaves to us. */
const typedUnseen = async (keyboard: ReadStream): Promise<string | undefined> => {
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
