import { EventEmitter } from 'node:events'
import type { ReadStream, WriteStream } from 'node:tty'
import { render } from 'ink'
import { type ReactElement, StrictMode } from 'react'
import { createKeymap, type Keymap, type Remap } from '../../src/ui/keys/bindings.ts'
import { PainterContext } from '../../src/ui/layout/rows.tsx'
import { createInkOutput, inkOptions } from '../../src/ui/painter/ink-output.ts'
import { createPainter } from '../../src/ui/painter/painter.ts'
import { createTerminalSession } from '../../src/ui/terminal/terminal-session.ts'

export type OpenedTerminal = {
  /** Types keys as a terminal sends them, one after the other; waits until each was heard and drawn. */
  press(...keys: string[]): Promise<void>
  paste(text: string): Promise<void>
  /** Hands over bytes in one piece, as they come when somebody types fast; waits for nothing. */
  keys(bytes: string): void
  /** The rows on the screen, without styles and without spaces at their ends. */
  frame(): string[]
  /** The rows as they were written. */
  styledFrame(): string[]
  /** Every frame so far, oldest first, without styles. */
  frames(): string[][]
  /** Waits until the text is on the screen, or the test says so, and answers the frame. */
  frameWith(wanted: string | ((frame: string[]) => boolean)): Promise<string[]>
  resize(columns: number, rows: number): Promise<void>
  /** Draws this from now on. */
  draw(tree: ReactElement): void
  unmount(): void
  keymap: Keymap
}

const bytesOf: Record<string, string> = {
  Tab: '\t',
  'S-Tab': '\x1b[Z',
  Enter: '\r',
  Esc: '\x1b',
  Space: ' ',
  Backspace: '\x7f',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  F1: '\x1bOP',
}

const toBytes = (key: string): string => {
  if (/^\^[a-z]$/.test(key)) return String.fromCharCode(key.charCodeAt(1) & 0x1f)
  return bytesOf[key] ?? key
}

const withoutStyles = (line: string): string => line.replaceAll(/\x1b\[[\d;]*m/g, '').trimEnd()

const PATIENCE_MS = 45_000

const Nothing = () => null

type TerminalOptions = {
  columns: number
  rows: number
  /** The keys of the user's own. @default none */
  keysIn?: Remap | undefined
  /** For a screen reader: a dialog follows the rows instead of covering them. @default false */
  isLinear?: boolean | undefined
}

/** A terminal that remembers its frames, and whose keys go to the keymap. Rows that are too wide are not cut, so that tests see them. */
export const openTerminal = ({ columns, rows, keysIn, isLinear }: TerminalOptions): OpenedTerminal => {
  const shown: (readonly string[])[] = []
  const painter = createPainter((frame) => void shown.push(frame), isLinear)
  const size = { columns, rows }
  const window = createInkOutput(() => size, painter.setDialog)
  const app = render(<Nothing />, inkOptions(window))
  const typed = new EventEmitter()
  const stdin = Object.assign(typed, { setRawMode() {}, pause() {}, resume() {} }) as unknown as ReadStream
  let presses = 0
  const keymap = createKeymap(keysIn)
  keymap.onPress(() => {
    presses += 1
  })
  const modes = { write: () => true } as unknown as WriteStream
  const terminal = createTerminalSession(stdin, modes, keymap, { flushSync: painter.flushSync })
  const styledFrame = () => [...(shown.at(-1) ?? [''])]
  const frame = () => styledFrame().map(withoutStyles)
  terminal.arm()
  return {
    async press(...keys) {
      for (const key of keys) {
        const before = presses
        typed.emit('data', Buffer.from(toBytes(key)))
        await until(
          () => presses > before,
          () => `the key ${key} was not heard`,
        )
        await drawn()
        await new Promise<void>((resolve) => keymap.whenFree(resolve))
        await drawn()
      }
    },
    async paste(text) {
      typed.emit('data', Buffer.from(`\x1b[200~${text}\x1b[201~`))
      await drawn()
    },
    keys: (bytes) => void typed.emit('data', Buffer.from(bytes)),
    frame,
    styledFrame,
    frames: () => shown.map((rows) => rows.map(withoutStyles)),
    async frameWith(wanted) {
      const isThere = () => (typeof wanted === 'string' ? frame().join('\n').includes(wanted) : wanted(frame()))
      await until(isThere, () => `never drawn: ${wanted}\n${frame().join('\n')}`)
      return frame()
    },
    async resize(nextColumns, nextRows) {
      Object.assign(size, { columns: nextColumns, rows: nextRows })
      window.emit('resize')
      await drawn()
    },
    draw(tree) {
      app.rerender(
        // Does nothing with React's production build, which most tests use.
        <StrictMode>
          <PainterContext value={painter}>{tree}</PainterContext>
        </StrictMode>,
      )
    },
    unmount() {
      terminal.disarm()
      painter.pause()
      app.unmount()
    },
    keymap,
  }
}

/** Passes once what was set in motion has been drawn. */
export const drawn = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for something to become true, and tells what did not. */
export const until = async (isTrue: () => boolean, told: string | (() => string)): Promise<void> => {
  const start = performance.now()
  while (!isTrue()) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(typeof told === 'string' ? told : told())
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}
