import type { ComponentProps, ReactElement } from 'react'
import { App, type RestingFrame } from '../../screens/app/app.tsx'
import { type Session, SessionContext } from '../../screens/kit/session/session.ts'
import { randomName } from '../base/atomic-file.ts'
import type { Credentials } from '../config/credentials.ts'
import { createKeymap, type Keymap } from '../ui/keys/bindings.ts'
import { createRemap } from '../ui/keys/own-keys.ts'
import { KeymapContext } from '../ui/keys/use-keys.ts'
import type { Theme } from '../ui/layout/theme.ts'
import { createLinearVoice, type LinearVoice } from '../ui/linear/linear-voice.ts'
import { createLentTerminal } from '../ui/terminal/lent-terminal.ts'
import { createTerminalSession } from '../ui/terminal/terminal-session.ts'
import { createConnection, createExit, createSuspend } from './explorer-lifecycle.ts'
import { createExplorerOutput } from './explorer-output.tsx'
import { createExplorerSession } from './explorer-session.ts'
import { type ExplorerStart, type OpenOptions, prepareStart, toScreenName } from './explorer-start.ts'
import { createFrameKeeper } from './keep-frame.ts'
import { listenToProcess } from './process-signals.ts'

/** How long jobs may take to clean up at the end, ms. */
const STOPPING_MS = 3_000

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** What to explore next: a profile's organisation, or, without credentials, the demo. */
export type Reopening = {
  credentials: Credentials | undefined
  /** What is said in the last row until a key is pressed. */
  notice: string | undefined
}

/**
 * Opens the explorer on the terminal and resolves when the user has left it, with the terminal as it was.
 *
 * @returns What the user wants to see instead; undefined when they have quit.
 * @throws AppError of kind `usage` where there is no terminal to draw on.
 */
export const openExplorer = async (options: OpenOptions): Promise<Reopening | undefined> => {
  const { stdin, stdout } = process
  const start = await prepareStart(options)
  const keymap = createKeymap(createRemap(start.ownKeys.inForce))
  const voice = start.isLinear ? createVoice() : undefined
  if (voice) keymap.onPress(voice.keyPressed)
  let reopening: Reopening | undefined
  const session = createExplorerSession(options, start, {
    voice,
    lent: () => lent,
    serverNow: () => connection.serverNow(),
    setTheme: (name) => draw(start.themes.choose(name)),
    reopen: (credentials, notice) => {
      reopening = { credentials, notice }
      exit.leave()
    },
  })
  const reported: Reported = { links: () => [], resting: () => undefined }
  const run = randomName()
  const { output, frames } = createOutput(options, start, { keymap, voice, run, reported })
  const { flushSync } = output
  const terminal = createTerminalSession(stdin, stdout, keymap, { showsCursor: start.isLinear, flushSync })
  const lent = createLentTerminal({ stdin, stdout }, terminal, output.suspend)
  const exit = createExit({ start, session, terminal, lent, output, frames, openLinks: () => reported.links() })
  const connection = createConnection(options, start, { session, run, onRefused: frames.drop, exit })
  const suspend = createSuspend(lent)
  const draw = (theme: Theme | undefined) => {
    if (!theme || exit.isOver()) return
    const shown = { keymap, firstScreen: toScreenName(options.screen), places: start.places, quit: exit.leave, suspend }
    output.draw(treeOf({ ...session, theme }, shown, reported))
  }

  process.on('exit', terminal.restore)
  process.on('SIGINT', terminal.interrupted)
  // Before anything is drawn: what is typed meanwhile would be echoed onto the first frame, and shift it.
  const updateMouse = () => terminal.setMouse(session.get().isMouse)
  updateMouse()
  session.subscribe(updateMouse)
  terminal.arm()
  draw(session.theme)
  // Asked once the first frame stands, which waits for nobody.
  if (!voice && !start.themes.isBackgroundKnown)
    terminal.background.ask((background) => draw(start.themes.report(background)))
  // A screen that cannot be drawn ends Ink, and with it the explorer.
  void output.ended().then(() => exit.leave(), exit.leave)
  const stopListening = listenToProcess({
    leave: exit.leave,
    suspend,
    // Woken by SIGCONT after a stop that was not ours: the shell has changed the terminal meanwhile.
    woken: () => void lent.lend(async () => {}),
    isDeaf: () => exit.isOver() || lent.hasGuest(),
  })
  for (const bytes of options.firstFrame?.picture?.handOver() ?? []) terminal.hear(bytes)
  // After the first frame: load the network code, start the demo's service.
  setImmediate(connection.open)

  try {
    await exit.over
  } finally {
    stopListening()
    process.off('exit', terminal.restore)
    // Jobs leave nothing half-way behind; the loader has its own limit of time.
    await Promise.race([session.jobs.stopAll(), later(STOPPING_MS)])
    await connection.close()
    start.kept?.ledger.close()
    process.off('SIGINT', terminal.interrupted)
  }
  return reopening
}

type OutputOptions = { keymap: Keymap; voice: LinearVoice | undefined; run: string; reported: Reported }

/** What draws the explorer, and what keeps a frame of it for the next start. */
const createOutput = (
  { firstFrame, env }: OpenOptions,
  { credentials, kept: machine }: ExplorerStart,
  { keymap, voice, run, reported }: OutputOptions,
) => {
  const { stdout } = process
  // Once a key was pressed, what is shown is not what the next start begins with.
  let isPressed = false
  keymap.onPress(() => {
    isPressed = true
  })
  const output = createExplorerOutput({
    stdout,
    start: firstFrame?.picture,
    voice,
    painted: () => {
      const frame = isPressed ? undefined : reported.resting()
      if (frame) frames.take({ ...frame, links: reported.links() })
    },
  })
  const frames = createFrameKeeper({ firstFrame, credentials, machine, run, stdout, shown: output.shown, env })
  return { output, frames }
}

const createVoice = () =>
  createLinearVoice({
    write: (text) => void process.stdout.write(text),
    columns: () => process.stdout.columns,
    setTimer: (act, ms) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
  })

/** What the drawn explorer says of itself. */
type Reported = {
  /** What is open, as links. */
  links: () => readonly string[]
  /** The frame as a next start may show it; undefined while it is none. */
  resting: () => RestingFrame | undefined
}

const treeOf = (
  session: Session,
  shown: Omit<ComponentProps<typeof App>, 'onPlaces' | 'onResting'>,
  reported: Reported,
): ReactElement => (
  <SessionContext value={session}>
    <KeymapContext value={shown.keymap}>
      <App
        {...shown}
        onPlaces={(links) => {
          reported.links = links
        }}
        onResting={(resting) => {
          reported.resting = resting
        }}
      />
    </KeymapContext>
  </SessionContext>
)
