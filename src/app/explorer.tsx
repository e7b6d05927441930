import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { ReactElement } from 'react'
import { App, type RestingFrame } from '../../screens/app/app.tsx'
import { loadAhead, loadScreen } from '../../screens/app/loaded-screens.ts'
import { createSession, SessionContext } from '../../screens/kit/session/session.ts'
import { randomName } from '../base/atomic-file.ts'
import { type Env, isScreenReader } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { createPeek } from '../cache/query/peek.ts'
import type { ExplorerOptions } from '../commands/kit/world.ts'
import { addressProblem } from '../config/address.ts'
import { type Credentials, keyProblem, READ_ONLY_RUN } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { Keychain } from '../config/keys/keychain.ts'
import { loadHabits, profileToName } from '../config/profiles/choose-profile.ts'
import { DEMO_PROFILE, profileNameProblem } from '../config/profiles/profile-name.ts'
import { createKeymap } from '../ui/keys/bindings.ts'
import { createRemap, noOwnKeys, ownKeysNotice, readOwnKeys } from '../ui/keys/own-keys.ts'
import { KeymapContext } from '../ui/keys/use-keys.ts'
import { type ChosenTheme, createTheme, type Theme, themeOptionsFrom } from '../ui/layout/theme.ts'
import { createLinearVoice } from '../ui/linear/linear-voice.ts'
import { clipboardSequence } from '../ui/terminal/display.ts'
import { createLentTerminal } from '../ui/terminal/lent-terminal.ts'
import { createTerminalSession } from '../ui/terminal/terminal-session.ts'
import type { Connected } from './connect.ts'
import type { DemoService } from './demo-service.ts'
import { createExplorerOutput } from './explorer-output.tsx'
import type { FirstFrame } from './first-frame.ts'
import { firstPlaces, toScreenName } from './first-places.ts'
import { createFrameKeeper } from './keep-frame.ts'
import { lateAccess } from './late-access.ts'
import { openOwnLedger } from './open-own-ledger.ts'
import { openOwnMemory, openOwnTypedLines } from './open-own-memory.ts'
import { listenToProcess, stopWithGuest } from './process-signals.ts'

export type OpenOptions = ExplorerOptions & {
  /** Addresses and key; without them, or with a demo's size, the demo is explored. */
  credentials: Credentials | undefined
  /** What is said in the last row until a key is pressed. @default what of a profile the environment stands in for */
  notice?: string | undefined
  env: Env
  /** This machine's clock, Unix ms. */
  now: () => number
  keychain: Keychain
  /** What the launcher did for this explorer. @default nothing */
  firstFrame?: FirstFrame | undefined
}

/** Before each thing that is loaded ahead, ms: first comes what the shown one asked for. */
const BETWEEN_LOADS_MS = 300

