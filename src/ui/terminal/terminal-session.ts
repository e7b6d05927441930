import { writeSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import type { Keymap } from '../keys/bindings.ts'
import { createKeyQueue } from '../keys/key-queue.ts'
import { createKeyReader, type Key } from '../keys/key-reader.ts'
import { createBackgroundQuery } from './background-question.ts'

const PASTE_ON = '\x1b[?2004h'
const PASTE_OFF = '\x1b[?2004l'
/** Clicks and the wheel, in the SGR form, which has no column limit. */
const MOUSE_ON = '\x1b[?1000h\x1b[?1006h'
const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l'
const HIDE_CURSOR = '\x1b[?25l'
const SHOW_CURSOR = '\x1b[?25h'
/**
 * Restores the terminal whatever state a program died in, even within a sequence: ends synchronized output, scroll
 * region, style, mouse and paste mode, and the alternate screen, and shows the cursor.
 */
const RESTORE_TERMINAL = `\x1b\\\x1b[?2026l\x1b[r\x1b[m${MOUSE_OFF}${PASTE_OFF}\x1b[?1049l${SHOW_CURSOR}`

type TerminalSessionOptions = {
  /** Runs the effect of a key and paints the result before returning. @default only runs it */
  flushSync?: <Result>(act: () => Result) => Result
  /** Whether to show the cursor, because screen readers follow it. @default false: the explorer draws no cursor */
  showsCursor?: boolean
  /** Writes synchronously, before all queued output. @default to standard output */
  writeNow?: (text: string) => void
}

export type TerminalSession = ReturnType<typeof createTerminalSession>

/**
 * Reads raw keys before Ink, which would combine fast typing into one key and treat the terminal's replies as text.
 * Every key goes to the keymap, every paste to the open field.
 */
export const createTerminalSession = (
  stdin: ReadStream,
  stdout: WriteStream,
  keymap: Keymap,
  { flushSync = (act) => act(), showsCursor = false, writeNow = writeStdout }: TerminalSessionOptions = {},
) => {
  const [hide, show] = showsCursor ? ['', ''] : [HIDE_CURSOR, SHOW_CURSOR]
  const background = createBackgroundQuery({ write: (text) => void stdout.write(text) })
  const keyboard = createKeyboard(keymap, flushSync, background.handleReply)
  let isReading = false
  let isMouse = false
  let terminal: 'untouched' | 'taken' | 'handedBack' = 'untouched'
  /** Restores the terminal if it has not been restored, at the very end of the process. Writes synchronously. */
  const restore = () => {
    if (terminal !== 'taken') return
    terminal = 'handedBack'
    ignoringErrors(() => {
      writeNow(RESTORE_TERMINAL)
      stdin.setRawMode(false)
    })
  }
  /** Stops reading keys and restores the keyboard. */
  const stopReading = () => {
    if (!isReading) return
    isReading = false
    keyboard.close()
    stdin.off('data', keyboard.push)
    stdin.pause()
    ignoringErrors(() => {
      // End raw mode last: in raw mode a ^c is a byte and does not discard queued output.
      stdout.write((isMouse ? MOUSE_OFF : '') + PASTE_OFF + show)
      stdin.setRawMode(false)
    })
  }
  return {
    /** The background query. Keys are read until no reply can arrive: a late reply would appear on the screen. */
    background,
    /** Handles keys that were typed before this session read keys. */
    replay: keyboard.push,
    /** Starts reading keys. */
    startReading(): void {
      if (isReading) return
      isReading = true
      terminal = 'taken'
      stdin.setRawMode(true)
      stdin.on('data', keyboard.push)
      stdin.resume()
      stdout.write(PASTE_ON + hide + (isMouse ? MOUSE_ON : ''))
    },
    /** Sets whether mouse reports are on while keys are read. @default off: the terminal selects text with the mouse */
    setMouse(isOn: boolean): void {
      if (isOn === isMouse) return
      isMouse = isOn
      if (isReading) stdout.write(isOn ? MOUSE_ON : MOUSE_OFF)
    },
    stopReading,
    /** Ends the drawing and restores the terminal, even if `unmount` throws. Returns the error that it threw. */
    handBack(unmount: () => void): unknown {
      let broken: unknown
      try {
        unmount()
        terminal = 'handedBack'
      } catch (error) {
        // The error that ended the explorer may also break this last drawing. The terminal must be restored anyway.
        broken = error
        restore()
      }
      stopReading()
      return broken
    },
    restore,
    /**
     * Call it at each SIGINT: it restores a restored terminal once more. Outside of raw mode a ^c makes the system
     * discard queued output, which may include the sequences that restored it.
     */
    interrupted(): void {
      if (terminal === 'handedBack') ignoringErrors(() => writeNow(RESTORE_TERMINAL))
    },
  }
}

const writeStdout = (text: string) => void writeSync(1, text)

/** Ignores errors, because the terminal may be gone. */
const ignoringErrors = (act: () => void): void => {
  try {
    act()
  } catch {
    // The terminal is gone, so there is nothing to restore.
  }
}

/** Converts the terminal's input to keys. The keymap gets each key once the previous one is on the screen. */
const createKeyboard = (
  keymap: Keymap,
  flushSync: NonNullable<TerminalSessionOptions['flushSync']>,
  onReply: (reply: string) => void,
) => {
  const queue = createKeyQueue<Key>({
    act: (keys) => flushSync(() => keymap.pressRun(keys)),
    // setImmediate runs after work that the paint has scheduled.
    afterDrawing: (next) => void setImmediate(next),
    whenFree: keymap.whenFree,
  })
  keymap.onRepeat(queue.addFirst)
  const reader = createKeyReader({
    onReply,
    // As a terminal does outside of raw mode, a ^c drops keys that were typed ahead.
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
