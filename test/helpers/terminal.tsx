import { EventEmitter } from 'node:events'
import type { ReadStream, WriteStream } from 'node:tty'
import { render } from 'ink'
import { type ReactElement, StrictMode } from 'react'
import { createKeymap, type Remap } from '../../src/ui/keys/bindings.ts'
import { PainterContext } from '../../src/ui/layout/rows.tsx'
import { createInkOutput, inkOptions } from '../../src/ui/painter/ink-output.ts'
import { createPainter } from '../../src/ui/painter/painter.ts'
import { createTerminalSession } from '../../src/ui/terminal/terminal-session.ts'
import { keyBytes } from './key-bytes.ts'

const withoutStyles = (line: string): string => line.replaceAll(/\x1b\[[\d;]*m/g, '').trimEnd()

const BUSY_DELAY_MS = 45_000

const Nothing = () => null

type TerminalOptions = {
  columns: number
  rows: number
  /** The user's own keys. @default none */
  keysIn?: Remap | undefined
  /** For a screen reader: a dialog follows the rows instead of covering them. @default false */
  isLinear?: boolean | undefined
}

/** A terminal that records its frames and sends keys to the keymap. Rows that are too wide are not cut, so that tests see them. */
export const openTerminal = ({ columns, rows, keysIn, isLinear }: TerminalOptions) => {
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
  const plainFrames = new WeakMap<readonly string[], readonly string[]>()
  const plain = (rows: readonly string[]): string[] => {
    const known = plainFrames.get(rows) ?? rows.map(withoutStyles)
    plainFrames.set(rows, known)
    return [...known]
  }
  const frame = () => plain(shown.at(-1) ?? [''])
  terminal.startReading()
  return {
    /** Types keys as a terminal sends them, and waits until each is handled and drawn. */
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) {
        const before = presses
        typed.emit('data', Buffer.from(keyBytes(key)))
        await until(
          () => presses > before,
          () => `the key ${key} was not handled`,
        )
        await drawn()
        await new Promise<void>((resolve) => keymap.whenFree(resolve))
        await drawn()
      }
    },
    async paste(text: string): Promise<void> {
      typed.emit('data', Buffer.from(`\x1b[200~${text}\x1b[201~`))
      await drawn()
    },
    /** Sends bytes in one chunk, without waiting. */
    keys: (bytes: string): void => void typed.emit('data', Buffer.from(bytes)),
    /** The rows on the screen, without styles and without spaces at their ends. */
    frame,
    /** The rows as they were written. */
    styledFrame,
    /** Every frame so far, oldest first, without styles. */
    frames: () => shown.map(plain),
    /** Waits until the screen contains the text or the predicate is true, and returns the frame. */
    async frameWith(wanted: string | ((frame: string[]) => boolean)): Promise<string[]> {
      const isThere = () => (typeof wanted === 'string' ? frame().join('\n').includes(wanted) : wanted(frame()))
      await until(isThere, () => `never drawn: ${wanted}\n${frame().join('\n')}`)
      return frame()
    },
    async resize(nextColumns: number, nextRows: number): Promise<void> {
      Object.assign(size, { columns: nextColumns, rows: nextRows })
      window.emit('resize')
      await drawn()
    },
    /** Draws a tree. */
    draw(tree: ReactElement): void {
      app.rerender(
        // Has no effect in React's production build, which most tests use.
        <StrictMode>
          <PainterContext value={painter}>{tree}</PainterContext>
        </StrictMode>,
      )
    },
    unmount(): void {
      terminal.stopReading()
      painter.pause()
      app.unmount()
    },
    keymap,
  }
}

/** Resolves once pending changes are drawn. */
export const drawn = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits until the condition is true, or throws an error with `failure`. */
export const until = async (isTrue: () => boolean, failure: string | (() => unknown)): Promise<void> => {
  const start = performance.now()
  while (!isTrue()) {
    if (performance.now() - start > BUSY_DELAY_MS) {
      const shown = typeof failure === 'string' ? failure : failure()
      throw new Error(typeof shown === 'string' ? shown : JSON.stringify(shown))
    }
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}