/** How long jobs may take to clean up at the end, ms. */
const STOPPING_MS = 3_000
const setTimer = (act: () => void, ms: number) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
// Few have keys of their own, and nobody else waits for the list of all there are.
const loadKeyGroups = () => import('../../screens/app/key-groups.ts')

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
  const { env } = options
  const habits = await loadHabits(env)
  const isLinear = options.isScreenReader ?? (isScreenReader(env) || (habits.screenReader ?? false))
  if (!stdin.isTTY || !stdout.isTTY || (env.TERM === 'dumb' && !isLinear)) {
    throw new AppError(
      'usage',
      'The explorer needs a terminal that can draw: run it in one, or see qd --help for the commands.',
    )
  }
  const credentials = options.demo === undefined ? options.credentials : undefined
  const ownKeys = habits.keys ? readOwnKeys(habits.keys, (await loadKeyGroups()).keyGroups) : noOwnKeys
  const themeFlags = { noColor: !options.hasColor, ...(options.isAscii && { ascii: true }) }
  const themeOptions = themeOptionsFrom(env, { ...themeFlags, theme: options.theme ?? habits.theme })
  let chosenTheme: ChosenTheme | undefined
  let toldBackground: ChosenTheme['background'] | undefined
  // The first frame shows what the ledger holds, before any network code is loaded.
  const kept = credentials && openOwnLedger(credentials, { env, now: options.now, mode: 'read' })
  const peek = kept && createPeek(kept.ledger, options.now)
  const shown = credentials ? credentials.profile : DEMO_PROFILE
  const memory = kept && credentials && openOwnMemory(credentials, { env, now: options.now, machine: kept })
  const places = firstPlaces(options, options.now(), memory?.visits.last() ?? [])
  await loadScreen(places.at(-1)?.screen ?? toScreenName(options.screen))
  const toName = await profileToName(env, shown)
  const loadNotifier = async () => {
    const [{ createNotifierAccess }, { createOwnNotifier }] = await Promise.all([
      import('./own-notifier.ts'),
      import('./own-notifier.ts'),
    ])
    return createNotifierAccess(createOwnNotifier(env))
  }
  let connected: Connected | undefined
  let stopDemo = () => {}
  const startDemo = async (): Promise<DemoService> => {
    const { startDemoService } = await import('./demo-service.ts')
    const service = await startDemoService(options.demo ?? {}, env)
    stopDemo = service.stop
    const whyReadOnly = options.isReadOnly ? READ_ONLY_RUN : undefined
    return { ...service, credentials: { ...service.credentials, whyReadOnly } }
  }

  const keymap = createKeymap(createRemap(ownKeys.inForce))
  const voice = isLinear
    ? createLinearVoice({ write: (text) => void stdout.write(text), columns: () => stdout.columns, setTimer })
    : undefined
  if (voice) keymap.onPress(voice.keyPressed)
  const session = createSession(
    {
      profile: credentials ? (credentials.profile ?? hostOf(credentials)) : 'made-up organisation',
      host: credentials && hostOf(credentials),
      isDemo: credentials === undefined,
      isReadOnly: options.isReadOnly || credentials?.whyReadOnly !== undefined,
      connection: { is: 'starting', what: credentials ? 'connecting' : 'making up an organisation' },
      range: { is: 'last', days: 14 },
      isComparing: true,
      isMouse: options.isMouse ?? habits.mouse ?? false,
      ...places.at(-1)?.session,
      notice: credentials?.shadowed ?? options.notice ?? ownKeysNotice(ownKeys.faults),
    },
    {
      now: () => connected?.serverNow() ?? options.now(),
      theme: createTheme({ ...themeOptions, isLinear }),
      voice,
      profileToName: toName,
      ...(kept && { peek, salt: Buffer.from(kept.salt).toString('hex') }),
      typed: openOwnTypedLines(credentials, { env, now: options.now, machine: kept }),
      setTheme: (theme) => {
        chosenTheme = themeOptionsFrom(env, { ...themeFlags, theme })
        const background = (theme === 'auto' ? toldBackground : undefined) ?? chosenTheme.background
        output.draw(drawingIn(createTheme({ ...chosenTheme, background, isLinear })))
      },
      ring: () => void stdout.write('\x07'),
      copy: (text) => {
        const sequence = clipboardSequence(text)
        stdout.write(sequence)
        return sequence !== ''
      },
      ...memory,
      linkProfile: shown,
      outside: lateAccess(async () => {
        const { createOutside } = await import('./create-outside.ts')
        return createOutside({ env, terminal: lent })
      }),
      profiles: lateAccess(
        async () => {
          const { createOwnProfiles } = await import('./own-profiles.ts')
          const { now, keychain, isOffline, isReadOnly } = options
          return createOwnProfiles({ env, now, keychain, isOffline, isReadOnly, shown, reopen })
        },
        { check: { name: profileNameProblem, address: addressProblem, key: keyProblem } },
      ),
      notifier: lateAccess(loadNotifier, {
        // Overview asks at every start, and most have never had it do anything.
        failing: async () => (existsSync(foldersOf(env).notifierFolder) ? (await loadNotifier()).failing() : []),
      }),
    },
  )
  let openLinks: () => readonly string[] = () => []
  // Once a key was pressed, what is shown is not what the next start begins with.
  let isPressed = false
  let resting: () => RestingFrame | undefined = () => undefined
  const run = randomName()
  const picture = options.firstFrame?.picture
  const output = createExplorerOutput({
    stdout,
    start: picture,
    voice,
    painted: () => {
      const frame = isPressed ? undefined : resting()
      if (frame) frames.take({ ...frame, links: openLinks() })
    },
  })
  const frames = createFrameKeeper({
    firstFrame: options.firstFrame,
    credentials,
    machine: kept,
    run,
    stdout,
    shown: output.shown,
    env,
  })
  keymap.onPress(() => {
    isPressed = true
  })
  const terminal = createTerminalSession(stdin, stdout, keymap, { showsCursor: isLinear, flushSync: output.flushSync })
  const lent = createLentTerminal({ stdin, stdout }, terminal, output.suspend)
  let reopening: Reopening | undefined
  const reopen = (chosen: Credentials | undefined, notice: string | undefined) => {
    reopening = { credentials: chosen, notice }
    leave()
  }
  let isOver = false
  const over = Promise.withResolvers<void>()
  const leave = (error?: unknown) => {
    if (isOver) return
    isOver = true
    // A pager or editor that has the terminal ends first, and restores what it has changed.
    const gone = lent.stop() ?? terminal.background.over()
    if (gone) void gone.then(() => finish(error))
    else finish(error)
  }
  const finish = (error: unknown) => {
    // Where it has failed it may fail again: the next run begins elsewhere.
    const links = error === undefined ? openLinks() : []
    memory?.visits.leave(links)
    if (error === undefined) frames.leave(links)
    const broken = terminal.handBack(output.close)
    error ??= broken
    // What runs cleans up behind itself; the terminal is the user's again meanwhile.
    const stopped = session.jobs.stopAll()
    if (error === undefined) over.resolve(stopped)
    else over.reject(error)
  }

  const suspend = () => {
    if (lent.hasGuest()) return stopWithGuest(suspend)
    void lent.lend(() => {
      const woken = new Promise<void>((resolve) => process.once('SIGCONT', () => resolve()))
      process.kill(process.pid, 'SIGSTOP')
      return woken
    })
  }
  // Woken by SIGCONT after a stop that was not ours: the shell has changed the terminal meanwhile.
  const woken = () => void lent.lend(async () => {})

  process.on('exit', terminal.restore)
  process.on('SIGINT', terminal.interrupted)
  // Before anything is drawn: what is typed meanwhile would be echoed onto the first frame, and shift it.
  const hearMouse = () => terminal.setMouse(session.get().isMouse)
  hearMouse()
  session.subscribe(hearMouse)
  terminal.arm()
  const drawingIn = (theme: Theme): ReactElement => (
    <SessionContext value={{ ...session, theme }}>
      <KeymapContext value={keymap}>
        <App
          keymap={keymap}
          firstScreen={toScreenName(options.screen)}
          places={places}
          onPlaces={(links) => {
            openLinks = links
          }}
          quit={leave}
          suspend={suspend}
          onResting={(described) => {
            resting = described
          }}
        />
      </KeymapContext>
    </SessionContext>
  )
  output.draw(drawingIn(session.theme))
  // Asked once the first frame stands, which waits for nobody. What is dark already is not painted again.
  if (!voice && !themeOptions.isBackgroundKnown)
    terminal.background.ask((background) => {
      toldBackground = background
      if (isOver || chosenTheme || background === themeOptions.background) return
      output.draw(drawingIn(createTheme({ ...themeOptions, background })))
    })
  // A screen that cannot be drawn ends Ink, and with it the explorer.
  void output.ended().then(() => leave(), leave)
  const stopListening = listenToProcess({ leave, suspend, woken, isDeaf: () => isOver || lent.hasGuest() })
  for (const bytes of picture?.handOver() ?? []) terminal.hear(bytes)

  // After the first frame: load the network code, start the demo's service.
  setImmediate(async () => {
    try {
      const [{ connect }, where] = await Promise.all([
        import('./connect.ts'),
        credentials ? { credentials } : startDemo(),
      ])
      if (isOver) return stopDemo()
      connected = await connect({
        isOffline: options.isOffline,
        isReadOnly: where.credentials.whyReadOnly !== undefined,
        env,
        now: options.now,
        peek,
        run,
        onRefused: frames.drop,
        credentials: where.credentials,
        ...('ids' in where && { ids: where.ids }),
      })
      if (isOver) return
      session.set({ connection: { is: 'ready', queries: connected.queries } })
      // One that cannot be loaded is told of when it is opened.
      // Kept now: at the end of a long day V8 has thrown away what only the start needed.
      void loadAhead(() => later(BETWEEN_LOADS_MS)).then(flushCompileCache, () => {})
    } catch (error) {
      if (!(error instanceof AppError)) return leave(error)
      session.set({ connection: { is: 'failed', error } })
    }
  })

  try {
    await over.promise
  } finally {
    stopListening()
    // What goes on leaves nothing half-way behind; the loader has its own limit of time.
    const stopped = session.jobs.stopAll()
    process.off('exit', terminal.restore)
    await Promise.race([stopped, later(STOPPING_MS)])
    stopDemo()
    await connected?.close()
    kept?.ledger.close()
    process.off('SIGINT', terminal.interrupted)
  }
  return reopening
}

const hostOf = ({ baseUrl }: Credentials): string => new URL(baseUrl).host
