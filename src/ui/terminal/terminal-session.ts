import { writeSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import type { Keymap } from '../keys/bindings.ts'
import { createKeyQueue } from '../keys/key-queue.ts'
import { createKeyReader, type Key } from '../keys/key-reader.ts'
import { createBackgroundQuestion } from './background-question.ts'

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

type TerminalSessionOptions = {
  /** Runs what a key does and paints the result before returning. @default only runs it */
  flushSync?: <Result>(act: () => Result) => Result
  /** What follows the cursor, as screen readers do, has to find it. @default false: what is drawn has none */
  showsCursor?: boolean
  /** Writes at once, whatever else waits to be written. @default to standard output */
  writeNow?: (text: string) => void
}

export type TerminalSession = ReturnType<typeof createTerminalSession>

/**
 * Raw keys in front of Ink, which would lump fast typing into one key and hand replies of the terminal on as text:
 * every key goes to the keymap, every paste to the field that is open.
 */
export const createTerminalSession = (
  stdin: ReadStream,
  stdout: WriteStream,
  keymap: Keymap,
  { flushSync = (act) => act(), showsCursor = false, writeNow = writeStdout }: TerminalSessionOptions = {},
) => {
  const [hide, show] = showsCursor ? ['', ''] : [HIDE_CURSOR, SHOW_CURSOR]
  const background = createBackgroundQuestion({ write: (text) => void stdout.write(text) })
  const keyboard = createKeyboard(keymap, flushSync, background.hear)
  let isArmed = false
  let isMouse = false
  let terminal: 'untouched' | 'taken' | 'handedBack' = 'untouched'
  /** Restores the terminal if nothing else has: the last thing before the process ends. Writes synchronously. */
  const restore = () => {
    if (terminal !== 'taken') return
    terminal = 'handedBack'
    unlessGone(() => {
      writeNow(LAST_RESORT)
      stdin.setRawMode(false)
    })
  }
  /** Hands the keyboard back to the terminal. */
  const disarm = () => {
    if (!isArmed) return
    isArmed = false
    keyboard.close()
    stdin.off('data', keyboard.push)
    stdin.pause()
    unlessGone(() => {
      // Raw mode ends last: within it a ^c is a byte, and throws nothing away that is on its way.
      stdout.write((isMouse ? MOUSE_OFF : '') + PASTE_OFF + show)
      stdin.setRawMode(false)
    })
  }
  return {
    /** What the terminal draws on. The keyboard is handed back only once no answer can come any more: it would be written on the screen. */
    background,
    /** Takes what was typed before. */
    hear: keyboard.push,
    /** Reads keys from now on. */
    arm(): void {
      if (isArmed) return
      isArmed = true
      terminal = 'taken'
      stdin.setRawMode(true)
      stdin.on('data', keyboard.push)
      stdin.resume()
      stdout.write(PASTE_ON + hide + (isMouse ? MOUSE_ON : ''))
    },
    /** Whether the mouse is heard, while the keyboard is. @default not: the terminal marks text with it */
    setMouse(isOn: boolean): void {
      if (isOn === isMouse) return
      isMouse = isOn
      if (isArmed) stdout.write(isOn ? MOUSE_ON : MOUSE_OFF)
    },
    disarm,
    /** Ends the drawing and hands the whole terminal back, even where `unmount` throws. Returns what it threw. */
    handBack(unmount: () => void): unknown {
      let broken: unknown
      try {
        unmount()
        terminal = 'handedBack'
      } catch (error) {
        // The error that ended us may break this last drawing too. The terminal is restored all the same.
        broken = error
        restore()
      }
      disarm()
      return broken
    },
    restore,
    /**
     * To be called at each SIGINT: restores a terminal once more that was handed back. A ^c outside of raw mode has the system throw away
     * what the terminal has not read yet, and that may be what restored it.
     */
    interrupted(): void {
      if (terminal === 'handedBack') unlessGone(() => writeNow(LAST_RESORT))
    },
  }
}

const writeStdout = (text: string) => void writeSync(1, text)

/** Does nothing where the terminal is gone. */
const unlessGone = (act: () => void): void => {
  try {
    act()
  } catch {
    // There is nothing to restore.
  }
}

/** Turns what the terminal sends into keys, each of which the keymap gets once the one before it has been drawn. */
const createKeyboard = (
  keymap: Keymap,
  flushSync: NonNullable<TerminalSessionOptions['flushSync']>,
  onReply: (reply: string) => void,
) => {
  const queue = createKeyQueue<Key>({
    act: (keys) => flushSync(() => keymap.pressRun(keys)),
    // What a drawing leaves to do afterwards stands before this.
    afterDrawing: (next) => void setImmediate(next),
    whenFree: keymap.whenFree,
  })
  keymap.onRepeat(queue.addFirst)
  const reader = createKeyReader({
    onReply,
    // As a terminal does by itself outside of raw mode: what was typed ahead is dropped.
    onKey: (key) => (key.id === '^c' ? queue.addUrgent(key) : queue.add(key)),
    onMouse: (mouse) => queue.add({ id: 'Mouse', mouse }),
    onPaste: (text) => queue.add({ id: 'Paste', text }),
  })
  return {
    push: reader.push,
    close() {
      reader.close()
      queue.clear()
    },
  }
}
