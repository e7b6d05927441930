import type { WriteStream } from 'node:tty'
import { type Instance, render } from 'ink'
import type { ReactElement } from 'react'
import { PainterContext } from '../ui/layout/rows.tsx'
import { LINEAR_CELLS } from '../ui/linear/linear-marks.ts'
import type { LinearVoice } from '../ui/linear/linear-voice.ts'
import { createInkOutput, inkOptions } from '../ui/painter/ink-output.ts'
import { createPainter, type Painter } from '../ui/painter/painter.ts'
import { createDisplay } from '../ui/terminal/display.ts'
import type { SuspendDrawing } from '../ui/terminal/lent-terminal.ts'
import type { ShownRows } from '../ui/terminal/terminal-writer.ts'

/** Everything that draws the explorer: React and Ink make dialogs, the painter composes frames, the display writes them. */
export type ExplorerOutput = {
  /** Runs what a key does and paints the result before returning. */
  flushSync: Painter['flushSync']
  /** The rows on the terminal; undefined when unknown. */
  shown(): ShownRows | undefined
  /** Enters the alternate screen if needed and draws the tree; later calls replace it. */
  draw(tree: ReactElement): void
  /** Rejects when a component failed to draw. Call it after the first `draw`. */
  ended(): Promise<unknown>
  /** Hands the screen back while the callback runs, then draws everything again. */
  suspend: SuspendDrawing
  /** Stops drawing and leaves the alternate screen. */
  close(): void
}

type OutputOptions = {
  stdout: WriteStream
  /** Rows that the launcher has drawn on the alternate screen already. @default none: it is entered by the first `draw` */
  start: ShownRows | undefined
  /** Set for screen readers: frames are spoken as lines of text instead of drawn. */
  voice: LinearVoice | undefined
  /** Called after each frame is on the terminal. */
  painted?: () => void
}

/** Rows of the virtual terminal in linear text, where dialogs are never cut. */
const LINEAR_SIZE = { columns: LINEAR_CELLS, rows: 10_000 }

export const createExplorerOutput = ({ stdout, start, voice, painted }: OutputOptions): ExplorerOutput => {
  const display = createDisplay(stdout, start)
  const show = voice ? voice.show : display.show
  const showFrame = (rows: readonly string[]) => {
    show(rows)
    painted?.()
  }
  const painter = createPainter(showFrame, voice !== undefined)
  const inkOutput = createInkOutput(() => (voice ? LINEAR_SIZE : stdout), painter.setDialog)
  let app: Instance | undefined
  let isClosed = false

  const resized = () => {
    // Terminals reflow or clear their rows when they are resized: nothing that was written can be relied on.
    display.forget()
    painter.flushSync(() => {
      painter.invalidate()
      inkOutput.emit('resize')
    })
  }
  return {
    flushSync: painter.flushSync,
    shown: display.shown,
    draw(tree) {
      const drawn = <PainterContext value={painter}>{tree}</PainterContext>
      if (app) return app.rerender(drawn)
      if (!voice && !start) display.enter()
      stdout.on('resize', resized)
      app = render(drawn, inkOptions(inkOutput))
      painter.flush()
    },
    ended: async () => app?.waitUntilExit(),
    async suspend(callback) {
      painter.pause()
      if (!voice) display.leave()
      try {
        await callback()
      } finally {
        if (!isClosed) {
          if (!voice) display.enter()
          painter.resume()
        }
      }
    },
    close() {
      isClosed = true
      // Before unmounting, whose cleanup would paint on the user's own screen.
      painter.pause()
      stdout.off('resize', resized)
      app?.unmount()
      if (!voice) display.leave()
    },
  }
}
