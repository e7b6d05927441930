import type { ComponentProps, ReactElement } from 'react'
import { App } from '../../screens/app/app.tsx'
import type { LinkedPlace } from '../../screens/app/navigation/linked-place.ts'
import type { IdleFrame } from '../../screens/app/use-frame.ts'
import { type Session, SessionContext } from '../../screens/kit/session/session.ts'
import { randomName } from '../base/atomic-file.ts'
import type { Credentials } from '../config/credentials.ts'
import { createKeymap, type Keymap } from '../ui/keys/bindings.ts'
import { createRemap, type WantedKeys } from '../ui/keys/own-keys.ts'
import { KeymapContext } from '../ui/keys/use-keys.ts'
import type { Theme } from '../ui/layout/theme.ts'
import { createLinearVoice, type LinearVoice } from '../ui/linear/linear-voice.ts'
import { createLentTerminal } from '../ui/terminal/lent-terminal.ts'
import { createTerminalSession } from '../ui/terminal/terminal-session.ts'
import { createConnection, createExit, createSuspend, later } from './explorer-lifecycle.ts'
import { createExplorerOutput } from './explorer-output.tsx'
import { createExplorerSession } from './explorer-session.ts'
import { type ExplorerStart, type OpenOptions, placesOf, prepareStart, toScreenName } from './explorer-start.ts'
import { listenToProcess } from './process-signals.ts'
import { createFrameKeeper } from './save-frame.ts'

/** Grace period for jobs at exit, ms. */
const STOPPING_MS = 3_000

/** What to explore next: a profile's organisation, or the demo if there are no credentials. */
export type Reopening = {
  credentials: Credentials | undefined
  /** Shown in the last row until a key is pressed. */
  notice: string | undefined
}

/**
 * Opens the explorer on the terminal. Resolves when the user has left it and the terminal is restored.
 *
 * @returns What to explore instead; undefined if the user quit.
 * @throws AppError of kind `usage` if there is no terminal to draw on.
 */
export const openExplorer = async (options: OpenOptions): Promise<Reopening | undefined> => {
  const { stdin, stdout } = process
  const start = await prepareStart(options)
  const keymap = createKeymap(createRemap(start.ownKeys.active))
  const voice = start.isLinear ? createVoice() : undefined
  if (voice) keymap.onPress(voice.keyPressed)
  let reopening: Reopening | undefined
  const run = randomName()
  const session = createExplorerSession(options, start, {
    voice,
    run,
    lent: () => lent,
    serverNow: () => connection.serverNow(),
    setTheme: (name) => draw(start.themes.choose(name)),
    setKeys: (own) => void remapKeys(own),
    reopen: (credentials, notice) => {
      reopening = { credentials, notice }
      exit.leave()
    },
  })
  const reported: Reported = { links: () => [], idleFrame: () => undefined }
  const { output, frames } = createOutput(options, start, { keymap, voice, run, reported })
  const { flushSync } = output
  const terminal = createTerminalSession(stdin, stdout, keymap, { showsCursor: start.isLinear, flushSync })
  const lent = createLentTerminal({ stdin, stdout }, terminal, output.suspend)
  const exit = createExit({ start, session, terminal, lent, output, frames, openLinks: () => reported.links() })
  const connection = createConnection(options, start, { session, run, onRefused: frames.drop, exit })
  const suspend = createSuspend(lent)
  let places: readonly LinkedPlace[] = start.places
  let mounts = 0
  const draw = (theme: Theme | undefined) => {
    if (!theme || exit.isOver()) return
    const shown = { keymap, firstScreen: toScreenName(options.screen), places, quit: exit.leave, suspend }
    output.draw(treeOf({ ...session, theme }, shown, reported, mounts))
  }
  /** Applies the user's own keys. Everything is mounted again at the same place, with the new keys. */
  const remapKeys = async (own: WantedKeys) => {
    const { remapFor } = await import('./own-keyboard.ts')
    keymap.setRemap(remapFor(own))
    places = placesOf(reported.links(), options.now())
    mounts += 1
    draw(start.themes.current())
  }

  process.on('exit', terminal.restore)
  process.on('SIGINT', terminal.interrupted)
  // Set raw mode before drawing: otherwise typed text would be echoed onto the first frame and shift it.
  const updateMouse = () => terminal.setMouse(session.get().isMouse)
  updateMouse()
  session.subscribe(updateMouse)
  terminal.startReading()
  draw(session.theme)
  // Query the background after the first frame, so that it does not wait for the reply.
  if (!voice && !start.themes.isBackgroundKnown)
    terminal.background.ask((background) => draw(start.themes.report(background)))
  // A screen that fails to render ends Ink and therefore the explorer.
  void output.ended().then(() => exit.leave(), exit.leave)
  const stopListening = listenToProcess({
    leave: exit.leave,
    suspend,
    // SIGCONT after a stop that was not ours: the shell has changed the terminal in the meantime.
    resumed: () => void lent.lend(async () => {}),
    ignoresInterrupt: () => exit.isOver() || lent.hasGuest(),
  })
  for (const bytes of options.firstFrame?.picture?.handOver() ?? []) terminal.replay(bytes)
  // Load the network code and start the demo's service after the first frame.
  setImmediate(connection.open)

  try {
    await exit.over
  } finally {
    stopListening()
    process.off('exit', terminal.restore)
    // Jobs must clean up. The loader has its own time limit.
    await Promise.race([session.jobs.stopAll(), later(STOPPING_MS)])
    await connection.close()
    start.opened?.ledger.close()
    process.off('SIGINT', terminal.interrupted)
  }
  return reopening
}

/** Renders the explorer, and saves a frame of it for the next start. */
const createOutput = (
  { firstFrame, env }: OpenOptions,
  { credentials, opened: machine }: ExplorerStart,
  { keymap, voice, run, reported }: { keymap: Keymap; voice: LinearVoice | undefined; run: string; reported: Reported },
) => {
  const { stdout } = process
  // After a key press, the screen differs from what the next start would show.
  let isPressed = false
  keymap.onPress(() => {
    isPressed = true
  })
  const output = createExplorerOutput({
    stdout,
    start: firstFrame?.picture,
    voice,
    painted: () => {
      const frame = isPressed ? undefined : reported.idleFrame()
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

/** What the rendered explorer reports. */
type Reported = {
  /** The open screens, as links. */
  links: () => readonly string[]
  /** The current frame, if a next start may show it. */
  idleFrame: () => IdleFrame | undefined
}

const treeOf = (
  session: Session,
  shown: Omit<ComponentProps<typeof App>, 'onPlaces' | 'onIdleFrame'>,
  reported: Reported,
  mounts: number,
): ReactElement => (
  <SessionContext value={session}>
    <KeymapContext value={shown.keymap}>
      <App
        key={mounts}
        {...shown}
        onPlaces={(links) => {
          reported.links = links
        }}
        onIdleFrame={(idleFrame) => {
          reported.idleFrame = idleFrame
        }}
      />
    </KeymapContext>
  </SessionContext>
)
