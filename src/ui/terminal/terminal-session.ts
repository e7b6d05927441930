import { writeSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import type { Keymap } from '../keys/bindings.ts'
import { createKeyQueue } from '../keys/key-queue.ts'
import { createKeyReader, type Key } from '../keys/key-reader.ts'
import { type BackgroundQuestion, createBackgroundQuestion } from './background-question.ts'

const PASTE_ON = '\x1b[?2004h'
const PASTE_OFF = '\x1b[?2004l'
const HIDE_CURSOR = '\x1b[?25l'
const SHOW_CURSOR = '\x1b[?25h'
/** Whatever state a program died in: no scroll region, no style, paste mode off, main screen, cursor shown. */
const LAST_RESORT = `\x1b[r\x1b[m${PASTE_OFF}\x1b[?1049l${SHOW_CURSOR}`

export type TerminalSession = {
  /** Reads keys from now on. */
  arm(): void
  /** Hands the keyboard back to the terminal. */
  disarm(): void
  /** The last thing before the process ends: restores the terminal if nobody has. Writes synchronously. */
  restore(): void
  /** The terminal was restored by whoever drew on it. */
  settled(): void
  /** What it draws on. The keyboard is handed back only once the answer cannot come any more: it would be written on the screen. */
  background: Pick<BackgroundQuestion, 'ask' | 'over'>
}

/**
 * Raw keys in front of Ink, which would lump fast typing into one key and hand replies of the terminal on as text:
 * every key goes to the keymap, every paste to whichever field is open.
 */
export const createTerminalSession = (stdin: ReadStream, stdout: WriteStream, keymap: Keymap): TerminalSession => {
  const queue = createKeyQueue<Key>({ act: keymap.pressRun, whenFree: keymap.whenFree })
  const background = createBackgroundQuestion({ write: (text) => void stdout.write(text) })
  const reader = createKeyReader({
    onReply: background.hear,
    // As a terminal does by itself outside of raw mode: what was typed ahead is forgotten.
    onKey: (key) => (key.id === '^c' ? queue.addUrgent(key) : queue.add(key)),
    onPaste: (text) => queue.add({ id: 'Paste', text }),
  })
  keymap.onRepeat(queue.addFirst)
  const onData = (chunk: Buffer) => reader.push(chunk)
  let isArmed = false
  let mustRestore = false
  return {
    background,
    arm() {
      if (isArmed) return
      isArmed = true
      mustRestore = true
      stdin.setRawMode(true)
      stdin.on('data', onData)
      stdin.resume()
      stdout.write(PASTE_ON + HIDE_CURSOR)
    },
    disarm() {
      if (!isArmed) return
      isArmed = false
      reader.close()
      queue.clear()
      stdin.off('data', onData)
      stdin.pause()
      try {
        stdin.setRawMode(false)
        stdout.write(PASTE_OFF + SHOW_CURSOR)
      } catch {
        // The terminal has gone; there is nothing to hand back.
      }
    },
    settled() {
      mustRestore = false
    },
    restore() {
      if (!mustRestore) return
      mustRestore = false
      try {
        stdin.setRawMode(false)
        writeSync(1, LAST_RESORT)
      } catch {
        // The terminal has gone.
      }
    },
  }
}
