import type { Session } from '../../screens/kit/session/session.ts'
import type { LentTerminal } from '../ui/terminal/lent-terminal.ts'
import type { TerminalSession } from '../ui/terminal/terminal-session.ts'
import type { ExplorerOutput } from './explorer-output.tsx'
import type { ExplorerStart } from './explorer-start.ts'
import type { FrameKeeper } from './keep-frame.ts'
import { stopWithGuest } from './process-signals.ts'

/** Stops the explorer as Ctrl-Z does, and draws again when it is woken. */
export const createSuspend = (lent: LentTerminal) => {
  const suspend = (): void => {
    if (lent.hasGuest()) stopWithGuest(suspend)
    else
      void lent.lend(() => {
        const woken = new Promise<void>((resolve) => process.once('SIGCONT', () => resolve()))
        process.kill(process.pid, 'SIGSTOP')
        return woken
      })
  }
  return suspend
}

type ExitOptions = {
  start: ExplorerStart
  session: Session
  terminal: TerminalSession
  lent: LentTerminal
  output: ExplorerOutput
  frames: FrameKeeper
  /** What is open, as links. */
  openLinks: () => readonly string[]
}

/** Ends the explorer once, whoever asks for it, and hands the terminal back. */
export const createExit = ({ start, session, terminal, lent, output, frames, openLinks }: ExitOptions) => {
  let isOver = false
  const over = Promise.withResolvers<void>()
  const finish = (error: unknown) => {
    // Where it has failed it may fail again: the next run begins elsewhere.
    const links = error === undefined ? openLinks() : []
    start.memory?.visits.leave(links)
    if (error === undefined) frames.leave(links)
    const broken = terminal.handBack(output.close)
    error ??= broken
    // What runs cleans up behind itself; the terminal is the user's again meanwhile.
    const stopped = session.jobs.stopAll()
    if (error === undefined) over.resolve(stopped)
    else over.reject(error)
  }
  const leave = (error?: unknown) => {
    if (isOver) return
    isOver = true
    // A pager or editor that has the terminal ends first, and restores what it has changed.
    const gone = lent.stop() ?? terminal.background.over()
    if (gone) void gone.then(() => finish(error))
    else finish(error)
  }
  return { leave, over: over.promise, isOver: () => isOver }
}

export type Exit = ReturnType<typeof createExit>
