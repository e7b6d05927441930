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

/** The output of the explorer: Ink renders dialogs, the painter composes frames, the display writes them. */
export type ExplorerOutput = {
  /** Runs the effect of a key and paints the result before returning. */
  flushSync: Painter['flushSync']
  /** The rows on the terminal; undefined if unknown. */
  shown(): ShownRows | undefined
  /** Enters the alternate screen if needed and renders the tree; later calls replace it. */
  draw(tree: ReactElement): void
  /** Rejects if a component failed to render. Call it after the first `draw`. */
  ended(): Promise<unknown>
  /** Leaves the screen while the callback runs, then redraws everything. */
  suspend: SuspendDrawing
  /** Stops drawing and leaves the alternate screen. */
  close(): void
}

type OutputOptions = {
  stdout: WriteStream
  /** Rows that the launcher has already drawn on the alternate screen. @default none: the first `draw` enters it */
  start: ShownRows | undefined
  /** Set for screen readers: frames are printed as lines of text instead of drawn. */
  voice: LinearVoice | undefined
  /** Called after each frame is on the terminal. */
  painted?: () => void
}

/** Size of the virtual terminal for screen readers. It is so high that dialogs are never cut. */
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
    // Terminals reflow or clear their rows when they are resized, so all rows must be written again.
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
      // Pause before unmounting, whose cleanup would paint on the user's screen.
      painter.pause()
      stdout.off('resize', resized)
      app?.unmount()
      if (!voice) display.leave()
    },
  }
}
