import { writeSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import type { Keymap } from '../keys/bindings.ts'
import { createKeyQueue } from '../keys/key-queue.ts'
import { createKeyReader, type Key } from '../keys/key-reader.ts'
import { type BackgroundQuestion, createBackgroundQuestion } from './background-question.ts'

const PASTE_ON = '\x1b[?2004h'
const PASTE_OFF = '\x1b[?2004l'
/** Clicks and the wheel, in the form that has no limit of columns. */
const MOUSE_ON = '\x1b[?1000h\x1b[?1006h'
const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l'
const HIDE_CURSOR = '\x1b[?25l'
const SHOW_CURSOR = '\x1b[?25h'
/**
 * Whatever state a program died in, in the middle of a sequence too: nothing held back, no scroll region, no style, mouse and paste
 * mode off, main screen, cursor shown.
 */
const LAST_RESORT = `\x1b\\\x1b[?2026l\x1b[r\x1b[m${MOUSE_OFF}${PASTE_OFF}\x1b[?1049l${SHOW_CURSOR}`

export type TerminalSession = {
  /** Reads keys from now on. */
  arm(): void
  /** Whether the mouse is heard, while the keyboard is. @default not: the terminal marks text with it */
  setMouse(isOn: boolean): void
  /** Takes what was typed before. */
  hear(bytes: Uint8Array): void
  /** Hands the keyboard back to the terminal. */
  disarm(): void
  /**
   * Ends the drawing and hands the terminal back, in whole, whatever breaks. Answers what did.
   *
   * @param unmount Ends the drawing, which leaves its screen.
   */
  handBack(unmount: () => void): unknown
  /** The last thing before the process ends: restores the terminal if nobody has. Writes synchronously. */
  restore(): void
  /**
   * To be called at each SIGINT: restores a terminal once more that was handed back. A ^c outside of raw mode has the system throw away
   * what the terminal has not read yet, and that may be what restored it.
   */
  interrupted(): void
  /** What it draws on. The keyboard is handed back only once the answer cannot come any more: it would be written on the screen. */
  background: Pick<BackgroundQuestion, 'ask' | 'over'>
}

type TerminalSessionOptions = {
  /** Runs what a key does and paints the result before returning. @default only runs it */
  flushSync?: <Result>(act: () => Result) => Result
  /** What follows the cursor, as screen readers do, has to find it. @default false: what is drawn has none */
  showsCursor?: boolean
  /** Writes at once, whatever else waits to be written. @default to standard output */
  writeNow?: (text: string) => void
}

/**
 * Raw keys in front of Ink, which would lump fast typing into one key and hand replies of the terminal on as text:
 * every key goes to the keymap, every paste to whichever field is open.
 */
export const createTerminalSession = (
  stdin: ReadStream,
  stdout: WriteStream,
  keymap: Keymap,
  {
    flushSync = (act) => act(),
    showsCursor = false,
    writeNow = (text) => void writeSync(1, text),
  }: TerminalSessionOptions = {},
): TerminalSession => {
  const [hide, show] = showsCursor ? ['', ''] : [HIDE_CURSOR, SHOW_CURSOR]
  const queue = createKeyQueue<Key>({
    act: (keys, from) => flushSync(() => keymap.pressRun(keys, from)),
    // What a drawing leaves to do afterwards stands before this.
    afterDrawing: (next) => void setImmediate(next),
    whenFree: keymap.whenFree,
  })
  const background = createBackgroundQuestion({ write: (text) => void stdout.write(text) })
  const reader = createKeyReader({
    onReply: background.hear,
    // As a terminal does by itself outside of raw mode: what was typed ahead is forgotten.
    onKey: (key) => (key.id === '^c' ? queue.addUrgent(key) : queue.add(key)),
    onMouse: (mouse) => queue.add({ id: 'Mouse', mouse }),
    onPaste: (text) => queue.add({ id: 'Paste', text }),
  })
  keymap.onRepeat(queue.addFirst)
  const onData = (chunk: Buffer) => reader.push(chunk)
  let isArmed = false
  let mustRestore = false
  let isMouse = false
  let isHandedBack = false
  const restore = () => {
    if (!mustRestore) return
    mustRestore = false
    isHandedBack = true
    try {
      writeNow(LAST_RESORT)
      stdin.setRawMode(false)
    } catch {
      // The terminal has gone.
    }
  }
  const disarm = () => {
    if (!isArmed) return
    isArmed = false
    reader.close()
    queue.clear()
    stdin.off('data', onData)
    stdin.pause()
    try {
      // Raw mode ends last: within it a ^c is a byte, and throws nothing away that is on its way.
      stdout.write((isMouse ? MOUSE_OFF : '') + PASTE_OFF + show)
      stdin.setRawMode(false)
    } catch {
      // The terminal has gone; there is nothing to hand back.
    }
  }
  return {
    background,
    hear: reader.push,
    arm() {
      if (isArmed) return
      isArmed = true
      mustRestore = true
      isHandedBack = false
      stdin.setRawMode(true)
      stdin.on('data', onData)
      stdin.resume()
      stdout.write(PASTE_ON + hide + (isMouse ? MOUSE_ON : ''))
    },
    setMouse(isOn) {
      if (isOn === isMouse) return
      isMouse = isOn
      if (isArmed) stdout.write(isOn ? MOUSE_ON : MOUSE_OFF)
    },
    disarm,
    handBack(unmount) {
      let broken: unknown
      try {
        unmount()
        mustRestore = false
        isHandedBack = true
      } catch (error) {
        // The fault that ended us may break this last drawing too. The terminal is restored all the same.
        broken = error
        restore()
      }
      disarm()
      return broken
    },
    restore,
    interrupted() {
      if (!isHandedBack) return
      try {
        writeNow(LAST_RESORT)
      } catch {
        // The terminal has gone.
      }
    },
  }
}
